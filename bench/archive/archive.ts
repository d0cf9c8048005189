/**
 * The playlist of a random four hours of an archive of 200 channels and seven days, and of one twice as long: the
 * windows are distributed over all channels and days, every response is the complete text. Beside it the rows of the
 * same windows from SQLite, for far fewer channels and without their text.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { IndexCache } from '#media/archive/index/index-cache.ts'
import { dayMs, dayOf } from '#media/archive/index/index-record.ts'
import { archivePlaylist } from '#media/origin/playlists/archive-playlist.ts'
import { LiveNumbering } from '#media/origin/playlists/live-numbering.ts'
import { createDice, type Dice } from '#bench/kit/seeded-random.ts'
import { layChannel } from './made-up-archive.ts'
import type { BenchResult } from '#bench/kit/measure.ts'

const defaultChannels = 200
const days = 7
const windowMs = 4 * 3_600_000
const requestTimes = 2000
const sqlChannels = 4
const sqlTimes = 100
const warmUp = 200
/** Other programs on the machine only ever add time. */
const rounds = 3
const promisedP99Ms = 2

interface Times {
  readonly p50Ms: number
  readonly p99Ms: number
}

export function archive(channels = defaultChannels): readonly BenchResult[] {
  const root = mkdtempSync(join(tmpdir(), 'ekran-bench-archive-'))
  try {
    const today = dayOf(Date.UTC(2026, 10, 20))
    const week = measuredOver(join(root, 'week'), channels, today, days)
    const fortnight = measuredOver(join(root, 'fortnight'), channels, today, 2 * days)
    const sql = measuredSql(today)
    for (const [name, { p50Ms, p99Ms }] of Object.entries({ week, fortnight, sql }))
      console.log(
        `four hours of the archive, ${name}: p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`,
      )
    const of = `four hours out of ${channels} channels`
    return [
      {
        name: `${of} and ${days} days, slowest of a hundred against the rows from SQLite`,
        ours: week.p99Ms,
        baseline: sql.p99Ms,
        unit: 'ms',
        max: promisedP99Ms,
      },
      {
        name: `${of} and ${2 * days} days, middle one against ${days} days`,
        ours: fortnight.p50Ms,
        baseline: week.p50Ms,
        unit: 'ms',
        target: 1.25,
      },
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function measuredOver(root: string, channels: number, today: number, count: number): Times {
  const dice = createDice(11)
  const cache = new IndexCache()
  const numbering = new LiveNumbering()
  const archives = Array.from({ length: channels }, (_, index) => {
    const dir = join(root, String(index))
    layChannel(dir, today, count, dice)
    return new ChannelArchive({
      dir,
      archiveMs: count * dayMs,
      clock: () => today * dayMs,
      role: 'reads',
      cache,
    })
  })
  const questions = Array.from({ length: requestTimes }, () => ({
    timeline: dice.pick(archives),
    rendition: dice.pick(['v', 'a0']),
    fromMs: anyWindow(dice, today, count),
  }))
  const times = measured(questions, ({ timeline, rendition, fromMs }) => {
    const text = archivePlaylist(timeline, numbering, rendition, fromMs, fromMs + windowMs, today * dayMs)
    if (text === undefined || text.length < 100_000) throw new Error('not the playlist of four hours')
  })
  rmSync(root, { recursive: true, force: true })
  return times
}

function measuredSql(today: number): Times {
  const dice = createDice(12)
  const database = new DatabaseSync(':memory:')
  database.exec(
    'create table segment (channel int, begin_ms int, duration int, file int, epoch int, primary key (channel, begin_ms)) without rowid',
  )
  fill(database.prepare('insert into segment values (?, ?, 2000, ?, 1)'), today)
  const select = database.prepare(
    'select * from segment where channel = ? and begin_ms >= ? and begin_ms < ?',
  )
  const questions = Array.from({ length: sqlTimes }, () => ({
    channel: dice.below(sqlChannels),
    fromMs: anyWindow(dice, today, days),
  }))
  const times = measured(questions, ({ channel, fromMs }) => {
    const rows = select.all(channel, fromMs, fromMs + windowMs)
    if (rows.length < 7000) throw new Error('not the rows of four hours')
  })
  database.close()
  return times
}

function fill(insert: StatementSync, today: number): void {
  for (let channel = 0; channel < sqlChannels; channel++)
    for (let ms = (today - days) * dayMs; ms < today * dayMs; ms += 2000)
      insert.run(channel, ms, Math.floor((ms % dayMs) / 600_000))
}

function anyWindow(dice: Dice, today: number, count: number): number {
  return (today - count) * dayMs + dice.below(count * dayMs - windowMs)
}

/** Each request, generated in advance, is sent in several rounds, and the minimum counts. */
function measured<Asked>(questions: readonly Asked[], ask: (request: Asked) => void): Times {
  for (const question of questions.slice(0, warmUp)) ask(question)
  const min = questions.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++)
    for (const [at, question] of questions.entries()) {
      const beganMs = performance.now()
      ask(question)
      min[at] = Math.min(min[at] ?? 0, performance.now() - beganMs)
    }
  const sorted = min.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** `node bench/archive/archive.ts [channels]` runs it alone. */
if (import.meta.main) console.log(archive(Number(process.argv[2] ?? defaultChannels)))
