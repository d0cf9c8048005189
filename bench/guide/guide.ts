/**
 * A guide of 300 channels and 13 days as XMLTV: imported for the first time, imported again unchanged, and the memory
 * that needs, against reading the same file with the bare parser. And a guide of a million programmes, most of them of
 * unknown channels, for its memory alone. `node bench/guide/guide.ts` runs only this.
 */
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { SaxesParser } from 'saxes'
import { importGuide, readZone } from '#server/imports/imports.ts'
import { openDatabase, type Db } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { publishChannels } from '#server/television/television.ts'
import { createDice } from '#bench/kit/seeded-random.ts'
import { treeCpuSecondsOf, type BenchResult } from '#bench/kit/measure.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'

const channelCount = 300
const days = 13
const million = 1_000_000
const promised = { firstSec: 60, againSec: 10, megabytes: 200 }
const minuteMs = 60_000
const dayMs = 1440 * minuteMs

interface Taken {
  readonly sec: number
  /** Of this process and of the database: other load does not change it. */
  readonly cpuSec: number
  /** How far resident memory rose above its former value. */
  readonly megabytes: number
  readonly sums: Readonly<Record<string, number>>
}

export async function guide(): Promise<readonly BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-guide-'))
  const server = await startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog, throwAway: true })
  const place = { ...server.location, database: 'postgres' }
  await migrate(place, await readMigrations(join(import.meta.dirname, '../../db/migrations')))
  const { db, close } = openDatabase({
    location: place,
    log: silentLog,
    connections: 2,
    applicationName: 'ekran bench',
    statementTimeoutMs: 300_000,
  })
  try {
    await makeChannels(db)
    const nowMs = Date.UTC(2026, 0, 15, 12)
    const defaultValue = join(dir, 'guide.xml')
    await pipeline(
      Readable.from(madeUpXmltv(nowMs, channelCount, Number.POSITIVE_INFINITY)),
      createWriteStream(defaultValue),
    )
    const bareSec = await parsedBare(defaultValue)
    const first = await take(db, defaultValue, nowMs)
    const again = await take(db, defaultValue, nowMs)
    const changes = ['new', 'changed', 'removed'].reduce((sum, name) => sum + (again.sums[name] ?? 0), 0)
    if (changes > 0) throw new Error('the same guide changed something')
    const large = join(dir, 'large.xml')
    await pipeline(Readable.from(madeUpXmltv(nowMs, 3000, million)), createWriteStream(large))
    const largest = await take(db, large, nowMs)
    for (const [name, { sec, cpuSec, megabytes, sums }] of Object.entries({ first, again, largest }))
      console.log(
        `guide, ${name}: ${sec.toFixed(1)} s (${cpuSec.toFixed(1)} s of processors), ${megabytes.toFixed(0)} MB more than before, ${JSON.stringify(sums)}`,
      )
    const baseline = { baseline: bareSec, unit: 's' }
    const megabytes = statSync(large).size / 1e6
    return [
      {
        name: 'guide of 300 channels and 13 days, taken first',
        ours: first.sec,
        max: promised.firstSec,
        ...baseline,
      },
      { name: 'the same guide again, unchanged', ours: again.sec, max: promised.againSec, ...baseline },
      {
        name: 'a guide of a million programmes, memory against its size',
        ours: largest.megabytes,
        baseline: megabytes,
        unit: 'MB',
        max: promised.megabytes,
      },
    ]
  } finally {
    await close()
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function makeChannels(db: Db): Promise<void> {
  const channels = Array.from({ length: channelCount }, (_, index) =>
    buildChannel(`k${index}`, {
      name: { ru: `Канал ${index}`, uz: '' },
      source: { kind: 'none' },
      tvgId: `c${index}`,
    }),
  )
  await publishChannels(db, channels, 0)
}

const words =
  'Новости погода кино сериал утро вечер город дорога семья счастье музыка спорт детям история природа'.split(
    ' ',
  )

/** Channel by channel, as in real guides; 20 to 60 minutes each, with two titles and a description. */
function* madeUpXmltv(nowMs: number, channels: number, programmes: number): Generator<string> {
  const dice = createDice(5)
  const some = (count: number) => Array.from({ length: count }, () => dice.pick(words)).join(' ')
  const stamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:T]/g, '')} +0000`
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<tv>\n'
  for (let index = 0; index < channels; index += 1)
    yield `<channel id="c${index}"><display-name lang="ru">Канал ${index}</display-name></channel>\n`
  let left = programmes
  for (let index = 0; index < channels; index += 1) {
    for (let at = nowMs - 6 * dayMs; at < nowMs + (days - 6) * dayMs && left > 0; left -= 1) {
      const end = at + (20 + dice.below(40)) * minuteMs
      yield `<programme start="${stamp(at)}" stop="${stamp(end)}" channel="c${index}"><title lang="ru">${some(3)}</title><title lang="uz">${some(3)}</title><desc lang="ru">${some(25)}</desc><category>${dice.pick(words)}</category><rating><value>12+</value></rating></programme>\n`
      at = end
    }
  }
  yield '</tv>\n'
}

async function parsedBare(file: string): Promise<number> {
  const began = performance.now()
  const parser = new SaxesParser()
  let tags = 0
  parser.on('opentag', () => void (tags += 1))
  for await (const text of createReadStream(file, 'utf8')) parser.write(String(text))
  parser.close()
  if (tags === 0) throw new Error('nothing was read')
  return (performance.now() - began) / 1000
}

async function take(db: Db, file: string, nowMs: number): Promise<Taken> {
  collect()
  const before = process.memoryUsage().rss
  let max = before
  const watch = setInterval(() => (max = Math.max(max, process.memoryUsage().rss)), 50)
  const zone = readZone('UTC')
  if (zone === undefined) throw new Error('UTC is no zone')
  const cpuBefore = treeCpuSecondsOf(process.pid)
  const began = performance.now()
  const { report } = await importGuide(db, {
    name: 'guide.xml',
    source: createReadStream(file) as AsyncIterable<Uint8Array>,
    zone,
    shiftDays: 0,
    force: true,
    nowMs,
  })
  const sec = (performance.now() - began) / 1000
  const cpuSec = treeCpuSecondsOf(process.pid) - cpuBefore
  clearInterval(watch)
  if (report.failed) throw new Error(report.notes.join('\n'))
  return { sec, cpuSec, megabytes: (max - before) / 1e6, sums: Object.fromEntries(report.sums) }
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

if (process.argv[1] === import.meta.filename) console.table(await guide())
