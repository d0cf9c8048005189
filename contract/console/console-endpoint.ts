/** How an endpoint of the console is declared. */
import type * as z from 'zod/mini'
import { endpoint, type Endpoint, type RateLimitPolicy } from '#contract/form/endpoint.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import type { StaffAccess } from '#contract/form/permissions.ts'

/** The root of every endpoint of the console, and of nothing else. */
export const consoleRoot = '/api/console/v1'
/**
 * Sent by the console's pages with every change, any value: a form or a link of another site cannot send it, and a
 * script of another site may not.
 */
export const consoleHeader = 'x-ekran-console'

export type ConsoleEndpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Failure extends FailureCode = FailureCode,
  Needs extends StaffAccess = StaffAccess,
> = Endpoint<Input, Output, Failure, 'guest', 'private'> & {
  readonly permission: Needs
  readonly stepUp: boolean
}

/**
 * Declares an endpoint of the console: data in `data`, never cached, no subscriber's token. `path` begins after
 * `consoleRoot`. What changes something is a POST, so that no link can do it.
 */
export function consoleEndpoint<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const Needs extends StaffAccess,
  const Failure extends FailureCode = never,
>(declared: {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly permission: Needs
  readonly stepUp?: boolean
  readonly summary: string
  readonly input: Input
  readonly output: Output
  readonly failures?: readonly Failure[]
  readonly rateLimits?: readonly RateLimitPolicy[]
}): ConsoleEndpoint<Input, Output, Failure, Needs> {
  const base = endpoint<Input, Output, Failure, 'guest', 'private'>({
    ...declared,
    path: consoleRoot + declared.path,
    envelope: 'data',
    changes: declared.method === 'POST',
  })
  return { ...base, permission: declared.permission, stepUp: declared.stepUp ?? false }
}
