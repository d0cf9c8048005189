/** A complete upload: checked by its content, moved into the folder of films, imported and queued. */
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable, Updateable } from 'kysely'
import { importOne, whyRefused } from '#server/imports/films/import-one.ts'
import { sendOrdered } from '#server/imports/packaging/film-jobs.ts'
import type { FilmUploadTable } from '#server/imports/source/tables.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { partPath } from './upload-files.ts'

export interface FinishDeps {
  readonly db: Db
  readonly clock: Clock
  readonly pictures: Pick<Pictures, 'store'>
  readonly jobs: Pick<Jobs, 'send'>
  /** Why a file is no film, by its content; undefined when it is one. */
  whyNoFilm(path: string): Promise<string | undefined>
}

type Upload = Selectable<FilmUploadTable>

export type Finished =
  | { readonly kind: 'done'; readonly upload: Upload; readonly assetIds: readonly string[] }
  | { readonly kind: 'refused'; readonly upload: Upload; readonly why: string }
  /** Somebody else finishes it. */
  | { readonly kind: 'busy' }

/** After so long a process that was finishing an upload is taken for dead. */
const deadMs = 120_000

/** Finishes an upload of which all bytes are there. May be repeated after a crash at any point. */
export async function finishUpload(deps: FinishDeps, complete: Upload): Promise<Finished> {
  const { db, clock } = deps
  const nowMs = clock.nowMs()
  const upload = await db
    .updateTable('film_upload')
    .set({ state: 'finishing', touched_at: new Date(nowMs) })
    .where('upload_id', '=', complete.upload_id)
    .where((where) =>
      where.or([
        where('state', '=', 'open'),
        where.and([where('state', '=', 'finishing'), where('touched_at', '<', new Date(nowMs - deadMs))]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  if (upload === undefined) return { kind: 'busy' }
  try {
    const why = await takeIn(deps, upload)
    return typeof why === 'string' ? await refuse(deps, upload, why) : await conclude(deps, upload, why)
  } catch (error) {
    // The next piece, which is empty then, tries it again; what was moved is not sent again.
    const left = (await isThere(partPath(upload)))
      ? ({ state: 'open' } as const)
      : ({ state: 'finishing', touched_at: new Date(nowMs - deadMs - 1) } as const)
    await settle(db, upload, left)
    throw error
  }
}

/** The assets of the imported file, or why it was refused. */
async function takeIn(deps: FinishDeps, upload: Upload): Promise<readonly string[] | string> {
  const { db, clock, pictures, jobs } = deps
  const [part, path] = [partPath(upload), join(upload.folder, upload.name)]
  if (await isThere(part)) {
    const why = await deps.whyNoFilm(part)
    // Its temporary name says nothing to people.
    if (why !== undefined) return why.replaceAll(part, upload.name)
    if (!(await moveInto(part, path))) return `${upload.name} is in the folder already`
  }
  const { folder, name } = upload
  const imported = await importOne(db, { folder, path: name, pictures, nowMs: clock.nowMs() })
  // Other films of the folder wait too, and say nothing of this one.
  const own = await db.selectFrom('packaging').select('asset_id').where('source_path', '=', path).execute()
  const assetIds = own.map(({ asset_id: assetId }) => assetId)
  if (assetIds.length === 0) {
    await rm(path, { force: true })
    return whyRefused(imported, name) || 'it was not imported'
  }
  await sendOrdered(db, jobs, assetIds)
  return assetIds
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Moves a file to a free name, on disk before it is visible; false when the name is taken. */
async function moveInto(part: string, path: string): Promise<boolean> {
  const file = await open(part, 'r+')
  await file.sync().finally(() => file.close())
  try {
    await link(part, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' && !(await isSameFile(part, path))) return false
    // A file system without hard links.
    if (code !== 'EEXIST') {
      if (await isThere(path)) return false
      await rename(part, path)
      return true
    }
  }
  await rm(part, { force: true })
  return true
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)])
  return a.ino === b.ino && a.dev === b.dev
}

async function refuse({ db }: FinishDeps, upload: Upload, why: string): Promise<Finished> {
  const reason = why.slice(0, 500)
  await rm(partPath(upload), { force: true })
  await settle(db, upload, { state: 'refused', reason })
  return { kind: 'refused', upload, why: reason }
}

async function conclude({ db }: FinishDeps, upload: Upload, assetIds: readonly string[]): Promise<Finished> {
  await settle(db, upload, { state: 'done', asset_ids: [...assetIds] })
  return { kind: 'done', upload, assetIds }
}

/** Writes the outcome, unless another process has taken the upload over since. */
async function settle(db: Db, upload: Upload, outcome: Updateable<FilmUploadTable>): Promise<void> {
  await db
    .updateTable('film_upload')
    .set(outcome)
    .where('upload_id', '=', upload.upload_id)
    .where('state', '=', 'finishing')
    .where('touched_at', '=', upload.touched_at)
    .execute()
}
