/** HTTP responses: playlists, buffers, files with ranges. A client that does not read is disconnected. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { PreparedResponse } from './response-cache.ts'

/** No data was sent on the connection for this long: the client is gone or too slow for any rendition. */
const idleMs = 30_000

const smallBytes = 16_384

const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
  txt: 'text/plain; charset=utf-8',
  key: 'application/octet-stream',
}

/** How long a response may be cached without revalidation. */
export type Caching = 'never' | 'no-cache' | 'second' | 'minute' | 'hour' | 'immutable'

const caching: Readonly<Record<Caching, string>> = {
  never: 'no-store',
  'no-cache': 'no-cache',
  second: 'public, max-age=1',
  minute: 'public, max-age=60',
  hour: 'public, max-age=3600',
  immutable: 'public, max-age=31536000, immutable',
}

const fixed = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, date, etag',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

function headers(extension: string, cache: Caching): Record<string, string | number> {
  return {
    'content-type': types[extension] ?? 'application/octet-stream',
    'cache-control': caching[cache],
    ...fixed,
  }
}

/** An error with a short code, as JSON. */
export function refuse(response: ServerResponse, status: number, reason: string): void {
  const body = JSON.stringify({ error: reason })
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  })
  response.end(body)
}

/** The response to a CORS preflight request. */
export function allowCrossOrigin(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'range',
    'access-control-max-age': '86400',
  })
  response.end()
}

/** A playlist or manifest, compressed when it is long and the client accepts it; 304 when the client has it. */
export async function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PreparedResponse,
  extension: string,
  cache: Caching,
): Promise<void> {
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && ifNoneMatch.includes(answer.etag)) {
    response
      .writeHead(304, {
        etag: answer.etag,
        'cache-control': caching[cache],
        vary: 'accept-encoding',
        ...fixed,
      })
      .end()
    return
  }
  const { encoding, body } = await answer.bodyFor(request.headers['accept-encoding'])
  const head = headers(extension, cache)
  if (encoding !== undefined) head['content-encoding'] = encoding
  head['etag'] = answer.etag
  head['vary'] = 'accept-encoding'
  head['content-length'] = body.length
  response.writeHead(200, head)
  end(request, response, body)
}

/** A segment, a part or an init segment from memory. */
export function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  extension: string,
  cache: Caching = 'immutable',
): void {
  response.writeHead(200, { ...headers(extension, cache), 'content-length': bytes.length })
  end(request, response, bytes)
}

function end(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  // A small body is sent with the header; only a large one can be blocked by a slow client and needs a timeout.
  if (body.length > smallBytes) response.setTimeout(idleMs, () => response.destroy())
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** The time of this machine, for players that synchronise with it (`urn:mpeg:dash:utc:http-iso:2014`). */
export function sendNow(response: ServerResponse, nowMs: number): void {
  const body = new Date(nowMs).toISOString()
  response.writeHead(200, { ...headers('txt', 'never'), 'content-length': body.length })
  response.end(body)
}

interface ByteWindow {
  readonly start: number
  readonly end: number
}

/** One range only; several ranges or an invalid one count as none (RFC 9110 14.2). */
function readRange(header: string | undefined, size: number): ByteWindow | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return undefined
  const suffix = match[1] === ''
  const start = suffix ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const last = suffix || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start > last || start >= size ? 'unsatisfiable' : { start, end: last }
}

/** A file or a range of it, with an entity tag from size and time. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined || !stats.isFile()) return refuse(response, 404, 'not_found')
  const tag = `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`
  const base = {
    ...headers(path.slice(path.lastIndexOf('.') + 1), 'immutable'),
    etag: tag,
    'accept-ranges': 'bytes',
  }
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, base).end()
    return
  }
  const ifRange = request.headers['if-range']
  const range =
    ifRange !== undefined && ifRange !== tag ? undefined : readRange(request.headers.range, stats.size)
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...base, 'content-range': `bytes */${stats.size}` }).end()
    return
  }
  const { start, end: last } = range ?? { start: 0, end: stats.size - 1 }
  const part = range === undefined ? {} : { 'content-range': `bytes ${start}-${last}/${stats.size}` }
  response.writeHead(range === undefined ? 200 : 206, {
    ...base,
    ...part,
    'content-length': last - start + 1,
  })
  response.setTimeout(idleMs, () => response.destroy())
  if (request.method === 'HEAD' || stats.size === 0) {
    response.end()
    return
  }
  // A viewer who disconnects is not an error.
  await pipeline(createReadStream(path, { start, end: last }), response).catch(() => response.destroy())
}
