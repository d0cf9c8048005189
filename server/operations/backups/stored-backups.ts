/** Backups and drills as they are stored. */
import { type Selectable, sql } from 'kysely'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { addressIn } from './backup-location.ts'
import type { BackupDrillTable, BackupTable } from '#server/operations/stored/tables.ts'

export type BackupRow = Selectable<BackupTable>
export type DrillRow = Selectable<BackupDrillTable>
export type Origin = BackupRow['origin']

export interface Starter {
  readonly origin: Origin
  /** The name of the member of staff; ''. */
  readonly by: string
  readonly nowMs: number
}

const uniqueViolation = '23505'

/** Undefined: one waits or runs already. */
export async function insertBackup(
  db: Db,
  { origin, by, nowMs }: Starter,
  place: { readonly folder: string; readonly withFilms: boolean },
): Promise<number | undefined> {
  return unlessOpen(async () => {
    const { backup_id } = await db
      .insertInto('backup')
      .values({
        ...{ origin, started_by: by, state: 'waiting', with_films: place.withFilms, figures: '{}' },
        folder: addressIn(place.folder, nameOfBackup(nowMs)),
        created_at: new Date(nowMs),
      })
      .returning('backup_id')
      .executeTakeFirstOrThrow()
    return backup_id
  })
}

/** Undefined: one waits or runs already. Which backup it restores is chosen when it begins. */
export async function insertDrill(db: Db, { origin, by, nowMs }: Starter): Promise<number | undefined> {
  return unlessOpen(async () => {
    const { drill_id } = await db
      .insertInto('backup_drill')
      .values({
        ...{ origin, started_by: by, state: 'waiting', backup_id: null, figures: '{}' },
        created_at: new Date(nowMs),
      })
      .returning('drill_id')
      .executeTakeFirstOrThrow()
    return drill_id
  })
}

async function unlessOpen(insert: () => Promise<number>): Promise<number | undefined> {
  try {
    return await insert()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return undefined
    throw error
  }
}

/** `ekran-20261122-030000`, in Tashkent's time. */
export function nameOfBackup(nowMs: number): string {
  const text = new Date(nowMs + tashkentOffsetMs).toISOString()
  return `ekran-${text.slice(0, 10).replaceAll('-', '')}-${text.slice(11, 19).replaceAll(':', '')}`
}

/** Only folders of this form are ever deleted. */
export const backupName = /^ekran-\d{8}-\d{6}$/

export async function loadBackup(db: Db, backupId: number): Promise<BackupRow | undefined> {
  return db.selectFrom('backup').selectAll().where('backup_id', '=', backupId).executeTakeFirst()
}

export async function loadDrill(db: Db, drillId: number): Promise<DrillRow | undefined> {
  return db.selectFrom('backup_drill').selectAll().where('drill_id', '=', drillId).executeTakeFirst()
}

export async function newestBackup(db: Db): Promise<BackupRow | undefined> {
  return db
    .selectFrom('backup')
    .selectAll()
    .where('state', '=', 'done')
    .orderBy('backup_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest first. */
export async function listBackups(db: Db, limit: number): Promise<readonly BackupRow[]> {
  return db.selectFrom('backup').selectAll().orderBy('backup_id', 'desc').limit(limit).execute()
}

/** The newest first. */
export async function listDrills(db: Db, limit: number): Promise<readonly DrillRow[]> {
  return db.selectFrom('backup_drill').selectAll().orderBy('drill_id', 'desc').limit(limit).execute()
}

export async function changeBackup(
  db: Db,
  backupId: number,
  change: Partial<Omit<BackupRow, 'figures'>> & { figures?: string },
): Promise<void> {
  await db.updateTable('backup').set(change).where('backup_id', '=', backupId).execute()
}

export async function changeDrill(
  db: Db,
  drillId: number,
  change: Partial<Omit<DrillRow, 'figures'>> & { figures?: string },
): Promise<void> {
  await db.updateTable('backup_drill').set(change).where('drill_id', '=', drillId).execute()
}

/** When the schedule started the last of each, unix milliseconds; 0 for never. */
export async function lastScheduled(db: Db): Promise<{ backupMs: number; drillMs: number }> {
  const { rows } = await sql<{ backup: Date | null; drill: Date | null }>`
    select (select max(created_at) from backup where origin = 'schedule') as backup,
      (select max(created_at) from backup_drill where origin = 'schedule') as drill`.execute(db)
  return { backupMs: rows[0]?.backup?.getTime() ?? 0, drillMs: rows[0]?.drill?.getTime() ?? 0 }
}

export interface OpenRow {
  readonly kind: 'backup' | 'drill'
  readonly id: number
  readonly state: 'waiting' | 'running'
  readonly origin: Origin
  readonly createdMs: number
}

/** What waits or runs: at most one of each kind. */
export async function listOpen(db: Db): Promise<readonly OpenRow[]> {
  const { rows } = await sql<Omit<OpenRow, 'createdMs'> & { created_at: Date }>`
    select 'backup' as kind, backup_id as id, state, origin, created_at from backup
    where state in ('waiting', 'running')
    union all select 'drill', drill_id, state, origin, created_at from backup_drill
    where state in ('waiting', 'running')`.execute(db)
  return rows.map(({ created_at, ...row }) => ({ ...row, createdMs: created_at.getTime() }))
}

/** An operator's command begins at once, and ends with its process: nothing else runs what it has started. */
const commandPatienceMs = 10 * 60_000
/** How often one is begun, if its process ends each time. */
const maxAttempts = 3

/** Whether nothing works on it any more, if nothing has the lock. */
export function mayBeLost({ state, origin, createdMs }: OpenRow, nowMs: number): boolean {
  return state === 'running' || (origin === 'operator' && createdMs < nowMs - commandPatienceMs)
}

/**
 * What runs no more, since its process ended, waits again; after three attempts, and for an operator's command, it is
 * failed. Returns the folders of failed backups. Called while nothing else has the lock.
 */
export async function endInterrupted(db: Db, nowMs: number): Promise<readonly string[]> {
  const folders: string[] = []
  for (const open of await listOpen(db)) {
    if (!mayBeLost(open, nowMs)) continue
    const row = open.kind === 'backup' ? await loadBackup(db, open.id) : await loadDrill(db, open.id)
    if (row === undefined) continue
    const isOver = row.origin === 'operator' || row.attempts >= maxAttempts
    const change = isOver
      ? ({ state: 'failed', problem: 'interrupted', ended_at: new Date(nowMs) } as const)
      : ({ state: 'waiting', phase: '' } as const)
    if (open.kind === 'drill') await changeDrill(db, open.id, change)
    else await changeBackup(db, open.id, change)
    if (isOver && 'folder' in row && row.attempts > 0) folders.push(row.folder)
  }
  return folders
}

/** Removes a row that nothing has begun: something else runs. */
export async function withdrawWaiting(db: Db, { kind, id }: Pick<OpenRow, 'kind' | 'id'>): Promise<void> {
  if (kind === 'backup')
    await db.deleteFrom('backup').where('backup_id', '=', id).where('state', '=', 'waiting').execute()
  else await db.deleteFrom('backup_drill').where('drill_id', '=', id).where('state', '=', 'waiting').execute()
}
