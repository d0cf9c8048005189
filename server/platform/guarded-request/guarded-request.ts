/**
 * One request to an address that a person typed: bounded in time and size, without redirects, and to public addresses
 * only unless allowed.
 */
import { lookup as addressesOf } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { guardedLookup } from '#media/network/guarded-lookup.ts'
import { isLocalAddress, literalAddress } from '#media/network/local-address.ts'

const maxBytes = 64 * 1024
/** What others see of our requests: not the name of the product, whose brand is the operator's own. */
export const ownUserAgent = 'tv-server/1'

export interface GuardedRequest {
  /** http or https; any other is `no_connection`. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Whether it may lead into the local network. */
  readonly allowLocal: boolean
  readonly timeoutMs: number
}

export type GuardedResponse =
  /** `text` is cut off after 64 kB: a longer answer is one all the same. */
  | { readonly kind: 'responded'; readonly status: number; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: 'timeout' | 'no_connection' | 'local_address' }

class LocalAddressRefused extends Error {
  override readonly name = 'LocalAddressRefused'
}

/** Never throws for what happens outside. The name is resolved once, for the connection itself. */
export async function guardedRequest(request: GuardedRequest, stop?: AbortSignal): Promise<GuardedResponse> {
  const url = URL.parse(request.url)
  if (url === null || !/^https?:$/.test(url.protocol)) return { kind: 'failed', reason: 'no_connection' }
  const literal = literalAddress(url)
  if (!request.allowLocal && literal !== undefined && isLocalAddress(literal))
    return { kind: 'failed', reason: 'local_address' }
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop])
  try {
    return await exchange(url, request, signal)
  } catch (error) {
    if (error instanceof LocalAddressRefused) return { kind: 'failed', reason: 'local_address' }
    return { kind: 'failed', reason: signal.aborted ? 'timeout' : 'no_connection' }
  }
}

const resolveMs = 5000

/** Why an address that a person typed is not called; undefined when it may be. Resolves its name unless local ones are allowed. */
export async function whyUnreachable(
  address: string,
  allowLocal: boolean,
): Promise<'timeout' | 'no_connection' | 'local_address' | undefined> {
  const url = URL.parse(address)
  if (url === null) return 'no_connection'
  if (allowLocal) return undefined
  const literal = literalAddress(url)
  if (literal !== undefined) return isLocalAddress(literal) ? 'local_address' : undefined
  const late = Promise.withResolvers<'timeout'>()
  const timer = setTimeout(() => late.resolve('timeout'), resolveMs)
  try {
    const resolved = await Promise.race([addressesOf(url.hostname, { all: true }), late.promise])
    if (resolved === 'timeout') return resolved
    return resolved.some((one) => isLocalAddress(one.address)) ? 'local_address' : undefined
  } catch {
    return 'no_connection'
  } finally {
    clearTimeout(timer)
  }
}

function exchange(url: URL, sent: GuardedRequest, signal: AbortSignal): Promise<GuardedResponse> {
  const { method, body, allowLocal } = sent
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  const lookup = allowLocal ? {} : { lookup: guardedLookup(() => new LocalAddressRefused()) }
  const headers = {
    ...{ accept: '*/*', 'user-agent': ownUserAgent },
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...sent.headers,
  }
  return new Promise((resolve, reject) => {
    const request = open(url, { method, signal, headers, ...lookup }, (response) => {
      const pieces: Buffer[] = []
      let size = 0
      response.on('data', (piece: Buffer) => {
        pieces.push(piece)
        size += piece.length
        if (size > maxBytes) response.destroy()
      })
      response.on('error', reject)
      response.on('close', () => {
        const text = Buffer.concat(pieces).subarray(0, maxBytes).toString('utf8')
        resolve({ kind: 'responded', status: response.statusCode ?? 0, text })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}
