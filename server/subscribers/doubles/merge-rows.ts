/** What a person has outside billing goes to the account that goes on. */
import { type RawBuilder, sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { moveProfiles } from '#server/profiles/profiles.ts'
import type { ActBy } from '#server/subscribers/acts/act-store.ts'

/** Tables whose rows just change their account. */
const plain = ['notification', 'complaint', 'subscriber_note'] as const

/** Tables with one row per thing: where both have it, the row of the account that goes on stays, or the newer one. */
const perThing: readonly {
  readonly table: string
  readonly thing: readonly string[]
  readonly newer?: string
}[] = [
  { table: 'favourite_title', thing: ['profile_no', 'title_id'] },
  { table: 'favourite_channel', thing: ['profile_no', 'channel_id'] },
  { table: 'followed_programme', thing: ['profile_no', 'name_key', 'channel_id'] },
  { table: 'recording', thing: ['channel_id', 'programme_id'] },
  { table: 'reminder', thing: ['profile_no', 'channel_id', 'programme_id'] },
  { table: 'reminder_setting', thing: ['profile_no'] },
  { table: 'title_rating', thing: ['profile_no', 'title_id'], newer: 'rated_at' },
  { table: 'watching', thing: ['profile_no', 'title_id', 'file_id'], newer: 'watched_at' },
  { table: 'notification_read', thing: ['profile_no', 'notification_id'] },
  { table: 'message_opt_out', thing: [] },
  { table: 'account_city', thing: [] },
  { table: 'telegram_link', thing: [] },
  { table: 'device_ban', thing: ['uid'] },
]

/** Tables with something of a profile. */
const ofProfiles = [
  ...['favourite_title', 'favourite_channel', 'followed_programme', 'reminder', 'reminder_setting'],
  ...['title_rating', 'watching', 'notification', 'notification_read', 'notification_reader'],
] as const

/** Secrets and logins of the former account: they end with it. */
const ended = [
  'export_address',
  'telegram_link_code',
  'trusted_network',
  'tv_login',
  'download_grant',
  'remote_television',
  'profile_watching',
  'session',
] as const

/** Moves rows in the caller's transaction and returns how many, besides devices and cards. */
export async function mergeRows(
  trx: DbTransaction,
  fromId: number,
  toId: number,
  nowMs: number,
): Promise<number> {
  let moved = 0
  const count = async (statement: RawBuilder<unknown>) => {
    moved += Number((await statement.execute(trx)).numAffectedRows ?? 0n)
  }
  for (const table of ended)
    await sql`delete from ${sql.table(table)} where account_id = ${fromId}`.execute(trx)
  const profiles = await moveProfiles(trx, { fromId, toId }, nowMs)
  // They are the account's: they go with the others, where two of one programme become one.
  await sql`update recording set profile_no = numbers.now
    from unnest(${[...profiles.keys()]}::smallint[], ${[...profiles.values()]}::smallint[]) as numbers(former, now)
    where recording.account_id = ${fromId} and recording.profile_no = numbers.former`.execute(trx)
  await mergePositions(trx, { fromId, toId }, profiles)
  for (const [former, now] of profiles)
    for (const table of ofProfiles)
      await count(sql`update ${sql.table(table)} set account_id = ${toId}, profile_no = ${now}
        where account_id = ${fromId} and profile_no = ${former}`)
  await keepFollowed(trx, fromId, toId)
  // A city that somebody said goes before one that a network suggested.
  await sql`delete from account_city as ours using account_city as theirs
    where ours.account_id = ${toId} and ours.way = 'network' and theirs.account_id = ${fromId} and theirs.way <> 'network'`.execute(
    trx,
  )
  // What was deleted here does not take the place of what the other account keeps.
  await sql`delete from recording where account_id = ${toId} and (state = 'declined' or deleted_at is not null)`.execute(
    trx,
  )
  for (const { table, thing, newer } of perThing) {
    const isSame = sql.join(
      [
        sql`ours.account_id = ${toId}`,
        ...thing.map((name) => sql`ours.${sql.ref(name)} = theirs.${sql.ref(name)}`),
      ],
      sql` and `,
    )
    const [own, other] = [sql.table(table), sql.table(table)]
    if (newer !== undefined)
      await sql`delete from ${own} as ours using ${other} as theirs
        where theirs.account_id = ${fromId} and ${isSame} and theirs.${sql.ref(newer)} > ours.${sql.ref(newer)}`.execute(
        trx,
      )
    await sql`delete from ${own} as theirs using ${other} as ours where theirs.account_id = ${fromId} and ${isSame}`.execute(
      trx,
    )
    await count(sql`update ${own} set account_id = ${toId} where account_id = ${fromId}`)
  }
  for (const table of plain)
    await count(sql`update ${sql.table(table)} set account_id = ${toId} where account_id = ${fromId}`)
  return moved
}

/**
 * Of a show that both follow one stays: it reminds and records where either did, and what came by itself for the other one
 * is its own.
 */
async function keepFollowed(trx: DbTransaction, fromId: number, toId: number): Promise<void> {
  const both = sql`followed_programme as theirs where ours.account_id = ${toId} and theirs.account_id = ${fromId}
    and ours.profile_no = theirs.profile_no and ours.name_key = theirs.name_key and ours.channel_id = theirs.channel_id`
  for (const table of ['reminder', 'recording'])
    await sql`update ${sql.table(table)} as made set followed_programme_id = ours.followed_programme_id
      from followed_programme as ours, ${both} and made.followed_programme_id = theirs.followed_programme_id`.execute(
      trx,
    )
  await sql`update followed_programme as ours set reminds = ours.reminds or theirs.reminds,
    records = ours.records or theirs.records from ${both}`.execute(trx)
}

/** Devices go logged out; one that both accounts had stays with the account that goes on. */
export async function mergeDevices(trx: DbTransaction, fromId: number, toId: number): Promise<number> {
  await sql`delete from device as theirs using device as ours
    where theirs.account_id = ${fromId} and ours.account_id = ${toId} and ours.uid = theirs.uid`.execute(trx)
  const moved =
    await sql`update device set account_id = ${toId}, place = null where account_id = ${fromId}`.execute(trx)
  return Number(moved.numAffectedRows ?? 0n)
}

/** Cards go; none of them pays by itself at the other account, where the subscriber switches that on again. */
export async function mergeCards(trx: DbTransaction, fromId: number, toId: number): Promise<number> {
  const { rows } = await sql<{ card_id: number }>`
    update card set account_id = ${toId}, is_main = false, auto_pay = false
    where account_id = ${fromId} and deleted_at is null returning card_id`.execute(trx)
  const [first] = rows
  if (first !== undefined)
    await sql`update card set is_main = true where card_id = ${first.card_id}
      and not exists (select from card where account_id = ${toId} and is_main)`.execute(trx)
  return rows.length
}

/**
 * The dealer of the former account, for one that belongs to none: from now on, with payments that come from now on. It
 * stays the former account's too, for commissions of what was paid there. Not where the staff took the subscriber from a
 * dealer. Resolves to the dealer's number.
 */
export async function mergeDealer(
  trx: DbTransaction,
  {
    fromId,
    toId,
    reason,
    by,
  }: { readonly fromId: number; readonly toId: number; readonly reason: string; readonly by: ActBy },
  nowMs: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ dealer_id: number }>`
    insert into dealer_subscriber (account_id, dealer_id, way, attached_at, reason, staff_id, staff_name)
    select ${toId}, dealer_id, 'staff', ${new Date(nowMs)}, left(${reason}, 200), ${by.staff?.staffId ?? null}::integer,
      ${by.staff?.name ?? ''}
    from dealer_subscriber where account_id = ${fromId}
      and not exists (select from dealer_detached as off where off.account_id = ${toId})
    on conflict (account_id) do nothing returning dealer_id`.execute(trx)
  return rows[0]?.dealer_id
}

/** Where profiles stopped in recordings, by their new numbers; also in a recording that both accounts have. */
async function mergePositions(
  trx: DbTransaction,
  { fromId, toId }: { readonly fromId: number; readonly toId: number },
  profiles: ReadonlyMap<number, number>,
): Promise<void> {
  await sql`update recording set positions = coalesce((
      select jsonb_object_agg(numbers.now::text, place.value) from jsonb_each(recording.positions) as place
      join unnest(${[...profiles.keys()]}::smallint[], ${[...profiles.values()]}::smallint[]) as numbers(former, now)
        on numbers.former::text = place.key), '{}')
    where account_id = ${fromId} and positions <> '{}'`.execute(trx)
  await sql`update recording as ours set positions = theirs.positions || ours.positions from recording as theirs
    where ours.account_id = ${toId} and theirs.account_id = ${fromId} and theirs.positions <> '{}'
      and ours.channel_id = theirs.channel_id and ours.programme_id = theirs.programme_id`.execute(trx)
}
