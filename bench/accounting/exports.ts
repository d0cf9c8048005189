/**
 * A million entries of the ledger and a million rows beneath a number as CSV and XLSX: the memory that a file takes
 * beside one of a tenth of the rows, and the time beside reading the same rows in pages.
 *
 * `node bench/accounting/exports.ts [<rows>]` runs it alone. Only memory that is still in use after a garbage collection
 * counts.
 */
import type { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import type { BenchResult } from '#bench/kit/measure.ts'
import { openBenchDatabase } from '#bench/billing/made-up-subscribers.ts'
import { writeEntries } from '#server/accounting/accounting.ts'
import { writeRows } from '#server/console/reports/write-rows.ts'
import { day, makePayments } from './made-up-payments.ts'

const rowCount = 1_000_000
const megabyte = 2 ** 20
/** Buffers that are on their way at the moment of a look. */
const noiseMegabytes = 24
/** A collection takes long: so many pieces are between two looks at the memory. */
const piecesBetween = 40

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Db = Parameters<typeof makePayments>[0]
type Format = 'csv' | 'xlsx'

interface Written {
  readonly ms: number
  /** The most that was used above the beginning. */
  readonly peakMegabytes: number
  readonly bytes: number
}

export async function exports(count = rowCount): Promise<readonly BenchResult[]> {
  const small = await writeAll(Math.floor(count / 10))
  const large = await writeAll(count)
  return [...large].map(([name, file]) => {
    const less = small.get(name)
    if (less === undefined) throw new Error(`no small ${name}`)
    console.log(
      `  ${name} of ${count} rows: ${file.ms} ms, ${Math.round(file.bytes / megabyte)} MB written, ${Math.round(file.peakMegabytes)} MB of memory (${Math.round(less.peakMegabytes)} MB for a tenth)`,
    )
    return {
      name: `memory of ${name} of ${count} rows, against a tenth of them`,
      ours: Math.round(file.peakMegabytes),
      baseline: Math.round(less.peakMegabytes) + noiseMegabytes,
      ...{ unit: 'MB', target: 1 },
    }
  })
}

async function writeAll(count: number): Promise<ReadonlyMap<string, Written>> {
  const { db, close } = await openBenchDatabase()
  try {
    await makePayments(db, count)
    const files: Record<string, (format: Format) => Promise<Readable>> = {
      ledger: async (format) => {
        const request = { from: day, to: day, format, language: 'ru', withPhones: false } as const
        return writeEntries(db, request, { from: day, to: day })
      },
      'rows beneath': (format) => rowsFile(db, format),
    }
    const written = new Map<string, Written>()
    for (const [name, open] of Object.entries(files))
      for (const format of ['csv', 'xlsx'] as const)
        written.set(`${name} as ${format}`, await measure(() => open(format)))
    return written
  } finally {
    await close()
  }
}

async function rowsFile(db: Db, format: Format): Promise<Readable> {
  const { rows } = await sql<{ stored: boolean }>`
    select exists (select from ledger_entry) as stored`.execute(db)
  if (rows[0]?.stored !== true) throw new Error('there are no entries')
  const result = await writeRows(db, { measure: 'paid_in', day, tariffId: undefined, format, language: 'ru' })
  if (result.kind !== 'file') throw new Error(`no file: ${result.kind}`)
  return result.file
}

/** Reads a file as fast as it comes, and looks at the memory now and then. */
async function measure(open: () => Promise<Readable>): Promise<Written> {
  const used = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  const startedMs = performance.now()
  let [peak, bytes, pieces] = [before, 0, 0]
  for await (const piece of (await open()) as AsyncIterable<Uint8Array | string>) {
    bytes += piece.length
    pieces += 1
    if (pieces % piecesBetween === 1) peak = Math.max(peak, used())
  }
  return {
    ms: Math.round(performance.now() - startedMs),
    peakMegabytes: (peak - before) / megabyte,
    bytes,
  }
}

if (import.meta.main)
  for (const result of await exports(Number(process.argv[2] ?? rowCount))) console.log(result)
