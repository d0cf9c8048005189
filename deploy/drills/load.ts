/** Viewers of the drill: they ask for everything all the time, as clients do, and count what they see. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CrowdAccount } from '#bench/crowd/accounts.ts'
import { Ending } from '#bench/crowd/ending.ts'
import { logIn } from '#bench/crowd/log-in.ts'
import { payByMerchant, performPayment, type Merchant } from '#bench/crowd/pay.ts'
import { createRequests, type Requests } from '#bench/crowd/requests.ts'
import { Tally } from '#bench/crowd/tally.ts'
import { playLive, type LiveFigures } from './live-player.ts'
import { type Access, TimeAway } from './time-away.ts'

export interface LoadOptions {
  readonly origin: string
  readonly accounts: readonly CrowdAccount[]
  readonly channels: readonly number[]
  readonly merchantKey: string
}

export interface Load {
  readonly tally: Tally
  readonly live: LiveFigures
  /** The scripts and styles that pages have named so far, those of former releases too. */
  readonly assets: ReadonlySet<string>
  /** Slower than this were: the longest of each kind, in milliseconds, without long polls. */
  readonly longestMs: ReadonlyMap<string, number>
  readonly away: TimeAway
  /** The payments that the payment system has the result of, by their numbers. */
  readonly paid: ReadonlySet<string>
  /** Ends the viewers; payments without a response are then repeated until there is one, as a payment system does. */
  end(): Promise<void>
}

/** Of each kind of viewer. */
const kindsOfViewers = [
  browse,
  browse,
  useApi,
  useApi,
  beginStreams,
  openAssets,
  poll,
  logInOften,
  pay,
  play,
  play,
]
const pauseMs = 40
const maxRequests = 1_000_000
/** They are answered after 25 s at the latest. */
const pollLimitMs = 40_000

interface Viewing extends LoadOptions {
  readonly requests: Requests
  readonly tally: Tally
  readonly ending: Ending
  readonly assets: Set<string>
  readonly live: LiveFigures
  readonly payments: Payments
  readonly account: CrowdAccount
  readonly token: string
}

interface Payments {
  readonly paid: Set<string>
  readonly unknown: Set<string>
}

const maxSettlings = 60

export async function startLoad(options: LoadOptions): Promise<Load> {
  const { origin, accounts } = options
  const ending = new Ending()
  const tally = new TallyWithLongest(performance.now())
  const requests = createRequests({ origin, tally, ending, connections: 64, maxRequests })
  const live: LiveFigures = { updates: 0, longestGapMs: 0, stalls: 0, longestStallMs: 0, segments: 0 }
  const assets = new Set<string>()
  const payments: Payments = { paid: new Set(), unknown: new Set() }
  const living = kindsOfViewers.map(async (act, index) => {
    const account = accounts[index]
    if (account === undefined) throw new Error('there are more viewers than accounts')
    const token = await logIn(requests, account)
    if (token === undefined) throw new Error(`${account.abonement} cannot log in`)
    await act({ ...options, requests, tally, ending, assets, live, payments, account, token })
  })
  const failed = Promise.all(living)
  failed.catch((error: unknown) => tally.add('viewer', 'error', performance.now(), 0, String(error)))
  return {
    ...{ tally, live, assets, longestMs: tally.longestMs, away: tally.away, paid: payments.paid },
    end: async () => {
      ending.end()
      await failed.catch(() => undefined)
      await settle(options, tally, payments)
      requests.close()
    },
  }
}

function merchantOf({ origin, merchantKey }: LoadOptions): Merchant {
  return { url: `${origin}/merchants/payme`, key: merchantKey }
}

async function settle(options: LoadOptions, tally: Tally, { paid, unknown }: Payments): Promise<void> {
  for (let turn = 0; unknown.size > 0 && turn < maxSettlings; turn += 1)
    for (const id of unknown) {
      const { state } = await performPayment(merchantOf(options), tally, id)
      if (state !== 'unknown') unknown.delete(id)
      if (state === 'paid') paid.add(id)
      if (state === 'unknown') await pause(1000)
    }
  if (unknown.size > 0) throw new Error(`${unknown.size} payments have no result`)
}

const accessOf: Readonly<Record<string, Access>> = {
  // Pages and files need no database for long.
  'api: home': 'reads',
  'api: channels': 'reads',
  'api: subscriber': 'reads',
  'api: search': 'reads',
  'payment PerformTransaction': 'writes',
}

class TallyWithLongest extends Tally {
  readonly longestMs = new Map<string, number>()
  readonly away = new TimeAway()

