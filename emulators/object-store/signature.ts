/** The signature of a request (AWS Signature Version 4), computed from the request as it arrived. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { GatewayRequest } from '#emulators/http/exchange.ts'

export interface Credentials {
  readonly keyId: string
  readonly secret: string
}

/** Why a request is refused, by the name that S3 gives it; undefined when it is signed as it must be. */
export type SignatureProblem =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'SignatureDoesNotMatch'
  | 'RequestTimeTooSkewed'
  | 'XAmzContentSHA256Mismatch'

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/
const longestSkewMs = 15 * 60_000

/** `rawUrl` is the path and query as they were sent; `nowMs` the clock of the store, unix milliseconds. */
export function signatureProblem(
  request: GatewayRequest,
  rawUrl: string,
  credentials: Credentials,
  nowMs: number,
): SignatureProblem | undefined {
  const match = form.exec(String(request.headers.authorization ?? ''))
  if (match === null) return 'AccessDenied'
  const [, keyId = '', day = '', region = '', signedNames = '', signature = ''] = match
  if (keyId !== credentials.keyId) return 'InvalidAccessKeyId'
  const at = header(request, 'x-amz-date')
  const sentMs = momentOf(at)
  if (sentMs === undefined || !at.startsWith(day)) return 'AccessDenied'
  if (Math.abs(sentMs - nowMs) > longestSkewMs) return 'RequestTimeTooSkewed'
  const bodyHash = header(request, 'x-amz-content-sha256')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonicalRequest(request, rawUrl, signedNames))].join(
    '\n',
  )
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${credentials.secret}`),
  )
  const expected = createHmac('sha256', key).update(text).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch'
  const isBodySigned = bodyHash !== 'UNSIGNED-PAYLOAD'
  return isBodySigned && bodyHash !== sha256(request.body) ? 'XAmzContentSHA256Mismatch' : undefined
}

function canonicalRequest(request: GatewayRequest, rawUrl: string, signedNames: string): string {
  const [path = '/', query = ''] = rawUrl.split('?', 2)
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .toSorted()
  const names = signedNames.split(';')
  const headers = names.map((name) => `${name}:${header(request, name).trim().replaceAll(/ +/g, ' ')}\n`)
  return [
    ...[request.method, path, pairs.join('&'), headers.join(''), signedNames],
    header(request, 'x-amz-content-sha256'),
  ].join('\n')
}

function header({ headers }: GatewayRequest, name: string): string {
  return String(headers[name] ?? '')
}

/** `20261122T070000Z` as unix milliseconds. */
function momentOf(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 1, ...rest] = match.slice(1).map(Number)
  return Date.UTC(year, month - 1, ...rest)
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
