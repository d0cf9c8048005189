/** One POST with JSON: bounded in time and size, without redirects, and to public addresses only unless allowed. */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { guardedLookup, isLocalAddress, literalAddress } from '#media/media.ts'

const maxResponseBytes = 64 * 1024

export interface PostRequest {
  readonly url: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly allowLocal: boolean
  readonly timeoutMs: number
}

export type PostResponse =
  | { readonly kind: 'responded'; readonly status: number; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: 'timeout' | 'no_connection' | 'local_address' }

class LocalAddressRefused extends Error {
  override readonly name = 'LocalAddressRefused'
}

/** Never throws for what happens outside. The name is resolved once, for the connection itself. */
export async function postJson(options: PostRequest, stop?: AbortSignal): Promise<PostResponse> {
  const url = new URL(options.url)
  const literal = literalAddress(url)
  if (!options.allowLocal && literal !== undefined && isLocalAddress(literal))
    return { kind: 'failed', reason: 'local_address' }
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop])
  try {
    return await exchange(url, options, signal)
  } catch (error) {
    if (error instanceof LocalAddressRefused) return { kind: 'failed', reason: 'local_address' }
    return { kind: 'failed', reason: signal.aborted ? 'timeout' : 'no_connection' }
  }
}

function exchange(url: URL, options: PostRequest, signal: AbortSignal): Promise<PostResponse> {
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  const lookup = options.allowLocal ? {} : { lookup: guardedLookup(() => new LocalAddressRefused()) }
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(options.body)),
    'user-agent': 'Ekran',
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const request = open(url, { method: 'POST', signal, headers, ...lookup }, (response) => {
      const pieces: Buffer[] = []
      let size = 0
      response.on('data', (piece: Buffer) => {
        size += piece.length
        if (size <= maxResponseBytes) pieces.push(piece)
        else response.destroy()
      })
      response.on('error', reject)
      response.on('close', () =>
        resolve({
          kind: 'responded',
          status: response.statusCode ?? 0,
          text: Buffer.concat(pieces).toString('utf8'),
        }),
      )
    })
    request.on('error', reject)
    request.end(options.body)
  })
}

/** The words for what did not work. */
export function postProblem(reason: 'timeout' | 'no_connection' | 'local_address'): string {
  if (reason === 'timeout') return 'no response in time'
  return reason === 'no_connection' ? 'no connection' : 'the address is in the local network'
}