  override add(...[kind, outcome, beganAtMs, ms, reason]: Parameters<Tally['add']>): void {
    super.add(kind, outcome, beganAtMs, ms, reason)
    this.longestMs.set(kind, Math.max(ms, this.longestMs.get(kind) ?? 0))
    const access = accessOf[kind]
    if (outcome === 'ok' && access !== undefined) this.away.succeeded(kind, access, beganAtMs + ms)
  }
}

async function repeat({ ending }: Viewing, act: (turn: number) => Promise<unknown>, everyMs = pauseMs) {
  for (let turn = 0; !ending.isOver; turn += 1) {
    await act(turn)
    await ending.sleep(everyMs)
  }
}

const pages = ['/', '/tv', '/movies', '/search', '/uz']
const namedFiles = /(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g

function browse(viewing: Viewing): Promise<void> {
  const { requests, account, assets } = viewing
  return repeat(viewing, async (turn) => {
    const page = await requests.ask('page', pages[turn % pages.length] ?? '/', { from: account.address })
    const own = [...(page?.text.matchAll(namedFiles) ?? [])].map((match) => match[1] ?? '')
    for (const asset of own) assets.add(asset)
    for (const asset of own) await askAsset(viewing, asset)
  })
}

/** A page that stays open asks for its parts later, of whichever process. */
function openAssets(viewing: Viewing): Promise<void> {
  const parts = new Set<string>()
  return repeat(viewing, async (turn) => {
    const named = [...viewing.assets, ...parts]
    const asset = named[turn % Math.max(1, named.length)]
    if (asset === undefined) return
    const text = await askAsset(viewing, asset)
    for (const [, name] of text?.matchAll(/["'](?:\.\/|assets\/)([\w.-]+-[\w-]{8}\.(?:js|css))["']/g) ?? [])
      if (name !== undefined && parts.size < 2000)
        parts.add(`${asset.slice(0, asset.lastIndexOf('/'))}/${name}`)
  })
}

/** A 404 is no failure of a request for `Requests`, but one for a page. */
async function askAsset({ requests, tally, account }: Viewing, asset: string): Promise<string | undefined> {
  const received = await requests.ask('asset', asset, { from: account.address })
  if (received?.status !== 200 && received !== undefined)
    tally.add('asset that is missing', 'error', performance.now(), 0, `${received.status} ${asset}`)
  return received?.status === 200 ? received.text : undefined
}

function useApi(viewing: Viewing): Promise<void> {
  const { requests, account, token } = viewing
  const addresses = [
    ['api: home', '/api/v1/home'],
    ['api: channels', '/middleware/channel/list?compact=1'],
    ['api: subscriber', '/middleware/customer/info'],
    ['api: search', '/api/v1.2.0/search/all?query=ki'],
  ] as const
  return repeat(viewing, async (turn) => {
    const [kind, address] = addresses[turn % addresses.length] ?? addresses[0]
    await requests.ask(kind, address, { token, from: account.address })
  })
}

/** A stream is stored when it begins: no read, and viewers who only look around do not wait for it. */
function beginStreams(viewing: Viewing): Promise<void> {
  const { requests, account, token, channels } = viewing
  const address = `/middleware/channel/url?cid=${channels[0] ?? 0}&warm=1&beats=1`
  return repeat(viewing, () => requests.ask('api: stream', address, { token, from: account.address }))
}

function poll(viewing: Viewing): Promise<void> {
  const { requests, account, token } = viewing
  let state = ''
  return repeat(viewing, async () => {
    const address = `/api/v1.2.0/notifications/wait${state}`
    const received = await requests.ask('long poll', address, {
      token,
      from: account.address,
      limitMs: pollLimitMs,
    })
    if (received?.status !== 200) return
    const { data } = JSON.parse(received.text) as { data: Readonly<Record<string, number>> }
    state = `?${Object.entries(data)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')}`
  })
}

function logInOften(viewing: Viewing): Promise<void> {
  const others = viewing.accounts.slice(kindsOfViewers.length)
  return repeat(
    viewing,
    (turn) => logIn(viewing.requests, others[turn % others.length] ?? viewing.account),
    500,
  )
}

function pay(viewing: Viewing): Promise<void> {
  const { tally, account, payments } = viewing
  const one = async (): Promise<void> => {
    const { id, state } = await payByMerchant(merchantOf(viewing), tally, account.abonement)
    if (state === 'paid') payments.paid.add(id)
    if (state === 'unknown') payments.unknown.add(id)
  }
  return repeat(viewing, one, 200)
}

function play(viewing: Viewing): Promise<void> {
  return playLive(viewing, { token: viewing.token, from: viewing.account.address, live: viewing.live })
}
