/**
 * Reads the sums of the last hour, day and month and renders the page; cached for as long as no difference would be
 * visible.
 */
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import {
  playMemoryDays,
  readFailures,
  readPlayDays,
  readPlays,
  type PlayDay,
  summarise,
} from '#server/monitoring/monitoring.ts'
import { playPage, type NameOf } from './play-tables.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A day has many rows: requests within this time get the cached sums. */
const freshForMs = 20_000
/** And a month many more; its days change little. */
const daysFreshMs = 600_000

export interface PlaysPageDeps {
  readonly db: Db
  readonly clock: Clock
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

/** Renders the current page. Throws when the database is unavailable. */
export function playsPage(deps: PlaysPageDeps): () => Promise<string> {
  const days = cachedFor(daysFreshMs, (nowMs) => readPlayDays(deps.db, nowMs - playMemoryDays * dayMs))
  const page = cachedFor(freshForMs, async (nowMs) => draw(deps, nowMs, await days(nowMs)))
  return () => page(deps.clock.nowMs())
}

/** Caches the result for `freshMs`. */
function cachedFor<Made>(freshMs: number, make: (nowMs: number) => Promise<Made>) {
  let current: { readonly atMs: number; readonly made: Promise<Made> } | undefined
  return (nowMs: number): Promise<Made> => {
    if (current !== undefined && nowMs - current.atMs < freshMs) return current.made
    const made = make(nowMs)
    const looked = { atMs: nowMs, made }
    current = looked
    // The next request tries again instead of getting an old failure.
    made.catch(() => current === looked && (current = undefined))
    return made
  }
}

async function draw(deps: PlaysPageDeps, nowMs: number, days: readonly PlayDay[]): Promise<string> {
  const [plays, failures] = await Promise.all([
    readPlays(deps.db, nowMs - dayMs, nowMs - hourMs),
    readFailures(deps.db, nowMs - dayMs, nowMs - hourMs),
  ])
  const read = { plays, failures }
  const facts = { atMs: nowMs, hour: summarise(read, true), day: summarise(read, false), days }
  return playPage(facts, namesOf(deps))
}

function namesOf({ television, catalogue }: PlaysPageDeps): NameOf {
  const [channels, titles] = [television.now(), catalogue.now()]
  return (kind, subject) => {
    const channel = kind === 'film' ? undefined : channels.channel(subject)
    const name = kind === 'film' ? titles.title(subject)?.name : channel?.name
    if (name === undefined) return undefined
    const words = name.ru === '' ? name.uz : name.ru
    return channel === undefined ? words : `${channel.number} ${words}`
  }
}
