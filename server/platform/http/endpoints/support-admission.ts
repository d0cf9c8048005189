/** Requests with the token of a support view: refused by its form, before anything of them is looked up. */
import type { FastifyRequest } from 'fastify'
import { isShownToSupport, supportTokenPrefix } from '#contract/form/support-views.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import type { BoundEndpoint } from './bind-endpoints.ts'

/**
 * Why a request is refused that carries such a token, in whatever place: it changes something, it is none of those that
 * are shown, or the token is in the address. Undefined without such a token, or when it may go on.
 */
export function refusedToSupport(
  { name, endpoint }: BoundEndpoint,
  request: FastifyRequest,
  token: string | undefined,
): FailureCode | undefined {
  if (token?.startsWith(supportTokenPrefix) !== true) return undefined
  if (endpoint.changes) return 'support_view_only'
  if (!isShownToSupport(name, endpoint)) return 'support_view_hidden'
  // An address is logged; only the header is accepted.
  return request.headers.authorization === undefined ? 'not_authorized' : undefined
}
