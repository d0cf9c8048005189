import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOverload } from '#server/platform/database/database.ts'
import type { Envelope } from './response-body.ts'
import { sendFailure } from './handle-request.ts'
import { requestProblem } from './input-problems.ts'
import { languageOf } from './language.ts'
import { UnreadableBody } from './read-body.ts'
import type { Log } from '#server/platform/log/log.ts'
import { addressForLog } from '#server/platform/log/redact.ts'

/** The envelope of a path's responses when no endpoint handles it. */
export function envelopeOfPath(path: string): Envelope {
  return path.startsWith('/middleware/') ? 'middleware' : 'data'
}

/** No endpoint and no page has this path. */
export function respondNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFailure(reply, envelopeOfPath(request.url), 'not_found', languageOfRequest(request), false)
}

/** The endpoint exists, but with another method. */
export function respondWrongMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  allow: string,
): FastifyReply {
  reply.header('allow', allow)
  return sendFailure(
    reply,
    envelopeOfPath(request.url),
    'method_not_allowed',
    languageOfRequest(request),
    false,
  )
}

/** Any thrown error: a client's mistake by its name, an overload as 503, everything else as an internal error. */
export function respondUncaught(
  log: Log,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = languageOfRequest(request)
  const envelope = envelopeOfPath(request.url)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const facts = { requestId: request.id, method: request.method, address: addressForLog(request.url), error }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return sendFailure(reply, envelope, 'too_large', language, false)
  const field = fieldAtFault(error, code)
  if (field !== undefined) {
    const fields = [requestProblem(field, language)]
    return sendFailure(reply, envelope, 'invalid_input', language, false, { fields })
  }
  if (isOverload(error)) {
    log.warn('http.overloaded', facts)
    return sendFailure(reply, envelope, 'busy', language, false, { retryAfterSec: 2 })
  }
  log.error('http.request_failed', facts)
  return sendFailure(reply, envelope, 'something_went_wrong', language, false)
}

function fieldAtFault(error: unknown, code: unknown): 'address' | 'body' | 'content-type' | undefined {
  if (error instanceof UnreadableBody) return 'body'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'content-type'
  // For QUERY, which Fastify treats as a method with a body.
  if (code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return 'content-type'
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return 'body'
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_ASYNC_CONSTRAINT') return 'address'
  // A part of the path is longer than any of ours.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return 'address'
  return undefined
}

function languageOfRequest(request: FastifyRequest): 'ru' | 'uz' {
  const query: unknown = request.query
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined
  return languageOf(lang, request.headers['accept-language'])
}
