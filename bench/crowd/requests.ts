/** The requests of a crowd: kept connections, a limit of time for each, and the retry time that a server asks for. */
import { Agent, request } from 'node:http'
import type { Ending } from './ending.ts'
import type { Outcome, Tally } from './tally.ts'

export interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly token?: string | undefined
  readonly body?: object
  /** The client's own address, for a product that trusts this machine as a proxy. */
  readonly from?: string
  /** Only the first bytes: what matters is when, not what. */
  readonly isHead?: boolean
  /** How long it may take, in milliseconds; 15 s when left out. */
  readonly limitMs?: number
}

export interface Received {
  readonly status: number
  readonly text: string
}

export interface Requests {
  /** The base address of the product. */
  readonly origin: string
  /** Asks until it is answered: a 503 is repeated after its Retry-After, a few times. Undefined: no usable response. */
  ask(kind: string, address: string, sent?: Sent): Promise<Received | undefined>
  close(): void
}

export interface RequestOptions {
  readonly origin: string
  readonly tally: Tally
  readonly ending: Ending
  /** No more connections than this at once: a process has a limited number of files. */
  readonly connections: number
  readonly maxRequests: number
}

const limitMs = 15_000
const maxTries = 6
const maxBodyBytes = 4 * 1024 * 1024
const firstBytes = 'bytes=0-63'

export function createRequests(options: RequestOptions): Requests {
  const { origin, tally, ending, connections, maxRequests } = options
  const { hostname } = new URL(origin)
  if (hostname !== '127.0.0.1')
    throw new Error(`a crowd only visits this machine: ${origin} is not 127.0.0.1`)
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'lifo' })
  let sentSoFar = 0
  const attempt = async (kind: string, address: string, sent: Sent): Promise<Reply> => {
    sentSoFar += 1
    if (sentSoFar > maxRequests) throw new Error(`more than ${maxRequests} requests`)
    const beganAtMs = performance.now()
    let reply = await send(agent, new URL(address, origin), sent)
    if (reply.isLostConnection === true) {
      tally.reconnected += 1
      reply = await send(false, new URL(address, origin), sent)
    }
    if (!ending.isOver) tally.add(kind, reply.outcome, beganAtMs, performance.now() - beganAtMs, reply.reason)
    return reply
  }
  return {
    origin,
    ask: async (kind, address, sent = {}) => {
      for (let tries = 1; !ending.isOver; tries += 1) {
        const reply = await attempt(kind, address, sent)
        if (reply.outcome === 'ok' || reply.outcome === 'refused') {
          if (tries > 1) tally.retriedOk += 1
          return reply.received
        }
        if (reply.outcome !== 'shed') return undefined
        if (tries === maxTries) {
          tally.gaveUp += 1
          return undefined
        }
        await ending.sleep(reply.retryAfterSec * 1000)
      }
      return undefined
    },
    close: () => agent.destroy(),
  }
}

interface Reply {
  readonly outcome: Outcome
  readonly received?: Received
  readonly retryAfterSec: number
  readonly reason?: string
  /** A kept connection was closed before the request came: browsers then send it again on a new one. */
  readonly isLostConnection?: boolean
}

function send(agent: Agent | false, url: URL, sent: Sent): Promise<Reply> {
  const { method = 'GET', token, body, from, isHead = false } = sent
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    accept: 'application/json',
    'accept-language': 'ru',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    ...(isHead ? { range: firstBytes } : {}),
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  }
  return new Promise((resolve) => {
    const failed = (error: Error) =>
      resolve({
        outcome: error.message === 'late' ? 'timeout' : 'error',
        retryAfterSec: 0,
        reason: error.message,
        isLostConnection:
          method === 'GET' && asking.reusedSocket && 'code' in error && error.code === 'ECONNRESET',
      })
    const asking = request(url, { method, headers, agent }, (response) => {
      const pieces: Buffer[] = []
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > maxBodyBytes) response.destroy(new Error('a body without end'))
        else if (!isHead) pieces.push(piece)
      })
      response.on('error', failed)
      response.on('end', () => {
        clearTimeout(timer)
        const received = { status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }
        resolve(replyOf(received, response.headers['retry-after']))
      })
    })
    const timer = setTimeout(() => asking.destroy(new Error('late')), sent.limitMs ?? limitMs)
    asking.on('error', (error) => {
      clearTimeout(timer)
      failed(error)
    })
    asking.end(payload)
  })
}

function replyOf(received: Received, retryAfter: string | undefined): Reply {
  const { status, text } = received
  const retryAfterSec = Number(retryAfter)
  if (status === 503 && retryAfterSec > 0) return { outcome: 'shed', retryAfterSec }
  if (status >= 500) return { outcome: 'error', retryAfterSec: 0, reason: `status ${status}` }
  const failure = status === 200 ? undefined : `status ${status}`
  const named = /"failure":"(\w+)"/.exec(text.slice(0, 2000))?.[1]
  const reason = named ?? (status < 300 ? undefined : failure)
  if (reason === undefined) return { outcome: 'ok', received, retryAfterSec: 0 }
  return { outcome: 'refused', received, retryAfterSec: 0, reason }
}
