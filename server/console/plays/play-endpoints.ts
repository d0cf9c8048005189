/** Figures of plays; cached for as long as no difference would be visible. */
import { consolePlays as endpoints } from '#contract/console/plays.ts'
import { type ResponseOf, respond } from '#contract/form/endpoint.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import {
  playMemoryDays,
  readFailures,
  readPlayDays,
  readPlays,
  summarise,
} from '#server/monitoring/monitoring.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { cachedFor } from '#server/platform/primitives/cached-for.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { type NameOf, presentFigures, presentSpan } from './present-plays.ts'

export interface PlayDeps {
  readonly db: Db
  readonly clock: Clock
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A day has many rows: requests within this time get the cached sums. */
const freshForMs = 20_000
/** And a month many more; its days change little. */
const daysFreshMs = 600_000

export function playEndpoints(deps: PlayDeps): readonly BoundEndpoint[] {
  const read = figuresReader(deps)
  return bindConsole('consolePlays', endpoints, { figures: async () => respond(await read()) })
}

/** Reads the figures of the moment. Throws when the database is unavailable. */
export function figuresReader(deps: PlayDeps): () => Promise<ResponseOf<typeof endpoints.figures>> {
  const { db, clock } = deps
  const days = cachedFor(daysFreshMs, (nowMs) => readPlayDays(db, nowMs - playMemoryDays * dayMs))
  const spans = cachedFor(freshForMs, async (nowMs) => {
    const [plays, failures] = await Promise.all([
      readPlays(db, nowMs - dayMs, nowMs - hourMs),
      readFailures(db, nowMs - dayMs, nowMs - hourMs),
    ])
    const read = { plays, failures }
    return { atMs: nowMs, hour: summarise(read, true), day: summarise(read, false) }
  })
  return async () => {
    const nowMs = clock.nowMs()
    const [{ atMs, hour, day }, month] = await Promise.all([spans(nowMs), days(nowMs)])
    const nameOf = namesOf(deps)
    return {
      at: Math.floor(atMs / 1000),
      hour: presentSpan(hour, nameOf),
      day: presentSpan(day, nameOf),
      days: month.map(({ dayMs: at, sums }) => ({
        at: Math.floor(at / 1000),
        figures: presentFigures(sums),
      })),
    }
  }
}

function namesOf({ television, catalogue }: PlayDeps): NameOf {
  const [channels, titles] = [television.now(), catalogue.now()]
  return (kind, subject) => {
    const channel = kind === 'film' ? undefined : channels.channel(subject)
    const name = kind === 'film' ? titles.title(subject)?.name : channel?.name
    if (name === undefined) return undefined
    const text = name.ru === '' ? name.uz : name.ru
    return channel === undefined ? text : `${channel.number} ${text}`
  }
}
