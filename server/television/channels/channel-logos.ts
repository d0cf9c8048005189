import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** A logo of a list that must be fetched from its address. */
export interface WaitingLogo {
  readonly cid: number
  readonly address: string
  readonly tries: number
}

const rowsAtOnce = 1000
const maxAddress = 2000
const maxReason = 300

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

/** Stores logos that lists name as files beside them and that were not there: a drop of logos may bring them. */
export async function noteLogosBeside(
  db: Db,
  logos: ReadonlyMap<number, { readonly path: string; readonly reason: string }>,
): Promise<void> {
  const rows = [...logos].map(([cid, { path, reason }]) => ({
    ...{ channel_id: cid, address: path.slice(0, maxAddress), state: 'beside' as const },
    reason: reason.slice(0, maxReason),
  }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await db
      .insertInto('channel_logo')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.column('channel_id').doUpdateSet({
          address: sql`excluded.address`,
          state: 'beside',
          reason: sql`excluded.reason`,
          tries: 0,
        }),
      )
      .execute()
}

/** Where a list says that a channel's logo is, and what became of it. */
export interface ListLogo {
  /** An address, or a path beside the list. */
  readonly address: string
  readonly state: 'waiting' | 'taken' | 'failed' | 'beside'
  /** Of the last try, in English; '' for none. */
  readonly reason: string
}

/** The logo that a list names for a channel; undefined for none. */
export async function loadListLogo(db: Db, cid: number): Promise<ListLogo | undefined> {
  return db
    .selectFrom('channel_logo')
    .select(['address', 'state', 'reason'])
    .where('channel_id', '=', cid)
    .executeTakeFirst()
}

/** A channel without the logo that its list names. */
export interface MissingListLogo extends ListLogo {
  readonly cid: number
  readonly number: number
  readonly name: string
}

/** Channels without a logo whose list names one that could not be fetched or was not beside it; by number. */
export async function missingListLogos(db: Db): Promise<readonly MissingListLogo[]> {
  const rows = await db
    .selectFrom('channel_logo')
    .innerJoin('channel', 'channel.id', 'channel_logo.channel_id')
    .select(['channel.id', 'channel.number', 'channel.name_ru', 'channel.name_uz'])
    .select(['channel_logo.address', 'channel_logo.state', 'channel_logo.reason'])
    .where('channel.deleted_at', 'is', null)
    .where('channel.logo', 'is', null)
    .where('channel_logo.state', 'in', ['failed', 'beside'])
    .orderBy('channel.number')
    .execute()
  return rows.map(({ id: cid, number, name_ru: ru, name_uz: uz, ...logo }) => ({
    ...{ cid, number, name: ru || uz },
    ...logo,
  }))
}

/** A channel as logo files may name it. */
export interface LogoChannelRecord {
  readonly cid: number
  readonly number: number
  /** In Russian first. */
  readonly names: readonly string[]
  readonly aliases: readonly string[]
  readonly tvgId: string | null
  readonly countries: readonly string[]
  readonly listLogo: string | null
  /** Its logo now. */
  readonly logo: string | null
  /** It was chosen by hand. */
  readonly isLocked: boolean
  readonly isHidden: boolean
}

/** All channels that are not deleted, by number. */
export async function loadLogoChannels(db: Db): Promise<readonly LogoChannelRecord[]> {
  const rows = await db
    .selectFrom('channel')
    .leftJoin('channel_logo', 'channel_logo.channel_id', 'channel.id')
    .select(['id', 'number', 'name_ru', 'name_uz', 'tvg_id', 'tvg_name', 'countries', 'logo', 'locked'])
    .select(['is_hidden', 'channel_logo.address'])
    .where('deleted_at', 'is', null)
    .orderBy('number')
    .orderBy('id')
    .execute()
  const aliases = Map.groupBy(
    await db.selectFrom('channel_alias').select(['channel_id', 'alias']).execute(),
    ({ channel_id: cid }) => cid,
  )
  return rows.map((row) => ({
    cid: row.id,
    number: row.number,
    names: [...new Set([row.name_ru, row.name_uz, row.tvg_name ?? ''])].filter((name) => name !== ''),
    aliases: (aliases.get(row.id) ?? []).map(({ alias }) => alias),
    tvgId: row.tvg_id,
    countries: row.countries,
    listLogo: row.address,
    logo: row.logo,
    isLocked: row.locked.includes('logo'),
    isHidden: row.is_hidden,
  }))
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
      reason: reason.slice(0, maxReason),
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
