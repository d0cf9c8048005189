/**
 * The endpoint of payment systems: `/merchants/payme`, `/merchants/click/prepare` and `/complete`,
 * `/merchants/paynet`, `/merchants/uzum/check`, `/create`, `/confirm`, `/reverse` and `/status`. Their requests have
 * their own envelopes, so they are no endpoints of the contract. A system that is not configured has no address.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Adapter, Answered, MerchantRequest, Merchants } from '#server/merchants/merchants.ts'
import { addressMatcher } from '#server/platform/primitives/ip-address.ts'
import type { RateLimit } from '#server/platform/limits/rate-limit.ts'
import { limitsInMemory, type RateLimits } from '#server/platform/limits/rate-limits.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface PaymentSystemOptions {
  readonly merchants: Pick<Merchants, 'connections'>
  readonly log: Log
  /** The real client address, behind the trusted proxies. */
  readonly clientAddress: (request: IncomingMessage) => string
  /** Where wrong keys are counted; in memory when absent. */
  readonly rateLimits?: RateLimits
}

const maxBodyBytes = 64 * 1024
/** A slower request body is cut off. */
const bodyLimitMs = 10_000
/** Wrong keys from one address, so only a failed check counts; a system's own test requests send some. */
const wrongKeys = { name: 'merchant_keys', attempts: 100, perSec: 60 }
/** Requests processed at once, and queued: the requests of viewers need database connections too. */
const atOnce = 8
const maxWaiting = 400

/** Serves `/merchants/`; an address of a system that is not configured is left to the other handlers. */
export function paymentSystemMount({
  merchants,
  log,
  clientAddress,
  rateLimits = limitsInMemory,
}: PaymentSystemOptions): Mount {
  const tries = rateLimits.byNetwork(wrongKeys)
  const gate = createGate(atOnce, maxWaiting)
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const [, , name = '', action = '', ...more] = (request.url ?? '').split('?', 1)[0]?.split('/') ?? []
    const { connections } = merchants
    const provider = [...connections.keys()].find((one) => one === name)
    const connection = provider === undefined ? undefined : connections.get(provider)
    if (provider === undefined || connection === undefined || more.length > 0) return false
    const { adapter, networks } = connection
    const body = await readBody(request).catch(() => null)
    if (body === null) {
      // The client disconnected before the request was complete.
      response.destroy()
      return true
    }
    if (body === undefined) {
      response.writeHead(413, { connection: 'close' }).end()
      return true
    }
    const address = clientAddress(request)
    const isListed = networks.length === 0 || addressMatcher(networks)(address)
    const { method = 'GET', headers } = request
    const params = { method, action, authorization: headers.authorization ?? '', body, isFromThere: isListed }
    const answered = await gate.run(
      () => countedResponse({ adapter, tries, address, params, log: log.with({ provider }) }),
      () => adapter.trouble(params),
    )
    if (answered.wasRefused === true) log.warn('merchants.request_refused', { provider, address })
    send(response, answered)
    return true
  }
  return { prefix: '/merchants/', handle }
}

interface CountedRequest {
  readonly adapter: Adapter
  readonly tries: RateLimit
  readonly address: string
  readonly params: MerchantRequest
  readonly log: Log
}

/** Wrong keys are counted by address. */
async function countedResponse({ adapter, tries, address, params, log }: CountedRequest): Promise<Answered> {
  try {
    const mayTry = params.isFromThere && (await tries.look(address)).kind === 'allowed'
    const answered = await adapter.response({ ...params, isFromThere: mayTry })
    if (answered.wasRefused === true && (mayTry || !params.isFromThere)) await tries.spend(address)
    return answered
  } catch (error) {
    // Busy or broken: only the database decides whether something was written, and the system retries.
    log.error('merchants.request_failed', { error })
    return adapter.trouble(params)
  }
}

/** Runs at most `max` tasks at once; rejects when the queue is full. */
function createGate(max: number, maxQueued: number) {
  const queue: (() => void)[] = []
  let working = 0
  return {
    run: async <Result>(work: () => Promise<Result>, full: () => Result): Promise<Result> => {
      if (working >= max) {
        if (queue.length >= maxQueued) return full()
        await new Promise<void>((resolve) => queue.push(resolve))
      } else working += 1
      try {
        return await work()
      } finally {
        // The slot passes on to the next one.
        const next = queue.shift()
        if (next === undefined) working -= 1
        else next()
      }
    },
  }
}

/** Undefined when it is too long; throws when it is endless or its sender disconnected. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const timer = setTimeout(() => request.destroy(new Error('the body took too long')), bodyLimitMs)
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      size += piece.length
      // The rest is read and dropped, so that the response arrives; up to a limit, so that no client can send for
      // ever.
      if (size > 16 * maxBodyBytes) throw new Error('the body has no end')
      if (size <= maxBodyBytes) pieces.push(piece)
    }
  } finally {
    clearTimeout(timer)
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(pieces).toString('utf8')
}

function send(response: ServerResponse, { status, body }: Answered): void {
  const text = JSON.stringify(body)
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(status === 401 ? { 'www-authenticate': 'Basic realm="merchants"' } : {}),
    })
    .end(text)
}
