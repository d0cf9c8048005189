/** What a crowd saw, as lines of text and as the capacity of one core. */
import type { KindCost } from './kind-costs.ts'
import type { CrowdResult } from './run-crowd.ts'
import { serverParts } from './server-cpu.ts'

/** Shares of the machine's CPU by part, the product's and the crowd's own. */
function cpuLine({ productCpu, crowdCpuSec, tookSec }: CrowdResult): string {
  const share = (seconds: number) => `${((seconds / tookSec) * 100).toFixed(0)} %`
  const parts = serverParts.map((part) => `${part} ${share(productCpu[part])}`)
  return `CPU, of one core: ${parts.join(', ')}; the crowd ${share(crowdCpuSec)}`
}

/** The report of one run, for a terminal. */
export function linesOf(name: string, result: CrowdResult, fallsAtMs?: number): readonly string[] {
  const { tally, gauges, money } = result
  const peak = (of: (sample: (typeof gauges)[number]) => number) => Math.max(0, ...gauges.map(of))
  const table = tally.kinds().map(({ kind, count, outcomes, p50, p95, p99 }) => {
    const { ok, shed, refused, error, timeout } = outcomes
    const times = [p50, p95, p99].map((ms) => ms.toFixed(1).padStart(9)).join('')
    return `${kind.padEnd(28)}${String(count).padStart(8)}${times}   ok ${ok}, 503 ${shed}, refused ${refused}, errors ${error}, late ${timeout}`
  })
  const recovery = fallsAtMs === undefined ? undefined : tally.recoverySec(fallsAtMs)
  const answered = tally.seconds().map(({ ok }) => ok)
  return [
    `${name}: ${result.viewers} viewers, ${result.tookSec.toFixed(0)} s`,
    `${'kind'.padEnd(28)}${'count'.padStart(8)}${['p50', 'p95', 'p99'].map((one) => one.padStart(9)).join('')}   (ms)`,
    ...table,
    ...[...tally.errors()].map(([reason, count]) => `  ${count} × ${reason}`),
    `503 with Retry-After: ${tally.retriedOk} requests were repeated in time and served, ${tally.gaveUp} were given up`,
    `segments ${tally.segments}, of them late ${tally.stalls} (${(tally.stalledMs / 1000).toFixed(1)} s in all)`,
    cpuLine(result),
    `peaks: event loop p99 ${(peak(({ loopDelaySec }) => loopDelaySec) * 1000).toFixed(0)} ms, waiting for the database ${peak(({ databaseWaiting }) => databaseWaiting)}, open requests ${peak(({ openRequests }) => openRequests)}, shedding ${peak(({ shedding }) => shedding).toFixed(2)}`,
    `served per second, at most: ${Math.max(0, ...answered)}`,
    `first queue: ${result.firstQueue ?? 'none'}`,
    ...(fallsAtMs === undefined
      ? []
      : [`after the load fell: ${recovery === undefined ? 'not recovered' : `normal after ${recovery} s`}`]),
    `money: ${money.expected} tiyin paid by the crowd, ${money.paid} received, ${money.booked} booked`,
  ]
}

export interface Capacity {
  /** Viewers that one core of the API carries, by CPU alone. */
  readonly apiViewers: number
  readonly mediaViewers: number
  readonly databaseViewers: number
}

/** Kinds that a media process serves; the others are the API's. */
const mediaKinds = new Set(['playlist (master)', 'playlist (media)', 'segment'])
/** A core is not planned to be full: a queue forms before. */
const usableShare = 0.7

/** Capacity of one core each, from the requests of one viewer per second and the CPU of each kind. */
export function capacityOf(rates: ReadonlyMap<string, number>, costs: readonly KindCost[]): Capacity {
  let [api, media, database] = [0, 0, 0]
  for (const { kind, nodeUs, databaseUs } of costs) {
    const perSec = rates.get(kind) ?? 0
    if (mediaKinds.has(kind)) media += perSec * nodeUs
    else api += perSec * nodeUs
    database += perSec * databaseUs
  }
  const viewers = (us: number) => (us === 0 ? Number.POSITIVE_INFINITY : Math.floor((usableShare * 1e6) / us))
  return { apiViewers: viewers(api), mediaViewers: viewers(media), databaseViewers: viewers(database) }
}

/** Costs as lines of text, cheapest last. */
export function costLines(costs: readonly KindCost[]): readonly string[] {
  return costs
    .toSorted((a, b) => b.nodeUs + b.databaseUs - a.nodeUs - a.databaseUs)
    .map(
      ({ kind, requests, nodeUs, databaseUs }) =>
        `${kind.padEnd(28)} node ${nodeUs.toFixed(0).padStart(6)} µs, database ${databaseUs.toFixed(0).padStart(6)} µs  (${requests} requests)`,
    )
}
