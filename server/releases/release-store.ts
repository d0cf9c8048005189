import { sql } from 'kysely'
import { appPlatforms, type AppPlatform } from '#contract/site/apps.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Release, Switch } from './rules.ts'

/** Notified when an operator changed a release or a switch; no payload. */
export const releasesChangedChannel = 'releases_changed'

/** The maximum number of switches: all of them are in memory, and each request checks those of its platform. */
export const maxSwitches = 200

/** An operator's change; absent fields stay unchanged. */
export type ReleaseChange = Partial<Omit<Release, 'platform' | 'note'>> & {
  readonly note?: Partial<Release['note']>
}

export type NewSwitch = Omit<Switch, 'switchId'>

/** The configured releases, in the order of `appPlatforms`. */
export async function listReleases(db: Db): Promise<readonly Release[]> {
  const rows = await db.selectFrom('app_release').selectAll().limit(appPlatforms.length).execute()
  return rows
    .map((row) => ({
      platform: row.platform,
      minimumVersion: row.minimum_version,
      recommendedVersion: row.recommended_version,
      storeUrl: row.store_url,
      note: { ru: row.note_ru, uz: row.note_uz },
    }))
    .toSorted((one, other) => appPlatforms.indexOf(one.platform) - appPlatforms.indexOf(other.platform))
}

/** Writes what changed. `nowMs`: unix milliseconds. */
export async function setRelease(
  db: Db,
  platform: AppPlatform,
  change: ReleaseChange,
  nowMs: number,
): Promise<void> {
  const values = {
    ...(change.minimumVersion === undefined ? {} : { minimum_version: change.minimumVersion }),
    ...(change.recommendedVersion === undefined ? {} : { recommended_version: change.recommendedVersion }),
    ...(change.storeUrl === undefined ? {} : { store_url: change.storeUrl }),
    ...(change.note?.ru === undefined ? {} : { note_ru: change.note.ru }),
    ...(change.note?.uz === undefined ? {} : { note_uz: change.note.uz }),
    changed_at: new Date(nowMs),
  }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('app_release')
      .values({ platform, ...values })
      .onConflict((conflict) => conflict.column('platform').doUpdateSet(values))
      .execute()
    await announce(tx)
  })
}

/** Every switch, in the order they were added. */
export async function listSwitches(db: Db): Promise<readonly Switch[]> {
  const rows = await db.selectFrom('app_switch').selectAll().orderBy('switch_id').limit(maxSwitches).execute()
  return rows.map((row) => ({
    switchId: row.switch_id,
    platform: row.platform,
    model: row.model,
    firmware: { from: row.firmware_from, to: row.firmware_to },
    version: { from: row.version_from, to: row.version_to },
    engine: row.engine,
    lowLatency: row.low_latency,
    previews: row.previews,
    maxHeight: row.max_height,
    reason: row.reason,
  }))
}

/** Adds a switch and returns its number, or `full` at the maximum. */
export function addSwitch(db: Db, added: NewSwitch, nowMs: number): Promise<number | 'full'> {
  return db.transaction().execute(async (tx) => {
    // Concurrent additions are counted one after the other.
    await sql`lock table app_switch in share row exclusive mode`.execute(tx)
    const { count } = await tx
      .selectFrom('app_switch')
      .select((on) => on.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxSwitches) return 'full'
    const { switch_id: switchId } = await tx
      .insertInto('app_switch')
      .values({
        platform: added.platform,
        model: added.model,
        firmware_from: added.firmware.from,
        firmware_to: added.firmware.to,
        version_from: added.version.from,
        version_to: added.version.to,
        engine: added.engine,
        low_latency: added.lowLatency,
        previews: added.previews,
        max_height: added.maxHeight,
        reason: added.reason,
        created_at: new Date(nowMs),
      })
      .returning('switch_id')
      .executeTakeFirstOrThrow()
    await announce(tx)
    return switchId
  })
}

/** False when there was no such switch. */
export function removeSwitch(db: Db, switchId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const removed = await tx.deleteFrom('app_switch').where('switch_id', '=', switchId).executeTakeFirst()
    await announce(tx)
    return removed.numDeletedRows > 0n
  })
}

async function announce(tx: DbTransaction): Promise<void> {
  await sql`select pg_notify(${releasesChangedChannel}, '')`.execute(tx)
}
