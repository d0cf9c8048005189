import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { guardedLookup, isLocalAddress, literalAddress } from '#media/media.ts'
import { ownUserAgent } from '#server/platform/guarded-request/guarded-request.ts'

export interface FetchLimits {
  readonly bytes: number
  /** For the whole download, redirects included. */
  readonly timeoutMs: number
  /** Allows addresses of the local network, which an external address must not be able to reach. */
  readonly allowLocal: boolean
}

export const defaultFetchLimits: FetchLimits = {
  bytes: 512 * 1024 * 1024,
  timeoutMs: 180_000,
  allowLocal: false,
}

const maxRedirects = 5

/** The server's validators of the last delivery: it need not send the same again. */
export interface FetchConditions {
  readonly etag?: string | null
  readonly lastModified?: string | null
}

export type FetchedGuide =
  /** Nothing changed according to the validators. */
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'body'
      readonly etag: string | null
      readonly lastModified: string | null
      readonly bytes: AsyncGenerator<Uint8Array>
    }

/**
 * Opens a guide's address. The address is checked where its name is resolved, and the connection uses that very IP
 * address, so a name that resolves differently the second time gains nothing. A redirect may only use http and https,
 * and is checked in the same way.
 */
export async function openGuide(
  address: string,
  limits: FetchLimits = defaultFetchLimits,
  conditions: FetchConditions = {},
  stop?: AbortSignal,
): Promise<FetchedGuide> {
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop])
  const response = await follow(new URL(address), limits, signal, conditions)
  if (response.statusCode === 304) {
    response.destroy()
    return { kind: 'unchanged' }
  }
  const { etag, 'last-modified': lastModified } = response.headers
  return {
    kind: 'body',
    etag: headerOf(etag),
    lastModified: headerOf(lastModified),
    bytes: bodyOf(response, limits, timeout),
  }
}

/** The same as a stream, from the first byte. */
export async function* fetchGuide(
  address: string,
  limits: FetchLimits = defaultFetchLimits,
): AsyncGenerator<Uint8Array> {
  const opened = await openGuide(address, limits)
  if (opened.kind === 'body') yield* opened.bytes
}

function headerOf(value: string | undefined) {
  return value === undefined || value.length > 500 ? null : value
}

async function* bodyOf(
  response: IncomingMessage,
  limits: FetchLimits,
  timeout: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of response) {
      bytes += (piece as Uint8Array).length
      if (bytes > limits.bytes)
        throw new Error(`it is larger than ${Math.round(limits.bytes / 1024 / 1024)} MB`)
      yield piece as Uint8Array
    }
  } catch (error) {
    throw timeout.aborted ? new Error(`it did not arrive within ${limits.timeoutMs / 1000} s`) : error
  } finally {
    response.destroy()
  }
}

async function follow(
  first: URL,
  limits: FetchLimits,
  signal: AbortSignal,
  conditions: FetchConditions,
): Promise<IncomingMessage> {
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await open(url, limits, signal, conditions)
    const { statusCode = 0, headers } = response
    if (statusCode === 304) return response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      const next = new URL(headers.location, url)
      if (url.protocol === 'https:' && next.protocol !== 'https:')
        throw new Error('it is redirected from https to http')
      url = next
      continue
    }
    if (statusCode === 200) return response
    response.destroy()
    throw new Error(`${url.host} answered ${statusCode}`)
  }
  throw new Error(`it is redirected more than ${maxRedirects} times`)
}

function open(
  url: URL,
  limits: FetchLimits,
  signal: AbortSignal,
  { etag, lastModified }: FetchConditions,
): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? httpsGet : url.protocol === 'http:' ? httpGet : undefined
  if (get === undefined) throw new Error(`${url.protocol}// is not opened; give an http or https address`)
  // A numeric address is not resolved, so it is checked here.
  const literal = literalAddress(url)
  if (!limits.allowLocal && literal !== undefined && isLocalAddress(literal)) throw localAddress(literal)
  const headers = {
    'user-agent': ownUserAgent,
    accept: '*/*',
    ...(typeof etag === 'string' ? { 'if-none-match': etag } : {}),
    ...(typeof lastModified === 'string' ? { 'if-modified-since': lastModified } : {}),
  }
  return new Promise((resolve, reject) => {
    const lookup = limits.allowLocal ? {} : { lookup: guardedLookup(localAddress) }
    const request = get(url, { signal, ...lookup, headers }, resolve)
    request.on('error', (error) =>
      reject(signal.aborted ? new Error(`it did not answer within ${limits.timeoutMs / 1000} s`) : error),
    )
  })
}

function localAddress(address: string): Error {
  return new Error(`${address} is in the local network; say --allow-local if that is meant`)
}
