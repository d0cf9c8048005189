/** A crowd of viewers in one process, against a product on this machine. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/platform/database/database.ts'
import { Ending } from './ending.ts'
import { makeAccounts, paidTiyin, type CrowdAccount } from './accounts.ts'
import { firstQueue, followGauges, type GaugeSample } from './gauges.ts'
import { logIn } from './log-in.ts'
import type { Merchant } from './pay.ts'
import { planOf, type CrowdShape } from './plan.ts'
import { createRequests } from './requests.ts'
import { cpuBetween, productCpu, type PartSeconds } from './server-cpu.ts'
import { Tally } from './tally.ts'
import { Viewer, type World } from './viewer.ts'

export interface CrowdOptions {
  readonly shape: CrowdShape
  /** `http://127.0.0.1:…`, which trusts this machine as a proxy. */
  readonly origin: string
  readonly dataDir: string
  /** The main process of the product. */
  readonly pid: number
  readonly db: Db
  readonly merchant?: Merchant
  /** Every so many viewers load playlists and segments. */
  readonly mediaEvery?: number
}

export interface CrowdResult {
  readonly tally: Tally
  readonly gauges: readonly GaugeSample[]
  readonly firstQueue: string | undefined
  readonly tookSec: number
  readonly productCpu: PartSeconds
  /** CPU seconds of the crowd itself. */
  readonly crowdCpuSec: number
  readonly viewers: number
  /** Sums in the product against what was paid, in tiyin: equal, or money was lost or doubled. */
  readonly money: { readonly expected: number; readonly paid: number; readonly booked: number }
}

const connections = 4000
const maxRequests = 5_000_000
const paymentTiyin = 500_000
/** What is in flight at the end may take this long. */
const lastResponsesMs = 20_000

/** Runs a crowd to the end of its last phase; stops by itself. */
export async function runCrowd(options: CrowdOptions): Promise<CrowdResult> {
  const { shape, origin, db, dataDir, pid } = options
  const accounts = await makeAccounts(db, dataDir, shape.viewers)
  const before = await paidTiyin(db)
  const ending = new Ending()
  const startedAtMs = performance.now()
  const tally = new Tally(startedAtMs)
  const requests = createRequests({ origin, tally, ending, connections, maxRequests })
  const scout = createRequests({
    ...{ origin, ending, connections: 2, maxRequests: 400 },
    tally: new Tally(startedAtMs),
  })
  const channels = await playingChannels(scout, accounts[0])
  scout.close()
  const world: World = {
    ...{ requests, tally, channels, words, startedAtMs, ending },
    merchant: options.merchant,
  }
  const cpuBefore = productCpu(pid)
  const ownBefore = process.cpuUsage()
  const gauging = followGauges(origin, startedAtMs, ending)
  const { mediaEvery = 1 } = options
  const living = accounts.map((account, index) =>
    new Viewer(world, {
      account,
      plan: planOf(shape, index),
      loadsMedia: mediaEvery > 0 && index % mediaEvery === 0,
    }).live(),
  )
  await sleep(shape.phases.at(-1)?.untilMs ?? 0)
  ending.end()
  await Promise.race([Promise.all(living), sleep(lastResponsesMs, undefined, { ref: false })])
  requests.close()
  const tookSec = (performance.now() - startedAtMs) / 1000
  const own = process.cpuUsage(ownBefore)
  const gauges = await gauging
  const after = await paidTiyin(db)
  return {
    ...{ tally, gauges, tookSec, viewers: shape.viewers },
    firstQueue: firstQueue(gauges),
    productCpu: cpuBetween(cpuBefore, productCpu(pid)),
    crowdCpuSec: (own.user + own.system) / 1e6,
    money: {
      expected: tally.payments * paymentTiyin,
      paid: after.paid - before.paid,
      booked: after.booked - before.booked,
    },
  }
}

const words = [
  'кино',
  'новости',
  'футбол',
  'история',
  'детский',
  'ozbekiston',
  'shaytanat',
  'концерт',
] as const
const maxChannels = 40

/** The channels of the list that play now, asked as the first viewer. */
export async function playingChannels(
  requests: ReturnType<typeof createRequests>,
  account: CrowdAccount | undefined,
): Promise<readonly number[]> {
  if (account === undefined) throw new Error('a crowd of nobody')
  const { address: from } = account
  const token = await logIn(requests, account)
  if (token === undefined) throw new Error(`the crowd cannot log in as ${account.abonement}`)
  const listed = await requests.ask('list', '/middleware/channel/list?compact=1', { token, from })
  const { data } = JSON.parse(listed?.text ?? '{}') as {
    data?: { channels: { item: readonly { id: number; is_available: number }[] } }
  }
  const playing: number[] = []
  for (const { id, is_available } of data?.channels.item ?? []) {
    if (is_available !== 1 || playing.length === maxChannels) continue
    const tried = await requests.ask('url', `/middleware/channel/url?cid=${id}&warm=1&beats=1`, {
      token,
      from,
    })
    if (tried?.text.includes('"stream_id"') === true) playing.push(id)
  }
  if (playing.length === 0) throw new Error('no channel plays')
  return playing
}
