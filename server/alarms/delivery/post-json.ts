/** One POST with JSON, as `guardedRequest` sends it. */
import {
  guardedRequest,
  type GuardedRequest,
  type GuardedResponse,
} from '#server/platform/guarded-request/guarded-request.ts'

export type PostRequest = Omit<GuardedRequest, 'method' | 'body'> & { readonly body: string }

/** Never throws for what happens outside. */
export function postJson(request: PostRequest, stop?: AbortSignal): Promise<GuardedResponse> {
  const headers = { 'content-type': 'application/json', ...request.headers }
  return guardedRequest({ ...request, method: 'POST', headers }, stop)
}

/** The words for what did not work. */
export function postProblem(reason: 'timeout' | 'no_connection' | 'local_address'): string {
  if (reason === 'timeout') return 'no response in time'
  return reason === 'no_connection' ? 'no connection' : 'the address is in the local network'
}
