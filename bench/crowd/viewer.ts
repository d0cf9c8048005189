/** One viewer of a crowd: follows its plan with the requests of the site. */
import type { CrowdAccount } from './accounts.ts'
import { Ending } from './ending.ts'
import { logIn } from './log-in.ts'
import type { Act, ViewerPlan } from './plan.ts'
import { payByMerchant, type Merchant } from './pay.ts'
import type { Received, Requests } from './requests.ts'
import type { Tally } from './tally.ts'
import { watch } from './watch.ts'

/** What all viewers of a run share. */
export interface World {
  readonly requests: Requests
  readonly tally: Tally
  readonly merchant: Merchant | undefined
  /** The channels that play. */
  readonly channels: readonly number[]
  readonly words: readonly string[]
  readonly startedAtMs: number
  readonly ending: Ending
}

export interface ViewerOptions {
  readonly account: CrowdAccount
  readonly plan: ViewerPlan
  /** Whether it loads playlists and segments; the others only ask for addresses and send heartbeats. */
  readonly loadsMedia: boolean
}

const shortestBeatSec = 5
const longestOverdueMs = 2000
/** Letters typed before the result is looked at. */
const typedLetters = [2, 4, 7]
const betweenLettersMs = 350
const guideTileSec = 21_600
const guideChannels = 25

interface PlayableAddress {
  readonly url: string
  readonly stream_id: string
  readonly heartbeat_sec: number
}

export class Viewer {
  readonly #world: World
  readonly #options: ViewerOptions
  #token: string | undefined
  #streamId = ''
  #watching: Ending | undefined
  #pending: Promise<void>[] = []

  constructor(world: World, options: ViewerOptions) {
    this.#world = world
    this.#options = options
  }

  /** Lives its plan to the end; never throws because of a response. */
  async live(): Promise<void> {
    const { ending, startedAtMs } = this.#world
    const { plan, account } = this.#options
    await this.#waitUntil(plan.arrivesAtMs)
    if (!ending.isOver) this.#token = await logIn(this.#world.requests, account)
    if (this.#token === undefined) return
    for (const [index, act] of plan.acts.entries()) {
      await this.#waitUntil(act.atMs)
      if (ending.isOver) break
      // People who wait for a response do not act meanwhile, nor make up for it; they all see the home page first.
      const overdueMs = performance.now() - startedAtMs - act.atMs
      if (index > 0 && overdueMs > longestOverdueMs) continue
      await this.#do(act)
    }
    await this.#waitUntil(Number.POSITIVE_INFINITY)
    await Promise.all(this.#pending)
  }

  async #waitUntil(atMs: number): Promise<void> {
    const { ending, startedAtMs } = this.#world
    await ending.sleep(startedAtMs + atMs - performance.now())
  }

  async #do({ kind, pick }: Act): Promise<void> {
    switch (kind) {
      case 'home':
        return this.#openHome()
      case 'guide':
        return this.#openGuide(pick)
      case 'live':
        return this.#watchChannel(pick)
      case 'archive':
        return this.#watchArchive(pick)
      case 'search':
        return this.#search(pick)
      case 'pay':
        return this.#pay()
    }
  }

  #get(kind: string, address: string): Promise<Received | undefined> {
    return this.#world.requests.ask(kind, address, {
      token: this.#token,
      from: this.#options.account.address,
    })
  }

  async #openHome(): Promise<void> {
    await Promise.all([
      this.#get('home rails', '/api/v1/home'),
      this.#get('channel list', '/middleware/channel/list?compact=1'),
      this.#get('customer info', '/middleware/customer/info'),
      this.#get('continue watching', '/middleware/video/viewing'),
    ])
  }

  async #openGuide(pick: number): Promise<void> {
    const { channels } = this.#world
    const nowSec = Date.now() / 1000
    const first = Math.floor(pick * Math.max(1, channels.length - guideChannels))
    const cids = channels.slice(first, first + guideChannels).toSorted((a, b) => a - b)
    const from = Math.floor(nowSec / guideTileSec) * guideTileSec
    await this.#get('guide tile', `/middleware/noauth/guide/tile?from=${from}&cids=${cids.join(',')}`)
    await this.#programmes(pick)
  }

  #programmes(pick: number) {
    const nowSec = Math.floor(Date.now() / 1000)
    const query = `cid=${this.#channel(pick)}&time_from=${nowSec - 86_400}&time_to=${nowSec + 21_600}`
    return this.#get('channel guide', `/middleware/program/list?${query}`)
  }

  #channel(pick: number): number {
    const { channels } = this.#world
    return channels[Math.floor(pick * channels.length)] ?? 0
  }

  async #watchChannel(pick: number): Promise<void> {
    await this.#play('channel address', `/middleware/channel/url?cid=${this.#channel(pick)}`)
  }

  async #watchArchive(pick: number): Promise<void> {
    const listed = dataOf<{
      programs?: { item?: readonly { pid: number; url: string | null; end_time: number }[] }
    }>(await this.#programmes(pick))
    const recorded = listed?.programs?.item?.filter(
      ({ url, end_time }) => url !== null && end_time < Date.now() / 1000 - 900,
    )
    const programme = recorded?.[Math.floor(pick * recorded.length)]
    if (programme === undefined) return
    const query = `pid=${programme.pid}&cid=${this.#channel(pick)}`
    await this.#play('programme address', `/middleware/program/url?${query}`)
  }

  async #play(kind: string, address: string): Promise<void> {
    const stream = this.#streamId === '' ? '' : `&stream_id=${this.#streamId}`
    const playable = dataOf<PlayableAddress>(await this.#get(kind, `${address}&beats=1${stream}`))
    if (playable?.url === undefined || this.#world.ending.isOver) return
    this.#watching?.end()
    const ending = new Ending(this.#world.ending)
    this.#watching = ending
    this.#streamId = playable.stream_id
    const { requests, tally } = this.#world
    const from = this.#options.account.address
    this.#pending = [
      this.#beat(playable, ending),
      ...(this.#options.loadsMedia ? [watch({ requests, tally, from, ending }, playable.url)] : []),
    ]
  }

  async #beat({ stream_id, heartbeat_sec }: PlayableAddress, ending: Ending): Promise<void> {
    if (stream_id === '' || heartbeat_sec <= 0) return
    while (!ending.isOver) {
      await this.#world.requests.ask('heartbeat', '/middleware/stream/heartbeat', {
        ...{ method: 'POST', token: this.#token, from: this.#options.account.address },
        body: { stream_id },
      })
      await ending.sleep(Math.max(shortestBeatSec, heartbeat_sec) * 1000)
    }
  }

  async #search(pick: number): Promise<void> {
    const { words, ending } = this.#world
    const word = words[Math.floor(pick * words.length)] ?? 'кино'
    for (const letters of typedLetters) {
      const query = encodeURIComponent(word.slice(0, letters))
      await this.#get('search', `/api/v1.2.0/search/all?query=${query}`)
      await ending.sleep(betweenLettersMs)
    }
  }

  async #pay(): Promise<void> {
    const { merchant, tally } = this.#world
    if (merchant !== undefined) await payByMerchant(merchant, tally, this.#options.account.abonement)
    await this.#get('customer info', '/middleware/customer/info')
  }
}

function dataOf<Data>(received: Received | undefined): Data | undefined {
  if (received === undefined || received.status !== 200) return undefined
  try {
    return (JSON.parse(received.text) as { data?: Data }).data
  } catch {
    return undefined
  }
}
