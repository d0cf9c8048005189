import { basename } from 'node:path'
import {
  type PublishedTitle,
  type TitleOutcome,
  compareTitles,
  publishTitles,
} from '#server/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ImportReport, Refusal } from '#server/imports/source/import-report.ts'
import type { Mapping } from './mapping.ts'
import type { OpenTable } from './open-table.ts'
import { readTitles } from './title-of-row.ts'

export interface ImportTitlesOptions {
  readonly path: string
  readonly table: OpenTable
  readonly mapping: Mapping
  /** Reports what it would do, and changes nothing. */
  readonly dryRun: boolean
  readonly nowMs: number
  readonly signal: AbortSignal
  readonly progress?: (text: string) => void
}

/** Kept in memory at once, besides the keys for finding duplicates. */
const titlesAtOnce = 500
/** The catalogue is in memory: no supported machine serves more than this. */
const maxTitles = 1_000_000
/** Refused entries stored for the report; all of them are counted. */
const maxRefused = 10_000
const maxSamples = 3

/** Imports the titles of a list: publishes new or changed ones. One invalid entry does not stop the rest. */
export async function importTitles(db: Db, options: ImportTitlesOptions): Promise<ImportReport> {
  const taking = new Taking(db, options)
  const providers = await db.selectFrom('provider').selectAll().execute()
  const read = readTitles(options.mapping, {
    providers: new Map(providers.map(({ id, name }) => [name.toLowerCase(), id])),
    nowMs: options.nowMs,
  })
  let bytes = 0
  try {
    for await (const record of options.table.records((done) => (bytes = done))) {
      if (options.signal.aborted) throw new Error('it was stopped')
      if ('why' in record) taking.refuse(record.line, '', record.why)
      else {
        const reading = read(record.values)
        if (reading.kind === 'refused') taking.refuse(record.line, reading.name, reading.why)
        else await taking.take(record.line, reading.title, reading.unknownCountries)
      }
      if (taking.seen % 1000 === 0)
        options.progress?.(progressOf(taking.seen, bytes, options.table.sizeBytes))
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    taking.notes.push(`Not read to its end: ${error.message}.`)
  }
  await taking.publish()
  return taking.report()
}

function progressOf(seen: number, bytes: number, size: number) {
  return `  ${seen} entries, ${Math.min(100, Math.floor((bytes / Math.max(1, size)) * 100))} %`
}

class Taking {
  readonly notes: string[] = []
  seen = 0
  readonly #db: Db
  readonly #options: ImportTitlesOptions
  readonly #keys = new Set<string>()
  readonly #refused: Refusal[] = []
  readonly #counts = { added: 0, changed: 0, unchanged: 0, doubled: 0, refused: 0 }
  readonly #unknownCountries = new Map<string, number>()
  readonly #samples: string[] = []
  #waiting: { readonly line: number; readonly title: PublishedTitle }[] = []

  constructor(db: Db, options: ImportTitlesOptions) {
    this.#db = db
    this.#options = options
  }

  refuse(line: number, what: string, why: string): void {
    this.seen += 1
    this.#refuse(line, what, why)
  }

  async take(line: number, title: PublishedTitle, unknownCountries: readonly string[]): Promise<void> {
    this.seen += 1
    if (this.#keys.has(title.key)) {
      this.#counts.doubled += 1
      return
    }
    if (this.#keys.size >= maxTitles) throw new Error(`it holds more than ${maxTitles} titles`)
    this.#keys.add(title.key)
    for (const country of unknownCountries) {
      const name = country.slice(0, 60)
      if (this.#unknownCountries.has(name) || this.#unknownCountries.size < 1000)
        this.#unknownCountries.set(name, (this.#unknownCountries.get(name) ?? 0) + 1)
    }
    if (this.#samples.length < maxSamples) this.#samples.push(sampleOf(title))
    this.#waiting.push({ line, title })
    if (this.#waiting.length >= titlesAtOnce) await this.publish()
  }

  async publish(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 0) return
    try {
      this.#count(await this.#write(waiting.map(({ title }) => title)))
    } catch {
      // The database rejects one of them: the others are written one by one.
      for (const { line, title } of waiting) {
        try {
          this.#count(await this.#write([title]))
        } catch (error) {
          const name = title.name.ru || title.name.uz || title.name.original
          this.#refuse(line, name, error instanceof Error ? error.message : String(error))
        }
      }
    }
  }

  report(): ImportReport {
    const { dryRun, path } = this.#options
    const { added, changed, unchanged, doubled, refused } = this.#counts
    const unknown = [...this.#unknownCountries].toSorted((a, b) => b[1] - a[1])
    const cut = refused - this.#refused.length
    return {
      title: `Titles from ${basename(path)}${dryRun ? ', only looked at' : ''}`,
      sums: [
        ['new', added],
        ['changed', changed],
        ['unchanged', unchanged],
        ['doubled in the list', doubled],
      ],
      refused: this.#refused,
      notes: [
        ...(dryRun ? this.#samples.map((sample) => `For example: ${sample}`) : []),
        ...(unknown.length === 0
          ? []
          : [`Countries that are not known and were left out: ${listed(unknown)}.`]),
        ...(cut > 0 ? [`${cut} more were refused than are shown here.`] : []),
        ...this.notes,
        ...(dryRun ? ['Nothing was written.'] : []),
      ],
      failed: added + changed + unchanged === 0,
    }
  }

  #write(titles: readonly PublishedTitle[]): Promise<readonly TitleOutcome[]> {
    const { dryRun, nowMs } = this.#options
    return dryRun ? compareTitles(this.#db, titles) : publishTitles(this.#db, titles, nowMs)
  }

  #count(outcomes: readonly TitleOutcome[]): void {
    for (const { outcome } of outcomes) this.#counts[outcome] += 1
  }

  #refuse(line: number, what: string, why: string): void {
    this.#counts.refused += 1
    if (this.#refused.length < maxRefused) this.#refused.push({ where: `line ${line}`, what, why })
  }
}

function listed(counts: readonly (readonly [string, number])[]) {
  return counts
    .slice(0, 30)
    .map(([name, count]) => `${name} (${count})`)
    .join(', ')
}

function sampleOf({
  name,
  year,
  countries,
  genres,
  credits,
  durationMin,
  ageRating,
}: PublishedTitle): string {
  const people = credits.slice(0, 3).map((credit) => credit.name.ru || credit.name.uz)
  return [
    [name.ru, name.uz, name.original].filter((text) => text !== '').join(' / '),
    String(year),
    countries.join(' '),
    genres.map(({ ru }) => ru).join(' '),
    durationMin === 0 ? '' : `${durationMin} min`,
    ageRating,
    people.join(', '),
  ]
    .filter((text) => text !== '')
    .join('; ')
}
