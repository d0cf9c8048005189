import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Endpoint, Outcome } from '#contract/form/endpoint.ts'
import { type FailureCode, type Language, failures, failureWords } from '#contract/form/failures.ts'
import { type FieldProblem, listOfProblems } from './input-problems.ts'
import { toXml } from '#server/platform/primitives/xml.ts'

/** A finished response: its bytes once, and compressed once, for any number of clients. */
export interface ResponseBody {
  readonly identity: Buffer
  readonly gzip: Buffer | undefined
  readonly br: Buffer | undefined
  readonly etag: string
  readonly contentType: string
}

export type Envelope = Endpoint['envelope']
export type Encoding = 'identity' | 'gzip' | 'br'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** A smaller body fits into one packet anyway. */
export const worthCompressing = 1024

/** The data of a response in its envelope, as text. */
export function responseText(envelope: Envelope, data: unknown, asXml: boolean): string {
  const whole = fullResponse(envelope, data)
  return asXml ? toXml(whole) : JSON.stringify(whole)
}

function fullResponse(envelope: Envelope, data: unknown): unknown {
  switch (envelope) {
    case 'middleware':
      return { error: 0, message: '', data }
    case 'payment':
      return { code: 0, message: '', data }
    case 'data':
      return { data }
    case 'bare':
      return data
  }
}

/** `text` as bytes, also compressed when that is worth it. */
export async function responseBody(
  text: string | Buffer,
  asXml: boolean,
  options: { readonly compress: boolean } = { compress: true },
): Promise<ResponseBody> {
  const identity = typeof text === 'string' ? Buffer.from(text) : text
  const [gz, br] =
    !options.compress || identity.length < worthCompressing
      ? [undefined, undefined]
      : await Promise.all([
          gzipped(identity, { level: 6 }),
          brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
        ])
  // Weak, because one ETag is used for the three encodings of the same content.
  const etag = `W/"${createHash('sha1').update(identity).digest('base64url')}"`
  return { identity, gzip: gz, br, etag, contentType: contentTypeOf(asXml) }
}

export function contentTypeOf(asXml: boolean): string {
  return asXml ? 'application/xml; charset=utf-8' : 'application/json; charset=utf-8'
}

/**
 * The best encoding both sides support: `body` says which there are besides the plain one. Weights are read only as far as
 * `q=0`, which forbids one.
 */
export function encodingFor(
  acceptEncoding: string | undefined,
  body: { readonly br: unknown; readonly gzip: unknown },
): Encoding {
  if (acceptEncoding === undefined) return 'identity'
  if (Boolean(body.br) && /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding)) return 'br'
  // The build also compresses small files, only with brotli.
  if (Boolean(body.gzip) && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding)) return 'gzip'
  return 'identity'
}

/** A refusal to be sent. */
export interface FailureResponse {
  readonly status: number
  readonly text: string
  readonly retryAfterSec: number | undefined
}

export interface FailureParts {
  readonly values?: Readonly<Record<string, string | number>>
  readonly fields?: readonly FieldProblem[]
  readonly retryAfterSec?: number
  /** The field that the failure itself is about. */
  readonly field?: string
  readonly details?: unknown
}

/**
 * The body of a refusal: its number, its name, and its text in the client's language. In the `data` envelope also the
 * values of that text, for a client that has the sentence in a third language.
 */
export function failureResponse(
  envelope: Envelope,
  failure: FailureCode,
  language: Language,
  asXml: boolean,
  parts: FailureParts = {},
): FailureResponse {
  const { status, number } = failures[failure]
  const values = {
    ...(parts.fields === undefined ? {} : { fields: listOfProblems(parts.fields) }),
    ...(parts.retryAfterSec === undefined ? {} : { seconds: parts.retryAfterSec }),
    ...parts.values,
  }
  const message = failureWords(failure, language, values)
  const whole = {
    [envelope === 'middleware' ? 'error' : 'code']: number,
    message,
    failure,
    ...(parts.fields === undefined ? {} : { fields: parts.fields }),
    ...(parts.values === undefined || envelope !== 'data' ? {} : { values: parts.values }),
    ...(parts.field === undefined ? {} : { fields: [{ field: parts.field, message }] }),
    ...(parts.details === undefined ? {} : { data: parts.details }),
  }
  return {
    status,
    text: asXml ? toXml(whole) : JSON.stringify(whole),
    retryAfterSec: parts.retryAfterSec,
  }
}

/** The details of a handler's refusal. */
export function partsOf(outcome: Extract<Outcome<unknown, FailureCode>, { kind: 'refused' }>): FailureParts {
  return {
    ...(outcome.values === undefined ? {} : { values: outcome.values }),
    ...(outcome.retryAfterSec === undefined ? {} : { retryAfterSec: outcome.retryAfterSec }),
    ...(outcome.field === undefined ? {} : { field: outcome.field }),
    ...(outcome.details === undefined ? {} : { details: outcome.details }),
  }
}
