/** The kinds of requests of a crowd, ready to be sent again and again by viewers who are logged in. */
import type { CrowdAccount } from './accounts.ts'
import { readPlaylist, tracksOf } from './hls.ts'
import type { CostedKind } from './kind-costs.ts'
import { logIn } from './log-in.ts'
import { payByMerchant, type Merchant } from './pay.ts'
import type { Requests } from './requests.ts'
import type { Tally } from './tally.ts'

interface CostOptions {
  readonly requests: Requests
  readonly tally: Tally
  readonly accounts: readonly CrowdAccount[]
  readonly channels: readonly number[]
  readonly merchant: Merchant | undefined
}

/** So many viewers take turns. */
const viewerCount = 200
const tileSec = 21_600

interface LoggedIn {
  readonly account: CrowdAccount
  readonly token: string
}

/** Logs viewers in, and gives the kinds with what each needs. */
export async function costedKinds(options: CostOptions): Promise<readonly CostedKind[]> {
  const { requests, channels, accounts } = options
  const viewers: LoggedIn[] = []
  for (const account of accounts.slice(0, viewerCount)) {
    const token = await logIn(requests, account)
    if (token !== undefined) viewers.push({ account, token })
  }
  const pick = <One>(list: readonly One[], index: number): One => {
    const one = list[index % list.length]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  const cid = (index: number) => pick(channels, index)
  const get = (kind: string, address: (index: number) => string): CostedKind => ({
    kind,
    send: (index) => {
      const { account, token } = pick(viewers, index)
      return requests.ask(kind, address(index), { token, from: account.address })
    },
  })
  const nowSec = Math.floor(Date.now() / 1000)
  const cids = channels.slice(0, 25).toSorted((a, b) => a - b)
  return [
    // Others: a login ends the former session of its device.
    { kind: 'login', send: (index) => logIn(requests, pick(accounts.slice(viewerCount), index)) },
    get('home rails', () => '/api/v1/home'),
    get('channel list', () => '/middleware/channel/list?compact=1'),
    get('customer info', () => '/middleware/customer/info'),
    get('continue watching', () => '/middleware/video/viewing'),
    get(
      'guide tile',
      () =>
        `/middleware/noauth/guide/tile?from=${Math.floor(nowSec / tileSec) * tileSec}&cids=${cids.join(',')}`,
    ),
    get(
      'channel guide',
      (index) =>
        `/middleware/program/list?cid=${cid(index)}&time_from=${nowSec - 86_400}&time_to=${nowSec + tileSec}`,
    ),
    get(
      'search',
      (index) =>
        `/api/v1.2.0/search/all?query=${encodeURIComponent(['ки', 'ново', 'футбол'][index % 3] ?? '')}`,
    ),
    ...(await ofWatching(options, viewers)),
    ...payments(options),
  ]
}

async function ofWatching({ requests, channels }: CostOptions, viewers: readonly LoggedIn[]) {
  // One watches all the time: its stream must not move to another channel.
  const watcher = viewers.at(-1)
  const others = viewers.slice(0, -1)
  const turnOf = (index: number) => others[index % others.length]
  if (watcher === undefined) throw new Error('nobody is logged in')
  const streams = new Map<string, string>()
  const zap = async (viewer: LoggedIn, index: number) => {
    const own = streams.get(viewer.token)
    const query = `cid=${channels[index % channels.length]}&beats=1${own === undefined ? '' : `&stream_id=${own}`}`
    const received = await requests.ask('channel address', `/middleware/channel/url?${query}`, {
      token: viewer.token,
      from: viewer.account.address,
    })
    const id = /"stream_id":"([\w-]+)"/.exec(received?.text ?? '')?.[1]
    if (id !== undefined) streams.set(viewer.token, id)
    return received
  }
  const address: CostedKind = {
    kind: 'channel address',
    send: (index) => zap(turnOf(index) ?? watcher, index),
  }
  const heartbeat: CostedKind = {
    kind: 'heartbeat',
    send: (index) => {
      const viewer = turnOf(index) ?? watcher
      return requests.ask('heartbeat', '/middleware/stream/heartbeat', {
        ...{ method: 'POST', token: viewer.token, from: viewer.account.address },
        body: { stream_id: streams.get(viewer.token) ?? '' },
      })
    },
  }
  const again = (kind: string, at: string, isHead = false): CostedKind => ({
    kind,
    send: () => requests.ask(kind, at, { from: watcher.account.address, isHead }),
  })
  const received = await zap(watcher, 0)
  const url = /"url":"([^"]+\.m3u8[^"]*)"/.exec(received?.text ?? '')?.[1]
  if (url === undefined) throw new Error('a channel gave no address')
  const master = new URL(url, requests.origin).href
  const tracks = tracksOf((await requests.ask('playlist (master)', master))?.text ?? '', master)
  const [track = ''] = tracks
  const { segments } = readPlaylist((await requests.ask('playlist (media)', track))?.text ?? '', track)
  const segment = segments.at(-1)?.address ?? ''
  return [
    address,
    heartbeat,
    again('playlist (master)', master),
    again('playlist (media)', track),
    again('segment', segment, true),
    again('segment, all bytes', segment),
  ]
}

function payments({ merchant, tally, accounts }: CostOptions): readonly CostedKind[] {
  if (merchant === undefined) return []
  const send = (index: number) =>
    payByMerchant(merchant, tally, accounts[index % accounts.length]?.abonement ?? '')
  return [{ kind: 'payment, both requests', send }]
}
