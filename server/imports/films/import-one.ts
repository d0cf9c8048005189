/** Imports one file of a folder with what belongs to its title, and no other new file beside it. */
import { join } from 'node:path'
import { isVideo } from '#server/imports/nfo/files-beside.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type FilmsImport, importFilms } from './import-films.ts'

export interface OneFile {
  readonly folder: string
  /** In the folder, with `/` between folders. */
  readonly path: string
  readonly pictures: Pick<Pictures, 'store'>
  readonly nowMs: number
}

/** A file that was refused before is tried again. Files that arrive beside it may not be complete and are left out. */
export async function importOne(db: Db, { path: own, ...options }: OneFile): Promise<FilmsImport> {
  const imported = new Set((await packagingRows(db)).map(({ source_path: path }) => path))
  const topOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')
  return importFilms(db, {
    ...options,
    again: (path) => path === own,
    takes: (path) =>
      topOf(path) === topOf(own) &&
      (!isVideo(path) || path === own || imported.has(join(options.folder, path))),
  })
}

/** Why a file was not imported; '' when the report does not say it. */
export function whyRefused({ report }: FilmsImport, path: string): string {
  const refusal = report.refused.find(({ where }) => where === path) ?? report.refused[0]
  return refusal?.why ?? report.notes[0] ?? ''
}
