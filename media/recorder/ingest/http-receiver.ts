/** A transport stream over HTTP: one endless response. */
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import type { LookupFunction } from 'node:net'
import { connectionFrom } from '#media/network/source-guard.ts'
import type { Receiver, ReceiverEnd, ReceiverEvents } from './receiver.ts'
import type { LiveSource } from './live-source.ts'
import { whyUnreachable } from './unreachable-reason.ts'

const silenceMs = 4000
const maxRedirects = 5

/** True for addresses that this receiver can read. */
export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/**
 * Requests it and reads until its end, or until 4 s of silence. Follows redirects to web addresses, and into the
 * local network only from there. `own` resolves the source's own name; the system default when absent.
 */
export function receiveHttp(
  source: LiveSource,
  events: ReceiverEvents,
  own: { readonly lookup?: LookupFunction } = {},
): Receiver {
  const stop = new AbortController()
  const end = (how: ReceiverEnd): void => {
    if (stop.signal.aborted) return
    stop.abort()
    events.onEnd(how)
  }
  const headers = {
    accept: '*/*',
    'user-agent': source.userAgent ?? 'Lavf',
    ...(source.referer === undefined ? {} : { referer: source.referer }),
  }
  const ask = (url: URL, redirects: number, connection: { readonly lookup?: LookupFunction }): void => {
    const get = url.protocol === 'https:' ? httpsGet : httpGet
    const options = { headers, signal: stop.signal, agent: false, timeout: silenceMs, ...connection }
    const request = get(url, options)
    request.on('timeout', () => end({ words: `silent for ${silenceMs / 1000} s` }))
    request.on('error', (error: NodeJS.ErrnoException) => end(explain(error)))
    request.on('response', (response) => {
      const to = redirectOf(response, url)
      if (to === undefined) return read(response)
      response.destroy()
      if (redirects === 0) end({ words: 'it redirects in a circle' })
      else if (isWebAddress(to.href)) follow(to, redirects - 1)
      else end({ words: 'it redirects to another protocol', isForFfmpeg: true })
    })
  }
  const follow = (to: URL, redirects: number): void => {
    try {
      ask(to, redirects, connectionFrom(new URL(source.url), to))
    } catch (error) {
      end({ words: error instanceof Error ? error.message : String(error) })
    }
  }
  const read = (response: IncomingMessage): void => {
    const { statusCode = 0 } = response
    response.on('error', (error: NodeJS.ErrnoException) => end(explain(error)))
    if (statusCode !== 200 && statusCode !== 206) return end({ words: `it answers ${statusCode}` })
    const unfit = whyUnfit(response)
    if (unfit !== undefined) {
      response.destroy()
      return end(unfit)
    }
    response.on('data', (bytes: Buffer) => {
      if (!stop.signal.aborted) events.onBytes(bytes)
    })
    response.on('end', () => end({ words: 'the source ended' }))
  }
  try {
    ask(new URL(source.url), maxRedirects, own)
  } catch (error) {
    // An invalid header.
    end({ words: error instanceof Error ? error.message : String(error), isForFfmpeg: true })
  }
  return { close: () => stop.abort() }
}

/** Why this response is not read here; undefined for one that may be a transport stream. */
function whyUnfit(response: IncomingMessage): ReceiverEnd | undefined {
  if (isFile(response)) return { words: 'the address is that of a file, not of a live stream', isOver: true }
  const type = response.headers['content-type'] ?? ''
  return isSound(type) ? { words: `it is bare sound (${type.slice(0, 60)})`, isForFfmpeg: true } : undefined
}

/** A response with a length and range support is a file. Some live servers send one of the two, none both. */
function isFile({ headers }: IncomingMessage): boolean {
  return /^\d{1,13}$/.test(headers['content-length'] ?? '') && headers['accept-ranges'] === 'bytes'
}

/** A radio station's stream without a container, or in Ogg. */
function isSound(contentType: string): boolean {
  return /^\s*(?:audio\/|application\/ogg\b)/i.test(contentType)
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (statusCode < 300 || statusCode > 399 || headers.location === undefined) return undefined
  return URL.canParse(headers.location, from) ? new URL(headers.location, from) : undefined
}

function explain(error: NodeJS.ErrnoException): ReceiverEnd {
  const { code = '' } = error
  // Invalid HTTP responses and untrusted certificates: ffmpeg accepts both.
  const isForFfmpeg = /^HPE_|^ERR_TLS|CERT|^ERR_SSL|^UNABLE_TO/.test(code)
  return { words: whyUnreachable(error), isForFfmpeg }
}
