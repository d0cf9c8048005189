/**
 * `/operator/channels`, `/operator/plays` and `/operator/apps`: with the operator's password, and without one only
 * from this machine. HTTP Basic authentication (RFC 7617), so that no secret is ever in an address.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { createNetworkLimit } from '#server/platform/limits/networks.ts'
import { createGuessLimiter, type GuessLimiter } from './guess-limit.ts'
import { operatorPage, pagePolicy } from './page-html.ts'
import { readReport } from '#server/monitoring/monitoring.ts'

export interface OperatorMountOptions {
  readonly dataDir: string
  readonly clock: Clock
  /** Undefined: only this machine. */
  readonly password: string | undefined
  /** The real client address, behind the trusted proxies. */
  readonly clientAddress: (request: IncomingMessage) => string
  /** Default: one that uses the machine's clock. */
  readonly guessLimiter?: GuessLimiter
  /** Renders the page of plays. */
  readonly plays: () => Promise<string>
  /** Renders the page of packaged apps. */
  readonly apps: () => Promise<string>
}

/** Wrong passwords from one address: only a failed check counts. */
const tryLimit = { name: 'operator_page', attempts: 10, perSec: 60 }

/** Serves `/operator/`. */
export function operatorMount(options: OperatorMountOptions) {
  const tries = createNetworkLimit(tryLimit)
  const guessLimiter = options.guessLimiter ?? createGuessLimiter(options.clock)
  const pages: Readonly<Record<string, () => Promise<string>>> = {
    '/operator/channels': async () => operatorPage(await readReport(options.dataDir), options.clock.nowMs()),
    '/operator/plays': options.plays,
    '/operator/apps': options.apps,
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const draw = pages[(request.url ?? '').split('?', 1)[0] ?? '']
    if (draw === undefined) return false
    const address = options.clientAddress(request)
    const { kind } = await tries.look(address)
    // Checked before the password, so that the delay reveals nothing about the guess.
    const waits = kind === 'refused' || (brings(request) && !(await guessLimiter.mayTry(address)))
    const verdict = waits ? 'wait' : verdictOn(options, request)
    if (verdict === 'open' && options.password !== undefined) guessLimiter.wasRight(address)
    if (verdict !== 'open') {
      if (verdict === 'wrong') {
        await tries.spend(address)
        guessLimiter.wasWrong()
      }
      refuse(response, verdict)
      return true
    }
    send(response, 200, 'text/html; charset=utf-8', await draw())
    return true
  }
  return { prefix: '/operator/', handle }
}

function brings(request: IncomingMessage) {
  return request.headers.authorization !== undefined
}

type Verdict = 'open' | 'ask' | 'wrong' | 'wait' | 'hidden'

function verdictOn(options: OperatorMountOptions, request: IncomingMessage): Verdict {
  const { password } = options
  if (password === undefined)
    return isThisMachine(options.clientAddress(request)) && !isForwarded(request) ? 'open' : 'hidden'
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(request.headers.authorization ?? '') ?? []
  if (encoded === undefined) return 'ask'
  const credentials = Buffer.from(encoded, 'base64').toString('utf8')
  return equal(credentials.slice(credentials.indexOf(':') + 1), password) ? 'open' : 'wrong'
}

function isThisMachine(address: string) {
  return address === '::1' || address.startsWith('127.')
}

/** A local proxy that is not configured would make every client look local. */
function isForwarded(request: IncomingMessage) {
  return request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
}

/** Digests have equal length, so the time reveals nothing. */
function equal(value: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(value), digest(right))
}

function refuse(response: ServerResponse, verdict: Exclude<Verdict, 'open'>): void {
  if (verdict === 'hidden')
    return send(
      response,
      404,
      'text/plain; charset=utf-8',
      'Not found. To see this page from another machine, set EKRAN_OPERATOR_PASSWORD.\n',
    )
  if (verdict === 'wait') {
    response.setHeader('retry-after', '60')
    return send(response, 429, 'text/plain; charset=utf-8', 'Too many wrong passwords. Wait a minute.\n')
  }
  response.setHeader('www-authenticate', 'Basic realm="Ekran operator", charset="UTF-8"')
  send(response, 401, 'text/plain; charset=utf-8', 'The operator’s password is needed.\n')
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  response.end(text)
}
