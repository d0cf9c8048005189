/**
 * The films of a guide of 300 channels and 13 days compared with 50,000 titles: how long it takes, in slices or in one go,
 * how much memory it leaves, and what one changed channel costs. Against a guide of 3 channels with 500 titles.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  emptyMatchCache,
  indexBroadcastTitles,
  matchWorks,
} from '#server/broadcast-titles/broadcast-titles.ts'
import { atOnce } from '#server/platform/concurrency/in-slices.ts'
import { Guide } from '#server/television/guide/guide.ts'
import type { ProgrammeRecord } from '#server/television/television.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import type { BenchResult } from '#bench/kit/measure.ts'
import { createDice } from '#bench/kit/seeded-random.ts'
import { madeUpCatalogue } from './made-up-lists.ts'

const sizes = {
  large: { channels: 300, titles: 50_000 },
  small: { channels: 3, titles: 500 },
}
const days = 13
const promised = { matchMs: 60_000, indexMs: 10_000, againMs: 10_000, megabytes: 250 }
const hourMs = 3_600_000
const slotMs = 1.75 * hourMs
const nowMs = Date.UTC(2026, 10, 21, 12)
/** Programmes of a channel and day; every third is a film or an episode. */
const perDay = 24

interface Measured {
  readonly matchMs: number
  readonly indexMs: number
  readonly againMs: number
  readonly megabytes: number
  readonly works: number
  readonly matched: number
}

export function broadcastTitles(): readonly BenchResult[] {
  const small = measured(sizes.small)
  const large = measured(sizes.large)
  for (const [name, one] of Object.entries({ small, large }))
    console.log(
      `${name}: ${one.works} works, ${one.matched} matched, ${one.matchMs.toFixed(0)} ms; index ${one.indexMs.toFixed(0)} ms; again ${one.againMs.toFixed(0)} ms; ${one.megabytes.toFixed(0)} MB`,
    )
  const line = (name: string, of: (one: Measured) => number, unit: string, max: number): BenchResult => ({
    name: `films of the guide, ${sizes.large.channels} channels and ${sizes.large.titles} titles, ${name}`,
    ours: of(large),
    baseline: of(small),
    unit,
    max,
  })
  return [
    line('compared with the catalogue', ({ matchMs }) => matchMs, 'ms', promised.matchMs),
    line('compared again after one channel has changed', ({ againMs }) => againMs, 'ms', promised.againMs),
    line('indexed for viewers', ({ indexMs }) => indexMs, 'ms', promised.indexMs),
    line('memory left', ({ megabytes }) => megabytes, 'MB', promised.megabytes),
  ]
}

function measured({ channels: count, titles }: (typeof sizes)['large']): Measured {
  const catalogue = madeUpCatalogue(titles)
  const channels = Array.from({ length: count }, (_, at) => buildChannelRecord(at + 1))
  const programmes = channels.flatMap(({ cid }) => programmesOf(cid, catalogue.titles))
  const television = { channels, guide: Guide.of(programmes) }
  const cache = emptyMatchCache()
  const before = usedMb()
  const [works, matchMs] = timed(() => atOnce(matchWorks({ television, catalogue }, cache)))
  const rows = new Map(
    works.map(({ workKey, match }, at) => [
      workKey,
      {
        ...{ id: at + 1, workKey, matchedVid: match?.vid ?? null, score: match?.score ?? 0 },
        ...{ decision: 'none' as const, decidedVid: null, poster: null, backdrop: null },
      },
    ]),
  )
  const [index, indexMs] = timed(() => atOnce(indexBroadcastTitles(television, rows, cache.readings, 75)))
  const megabytes = usedMb() - before
  const changed = { channels, guide: television.guide.with([1], programmesOf(1, catalogue.titles)) }
  const [, againMs] = timed(() => atOnce(matchWorks({ television: changed, catalogue }, cache)))
  if (index.titles.length === 0) throw new Error('nothing was matched')
  const matched = works.filter(({ match }) => (match?.score ?? 0) >= 75).length
  return { matchMs, indexMs, againMs, megabytes, works: works.length, matched }
}

function programmesOf(
  cid: number,
  titles: readonly { readonly name: { readonly ru: string }; readonly year: number }[],
): readonly ProgrammeRecord[] {
  const dice = createDice(cid)
  return Array.from({ length: days * perDay }, (_, at) => {
    const beginMs = nowMs + (at - (days * perDay) / 2) * hourMs
    const { name, year } = titles[dice.below(titles.length)] ?? { name: { ru: '' }, year: 0 }
    const isFilm = at % 3 === 0
    return {
      ...{ pid: cid * days * perDay + at, cid, beginMs, endMs: beginMs + slotMs },
      title: { ru: isFilm ? `Х/ф «${name.ru}» (12+)` : `Передача ${dice.below(5000)}`, uz: '' },
      description: {
        ru: isFilm ? `Драма. Узбекистан, ${year}. В ролях: известные актёры.` : 'О разном.',
        uz: '',
      },
      ...{ genreCode: isFilm ? 2 : null, ageRating: '12+', assetId: null },
    }
  })
}

function timed<Result>(work: () => Result): readonly [result: Result, tookMs: number] {
  const beganMs = performance.now()
  const result = work()
  return [result, performance.now() - beganMs]
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function usedMb(): number {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

if (import.meta.main) for (const one of broadcastTitles()) console.log(one)
