import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** A logo of a list that must be fetched from its address. */
export interface WaitingLogo {
  readonly cid: number
  readonly address: string
  readonly tries: number
}

const rowsAtOnce = 1000

/** Stores where logos are; one with an unchanged address is kept. Returns how many must be fetched. */
export async function requestLogos(
  db: Db,
  logos: ReadonlyMap<number, string>,
  nowMs: number,
): Promise<number> {
  const rows = [...logos].map(([cid, address]) => ({ channel_id: cid, address, next_at: new Date(nowMs) }))
  let wished = 0
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const written = await db
      .insertInto('channel_logo')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .column('channel_id')
          .doUpdateSet({
            address: sql`excluded.address`,
            state: 'waiting',
            reason: '',
            tries: 0,
            next_at: sql`excluded.next_at`,
          })
          .where('channel_logo.address', '<>', sql<string>`excluded.address`),
      )
      .returning('channel_id')
      .execute()
    wished += written.length
  }
  return wished
}

/** The logos due for fetching, at most so many. */
export async function waitingLogos(db: Db, nowMs: number, max: number): Promise<readonly WaitingLogo[]> {
  const rows = await db
    .selectFrom('channel_logo')
    .select(['channel_id', 'address', 'tries'])
    .where('state', '=', 'waiting')
    .where('next_at', '<=', new Date(nowMs))
    .orderBy('next_at')
    .orderBy('channel_id')
    .limit(max)
    .execute()
  return rows.map(({ channel_id, address, tries }) => ({ cid: channel_id, address, tries }))
}

/** Sets channels' logos: versions of picture originals, by cid. Sends `channels_changed`. */
export async function giveLogos(db: Db, logos: ReadonlyMap<number, string>): Promise<void> {
  if (logos.size === 0) return
  for (const [cid, version] of logos)
    // A logo that was chosen by hand stays.
    await db
      .updateTable('channel')
      .set({ logo: version })
      .where('id', '=', cid)
      .where(sql<boolean>`not 'logo' = any(locked)`)
      .execute()
  const cids = [...logos.keys()]
  await db
    .updateTable('channel_logo')
    .set({ state: 'taken', reason: '' })
    .where('channel_id', 'in', cids)
    .execute()
  await sql`select pg_notify('channels_changed', '')`.execute(db)
}

/** Records that a logo could not be fetched; `againMs` undefined: no retry. */
export async function noteLogoFailure(
  db: Db,
  { cid, tries }: WaitingLogo,
  reason: string,
  againMs: number | undefined,
): Promise<void> {
  await db
    .updateTable('channel_logo')
    .set({
      reason: reason.slice(0, 300),
      tries: tries + 1,
      ...(againMs === undefined ? { state: 'failed' } : { next_at: new Date(againMs) }),
    })
    .where('channel_id', '=', cid)
    .execute()
}

/** The state of fetching: how many of each state, and the most frequent reasons. */
export async function logoFacts(db: Db): Promise<{
  readonly counts: Readonly<Record<'waiting' | 'taken' | 'failed', number>>
  readonly reasons: readonly (readonly [reason: string, count: number])[]
}> {
  const rows = await db
    .selectFrom('channel_logo')
    .select(['state', 'reason', ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy(['state', 'reason'])
    .execute()
  const sum = (state: string) =>
    rows.filter((row) => row.state === state).reduce((total, { count }) => total + Number(count), 0)
  const reasons = rows
    .filter(({ state }) => state === 'failed')
    .map(({ reason, count }) => [reason, Number(count)] as const)
    .toSorted((a, b) => b[1] - a[1])
  return { counts: { waiting: sum('waiting'), taken: sum('taken'), failed: sum('failed') }, reasons }
}
