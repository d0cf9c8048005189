import type { Db } from '#server/platform/database/database.ts'
import { failedReport, type ImportReport } from '#server/imports/source/import-report.ts'
import type { Zone } from '#server/imports/source/zone.ts'
import { guideReport, matchingCsv } from './guide-report.ts'
import { channelOfName } from '#server/imports/guide-json/channel-of-name.ts'
import type { ScheduleMapping } from '#server/imports/guide-json/schedule-mapping.ts'
import { applyGuide } from './apply-guide.ts'

export interface ImportGuideOptions {
  /** The guide's name in the report. */
  readonly name: string
  readonly source: AsyncIterable<Uint8Array>
  readonly zone: Zone
  /** Moves the whole guide; to try one of another week. */
  readonly shiftDays: number
  /** Applies it also when more than a fifth of the coming programmes are lost. */
  readonly force: boolean
  readonly nowMs: number
  /** The guide's country, when its name says so; a code in lower case. */
  readonly country?: string
  /** How a JSON schedule is read; guessed when absent. */
  readonly mapping?: ScheduleMapping | undefined
  readonly signal?: AbortSignal
}

export interface ImportedGuide {
  readonly report: ImportReport
  /** Every channel with its match, as CSV; empty when the guide could not be read. */
  readonly matching: string
}

/** Imports a guide for our channels, once. A broken one, or one that loses too much, changes nothing. */
export async function importGuide(db: Db, options: ImportGuideOptions): Promise<ImportedGuide> {
  const title = `Guide from ${options.name}`
  const record = { title: options.name, by: undefined }
  const outcome = await applyGuide(db, {
    ...options,
    shiftMin: options.shiftDays * 1440,
    record,
    schedule: { mapping: options.mapping, channel: channelOfName(options.name) },
  })
  if (outcome.kind === 'refused') return { report: failedReport(title, outcome.why), matching: '' }
  const { taken } = outcome
  const read = guideReport(title, taken, options.nowMs, 'say --force')
  const changeId = taken.result.kind === 'published' ? taken.result.changeId : 0
  const undo = changeId === 0 ? [] : [`To take it back: npm run ekran -- changes undo ${changeId}`]
  const report = { ...read, notes: [...read.notes, ...undo] }
  return { report, matching: matchingCsv(taken) }
}
