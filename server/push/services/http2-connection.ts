/** One HTTP/2 connection to a service: opened when needed, kept alive, replaced after a loss. */
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'

export type Http2Response =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      readonly retryAfterSec?: number
    }
  | { readonly kind: 'down'; readonly reason: string }

export interface Http2Connection {
  /** One POST. Settles soon after `signal` fires; never rejects. */
  post(headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal): Promise<Http2Response>
  /** Ends the connection; pending requests end with it. */
  close(): void
}

const heartbeatMs = 60_000
const heartbeatLimitMs = 5000
const maxResponseBytes = 64 * 1024

/** `origin`: `https://host:port`, or `http://…` for HTTP/2 without TLS. */
export function openHttp2Connection(origin: string): Http2Connection {
  let current: ClientHttp2Session | undefined
  let isClosed = false
  const session = (): ClientHttp2Session => {
    if (current === undefined || current.closed || current.destroyed) current = begin()
    return current
  }
  const begin = (): ClientHttp2Session => {
    const opened = connect(origin)
    // Pending requests get the error themselves; without a listener it would end the process.
    opened.on('error', () => undefined)
    const heartbeat = setInterval(() => beat(opened), heartbeatMs)
    heartbeat.unref()
    opened.on('close', () => clearInterval(heartbeat))
    opened.on('goaway', () => retire(opened))
    return opened
  }
  /** No new request uses it; pending ones may still get their responses. */
  const retire = (retired: ClientHttp2Session) => {
    if (current === retired) current = undefined
    if (!retired.destroyed) retired.close()
  }
  return {
    post: async (headers, body, signal) => {
      if (isClosed) return { kind: 'down', reason: 'closed' }
      if (signal.aborted) return { kind: 'down', reason: 'timeout' }
      let used: ClientHttp2Session | undefined
      try {
        used = session()
        const stream = used.request({ ...headers, ':method': 'POST' })
        const response = await responseOf(stream, body, signal)
        // Nothing says whether the connection still works: the next request opens another.
        if (response.kind === 'down') retire(used)
        return response
      } catch {
        // The address is none, or the connection ended between the look and the request, or has no stream left.
        if (used !== undefined) retire(used)
        return { kind: 'down', reason: 'no_connection' }
      }
    },
    close: () => {
      isClosed = true
      current?.destroy()
      current = undefined
    },
  }
}

/** A connection that does not respond to a ping is cut. */
function beat(session: ClientHttp2Session): void {
  const timer = setTimeout(() => session.destroy(), heartbeatLimitMs)
  timer.unref()
  const isSent = !session.destroyed && session.ping(() => clearTimeout(timer))
  if (!isSent) clearTimeout(timer)
}

function responseOf(stream: ClientHttp2Stream, body: string, signal: AbortSignal): Promise<Http2Response> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let [status, retryAfter, size] = [0, '', 0]
    const settle = (response: Http2Response) => {
      signal.removeEventListener('abort', onAbort)
      resolve(response)
    }
    const cancel = (reason: string) => {
      settle({ kind: 'down', reason })
      stream.close(constants.NGHTTP2_CANCEL)
    }
    const onAbort = () => cancel('timeout')
    signal.addEventListener('abort', onAbort, { once: true })
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0
      retryAfter = String(headers['retry-after'] ?? '')
    })
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxResponseBytes) cancel('answer_too_big')
      else chunks.push(chunk)
    })
    stream.on('error', () => settle({ kind: 'down', reason: 'no_connection' }))
    // A stream can close without an error and without an end: refused by the server, or cut with its connection.
    stream.on('close', () => settle({ kind: 'down', reason: 'connection_lost' }))
    stream.on('end', () => {
      if (status === 0) return
      const later = /^\d{1,6}$/.test(retryAfter) ? { retryAfterSec: Number(retryAfter) } : {}
      settle({ kind: 'answered', status, text: Buffer.concat(chunks).toString('utf8'), ...later })
    })
    stream.end(body)
  })
}
