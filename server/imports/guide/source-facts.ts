import { Gauge } from 'prom-client'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { listSources, shownAddress, type GuideSource } from './guide-sources.ts'

/** The state of the guide's sources, in lines for the operator. */
export async function sourceLines(db: Db, clock: Clock): Promise<readonly string[]> {
  const sources = await listSources(db)
  if (sources.length === 0) return []
  return [`Guide sources: ${sources.length}`, ...sources.map((source) => `  ${sourceLine(source, clock)}`)]
}

/** `main https://example.org/epg.xml.gz: taken 12 min ago (5 new, …), again in 48 min` */
export function sourceLine(source: GuideSource, clock: Clock): string {
  const { name, address, state, outcome, tried_at, next_at, failures } = source
  const what = `${name} ${shownAddress(address)}`
  if (tried_at === null) return `${what}: not read yet`
  const again = `again ${distance(next_at.getTime() - clock.nowMs())}`
  const when = distance(tried_at.getTime() - clock.nowMs())
  if (state === 'failed') {
    const times = failures > 1 ? `, ${failures} times in a row` : ''
    return `${what}: FAILED ${when}${times} (${outcome}); what it gave before stays; ${again}`
  }
  if (state === 'held')
    return `${what}: HELD BACK ${when} (${outcome}); if that is right: npm run ekran -- guide accept ${name}`
  return `${what}: ${state} ${when} (${outcome}), ${again}`
}

const minuteMs = 60_000

/** `in 48 min`, `3 h ago`. */
function distance(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs)
  if (minutes === 0) return ms > 0 ? 'within a minute' : 'just now'
  const amount =
    minutes < 120
      ? `${minutes} min`
      : minutes < 2880
        ? `${Math.round(minutes / 60)} h`
        : `${Math.round(minutes / 1440)} days`
  return ms > 0 ? `in ${amount}` : `${amount} ago`
}

/**
 * The sources for `/metrics`, read with the metrics page: seconds since each was last imported or unchanged, failures
 * in a row, and whether one is blocked. When the database is unavailable, the last numbers stay.
 */
export function addGuideGauges(deps: {
  readonly db: Db
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Log
}): void {
  const { db, metrics, clock, log } = deps
  let reading: Promise<readonly GuideSource[] | undefined> | undefined
  // All three are read for the same page.
  const sources = () =>
    (reading ??= listSources(db)
      .catch((error: unknown) => void log.warn('guide.count_failed', { error }))
      .then((rows) => {
        reading = undefined
        return rows ?? undefined
      }))
  const gauge = (name: string, help: string, valueOf: (source: GuideSource) => number) => {
    const made: Gauge = new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers: [metrics.registry],
      collect: async () => {
        const rows = await sources()
        if (rows === undefined) return
        made.reset()
        for (const source of rows) made.set({ source: source.name }, valueOf(source))
      },
    })
  }
  gauge('ekran_guide_source_failures', 'Readings of a guide that failed in a row', ({ failures }) => failures)
  gauge(
    'ekran_guide_source_held',
    '1 for a guide that is blocked because it would lose too much',
    ({ state }) => (state === 'held' ? 1 : 0),
  )
  gauge(
    'ekran_guide_source_age_seconds',
    'Seconds since a guide was taken, or found to be as before',
    ({ taken_at, added_at }) => Math.max(0, (clock.nowMs() - (taken_at ?? added_at).getTime()) / 1000),
  )
}
