import { realpath } from 'node:fs/promises'
import { type PublishedTitle, publishTitles } from '#server/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import { planFolder } from '#server/imports/nfo/plan-folder.ts'
import { reasonOf, scanFolder } from '#server/imports/source/scan-folder.ts'
import { type ImportReport, failedReport } from '#server/imports/source/import-report.ts'
import { loadNaming } from './naming-rules.ts'
import { loadSeriesPlaces } from './series-places.ts'
import { FolderReading, type FolderTries, type PictureStore } from './read-folder.ts'

export interface ImportFilmsOptions extends FolderTries {
  readonly folder: string
  readonly pictures: PictureStore
}

export interface FilmsImport {
  readonly report: ImportReport
  /** The assets to package now, in order. */
  readonly assetIds: readonly string[]
}

/** Imports the films and series of a folder: publishes them and writes packaging orders. */
export async function importFilms(db: Db, options: ImportFilmsOptions): Promise<FilmsImport> {
  const title = `Films from ${options.folder}`
  let root: string
  let scan: Awaited<ReturnType<typeof scanFolder>>
  try {
    root = await realpath(options.folder)
    scan = await scanFolder(root)
  } catch (error) {
    return { report: failedReport(title, reasonOf(error)), assetIds: [] }
  }
  const takes = (path: string) => options.takes?.(path) ?? true
  const naming = await loadNaming(db, root)
  const stored = await loadSeriesPlaces(db, root, naming)
  const plan = planFolder(scan.files, naming, { takes, stored })
  // Files of a film that is not imported yet are not stray.
  const stray = (options.takes === undefined ? plan : planFolder(scan.files, naming, { stored })).stray
  const reading = new FolderReading(db, root, { ...options, naming })
  const wrong = [...scan.refused, ...plan.refused, ...stray.filter(({ path }) => takes(path))]
  for (const { path, why } of wrong) reading.refuse(path, '', why)
  reading.leave(plan.left)
  reading.pass(scan.passed.filter(({ path }) => takes(path)))
  reading.pass(plan.passed)
  const titles: PublishedTitle[] = []
  for (const planned of plan.titles) {
    const read = planned.kind === 'film' ? await reading.film(planned) : await reading.series(planned)
    if (read !== undefined) titles.push(read)
  }
  const outcomes = await publishTitles(db, titles, options.nowMs)
  const todo = await reading.keepOrders()
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome === kind).length
  const files = reading.orders.length
  return {
    report: {
      title,
      sums: [
        ['new', count('added')],
        ['changed', count('changed')],
        ['unchanged', count('unchanged')],
        ['files in them', files],
        ['to be packaged', todo.length],
        ['samples and extras left', plan.left.length],
        ['other files passed over', reading.passed.length],
      ],
      passed: reading.passed,
      refused: reading.refused,
      notes:
        titles.length + reading.refused.length === 0
          ? ['There is no video in this folder.', ...reading.notes]
          : reading.notes,
      failed: titles.length === 0,
    },
    assetIds: todo,
  }
}
