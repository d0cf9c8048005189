/** Another try for a film of the queue, whatever became of it. */
import { relative } from 'node:path'
import { findRow, stampOf, type PackagingRow } from '#server/imports/packaging/packaging.ts'
import { type QueueDeps, type Steered, queueAgain } from '#server/imports/packaging/steer-queue.ts'
import { sendOrdered } from '#server/imports/packaging/film-jobs.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import { importOne, whyRefused } from './import-one.ts'

export interface RetryDeps extends QueueDeps {
  readonly pictures: Pick<Pictures, 'store'>
}

export type Retried =
  | Exclude<Steered, { kind: 'over' }>
  /** Its file is not there any more. */
  | { readonly kind: 'source_gone'; readonly path: string }
  /** Its folder must be imported again, for this reason. */
  | { readonly kind: 'import_again'; readonly why: string }

/**
 * Tries a film again. One that was withdrawn from the catalogue when its file was refused is imported again from its
 * folder; any other is only queued.
 */
export async function retryFilm(deps: RetryDeps, assetId: string): Promise<Retried> {
  const row = await findRow(deps.db, assetId)
  if (row === undefined) return { kind: 'not_found' }
  const isThere = await stampOf(row.source_path).then(
    () => true,
    () => false,
  )
  if (!isThere && row.state !== 'running') return { kind: 'source_gone', path: row.source_path }
  if (row.state === 'refused' && row.step === 'playable') return importAgain(deps, row)
  const outcome = await queueAgain(deps, assetId)
  return outcome.kind === 'over' ? { kind: 'busy' } : outcome
}

async function importAgain({ db, jobs, clock, pictures }: RetryDeps, row: PackagingRow): Promise<Retried> {
  const { folder } = row
  if (folder === null) return { kind: 'import_again', why: '' }
  const path = relative(folder, row.source_path)
  const imported = await importOne(db, { folder, path, pictures, nowMs: clock.nowMs() })
  if (!imported.assetIds.includes(row.asset_id))
    return { kind: 'import_again', why: whyRefused(imported, path) }
  if (jobs !== undefined) await sendOrdered(db, jobs, [row.asset_id])
  return { kind: 'done', row: (await findRow(db, row.asset_id)) ?? row }
}
