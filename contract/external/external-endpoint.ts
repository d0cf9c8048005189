/** How an endpoint for other programs of the operator is declared. */
import type * as z from 'zod/mini'
import { externalRoot, type ApiScope } from '#contract/form/api-scopes.ts'
import { endpoint, type Endpoint } from '#contract/form/endpoint.ts'
import type { FailureCode } from '#contract/form/failures.ts'

export type ExternalEndpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Failure extends FailureCode = FailureCode,
> = Endpoint<Input, Output, Failure, 'guest', 'private'> & { readonly scope: ApiScope }

/** What every endpoint may refuse because of the key. */
const ofTheKey = ['api_key_wrong', 'api_key_scope', 'api_key_network', 'too_many_requests'] as const

/** Declares one: data in `data`, never cached, a key with `scope`. `path` begins after `externalRoot`; a change is a POST. */
export function externalEndpoint<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const Failure extends FailureCode = never,
>(declared: {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly scope: ApiScope
  readonly summary: string
  readonly input: Input
  readonly output: Output
  readonly failures?: readonly Failure[]
}): ExternalEndpoint<Input, Output, Failure | (typeof ofTheKey)[number]> {
  const base = endpoint<Input, Output, Failure | (typeof ofTheKey)[number], 'guest', 'private'>({
    ...declared,
    path: externalRoot + declared.path,
    envelope: 'data',
    changes: declared.method === 'POST',
    failures: [...(declared.failures ?? []), ...ofTheKey],
  })
  return { ...base, scope: declared.scope }
}
