/** What a provider answers to the request for a past moment, looked at before ffmpeg reads it: its kind, or why not. */
import type { IncomingMessage } from 'node:http'
import { getGuarded } from '#media/network/get-guarded.ts'
import { SourceRefused, type Connection } from '#media/network/source-guard.ts'
import { whyUnreachable } from '#media/recorder/ingest/unreachable-reason.ts'

export type ProviderAnswer =
  | { readonly kind: 'hls' | 'http-ts' }
  /** `words` are for operators, without addresses. `hasNothing`: it works, but not for this moment. */
  | { readonly kind: 'failed'; readonly words: string; readonly hasNothing?: boolean }

const limitMs = 8000
/** Two packets of a transport stream, and the head of any page. */
const headBytes = 400
const syncByte = 0x47
const packetBytes = 188

/** Requests the address and reads the head of the answer. Never rejects. */
export async function lookAtProvider(
  url: string,
  { userAgent = 'Lavf', referer }: { readonly userAgent?: string; readonly referer?: string },
  signal: AbortSignal,
  own: Connection = {},
): Promise<ProviderAnswer> {
  const timeout = AbortSignal.timeout(limitMs)
  try {
    const to = new URL(url)
    const headers = { 'user-agent': userAgent, ...(referer === undefined ? {} : { referer }) }
    const limited = AbortSignal.any([signal, timeout])
    const { response } = await getGuarded(to, to, { headers, signal: limited, own })
    try {
      return await judge(response)
    } finally {
      response.destroy()
    }
  } catch (error) {
    if (timeout.aborted) return failed('the provider does not answer')
    if (error instanceof SourceRefused) return failed(`the provider’s address is refused: ${error.message}`)
    return failed(`the provider cannot be reached: ${whyUnreachable(error as NodeJS.ErrnoException)}`)
  }
}

async function judge(response: IncomingMessage): Promise<ProviderAnswer> {
  const { statusCode = 0, headers } = response
  if (statusCode === 404 || statusCode === 410)
    return nothing(`the provider does not have this moment (HTTP ${statusCode})`)
  if (statusCode !== 200 && statusCode !== 206) return failed(statusWords(statusCode))
  const head = await readHead(response)
  const text = head
    .toString('latin1')
    .replace(/^\xEF\xBB\xBF/, '')
    .trimStart()
  if (text.startsWith('#EXTM3U')) {
    const isEmpty = head.length < headBytes && !/^\s*[^#\s]/m.test(text)
    return isEmpty ? nothing('the provider sends an empty playlist') : { kind: 'hls' }
  }
  if (head[0] === syncByte && (head.length <= packetBytes || head[packetBytes] === syncByte))
    return { kind: 'http-ts' }
  if (head.length === 0) return nothing('the provider sends an empty answer')
  const isPage =
    /^<(?:!doctype|html|head|\?xml)/i.test(text) || /text\/html/i.test(headers['content-type'] ?? '')
  if (isPage) return failed('the provider sends a web page instead of a stream')
  return failed('the provider sends neither a playlist nor a transport stream')
}

function statusWords(status: number): string {
  if (status === 401 || status === 403) return `the provider refuses access (HTTP ${status})`
  return `the provider answers with an error (HTTP ${status})`
}

async function readHead(response: IncomingMessage): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= headBytes) break
  }
  return Buffer.concat(pieces)
}

function nothing(words: string): ProviderAnswer {
  return { kind: 'failed', words, hasNothing: true }
}

function failed(words: string): ProviderAnswer {
  return { kind: 'failed', words }
}
