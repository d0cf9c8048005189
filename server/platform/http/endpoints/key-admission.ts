/** Requests of other programs of the operator: admitted by their API key before anything else of them is read. */
import type { IncomingMessage } from 'node:http'
import type { ApiScope } from '#contract/form/api-scopes.ts'
import { externalRoot } from '#contract/form/api-scopes.ts'
import type { Endpoint } from '#contract/form/endpoint.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import type { ClientAddress } from '#server/platform/http/client/client-address.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { FailureParts } from './response-body.ts'

/** The key that a request was sent with. */
export interface KeyBearer {
  readonly keyId: number
  readonly name: string
}

/** Whether a key may be used for an endpoint, as the application decides it. */
export type AdmitKey = (request: {
  readonly key: string | undefined
  readonly scope: ApiScope
  readonly clientAddress: string
}) => Promise<
  | ({ readonly kind: 'admitted' } & KeyBearer)
  | {
      readonly kind: 'refused'
      readonly failure: FailureCode
      readonly scope?: ApiScope
      readonly retryAfterSec?: number
    }
>

const longestKey = 200

/** Undefined for an endpoint that needs no key. Without the application's rules (`admitKey`) none is admitted. */
export async function keyAdmissionTo(
  deps: { readonly admitKey?: AdmitKey; readonly clientAddress: ClientAddress },
  { scope }: Endpoint,
  request: IncomingMessage,
): Promise<
  | undefined
  | { readonly kind: 'admitted'; readonly bearer: KeyBearer }
  | { readonly kind: 'refused'; readonly failure: FailureCode; readonly parts: FailureParts }
> {
  if (scope === undefined) return undefined
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const key = sent === undefined || sent.length > longestKey ? undefined : sent
  const admission = await deps.admitKey?.({ key, scope, clientAddress: deps.clientAddress(request) })
  if (admission === undefined) return { kind: 'refused', failure: 'api_key_wrong', parts: {} }
  if (admission.kind === 'admitted')
    return { kind: 'admitted', bearer: { keyId: admission.keyId, name: admission.name } }
  const { failure, retryAfterSec } = admission
  const parts = {
    ...(admission.scope === undefined ? {} : { values: { scope: admission.scope } }),
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
  }
  return { kind: 'refused', failure, parts }
}

/** An endpoint for other programs without a scope, or a scope anywhere else, is a mistake: no start with it. */
export function checkExternalEndpoint(
  name: string,
  { path, scope, access, cache, method, changes }: Endpoint,
): void {
  invariant(
    path.startsWith(`${externalRoot}/`) === (scope !== undefined),
    `${name}: an endpoint under ${externalRoot}, and no other, declares a scope`,
  )
  if (scope === undefined) return
  invariant(access === 'guest' && cache === 'private', `${name}: it knows no viewers and no caches`)
  invariant(changes === (method === 'POST'), `${name}: changes are POST, and only they are`)
}
