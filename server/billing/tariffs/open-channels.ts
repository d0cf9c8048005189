import { sql } from 'kysely'
import { publicTariffId } from '#contract/form/constants.ts'
import { announceTariffs } from './tariff-lock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/**
 * Adds these channels to the public tariff and to every base tariff; for imports, whose channels no viewer could
 * watch otherwise. Returns how many tariffs open them. Announces it, so that no process shows its cached tariffs.
 */
export async function openInBaseTariffs(db: Db, cids: readonly number[]): Promise<number> {
  // A tariff with rules opens by them.
  const isMeant = sql<boolean>`(is_base or tariff_id = ${publicTariffId}) and channel_rules = '[]'`
  const tariffs = await db.selectFrom('tariff').select('tariff_id').where(isMeant).execute()
  await sql`
    insert into tariff_channel (tariff_id, cid)
    select tariff.tariff_id, one.cid from tariff cross join unnest(${[...cids]}::integer[]) as one (cid)
    where ${isMeant}
    on conflict do nothing`.execute(db)
  await announceTariffs(db)
  return tariffs.length
}

/** Opens `into` in every tariff that opens `from`. Returns the tariffs in which it is new. */
export async function copyTariffChannel(
  tx: DbTransaction,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<readonly number[]> {
  const added = await sql<{ tariff_id: number }>`
    insert into tariff_channel (tariff_id, cid)
    select tariff_id, ${into}::integer from tariff_channel as pair where cid = ${from} and not exists (
      select from tariff_channel_excluded as out where out.tariff_id = pair.tariff_id and out.cid = ${into})
    on conflict do nothing returning tariff_id`.execute(tx)
  await announceTariffs(tx)
  return added.rows.map((row) => row.tariff_id)
}

/** Takes back what `copyTariffChannel` added. */
export async function uncopyTariffChannel(
  tx: DbTransaction,
  cid: number,
  tariffIds: readonly number[],
): Promise<void> {
  await sql`
    delete from tariff_channel where cid = ${cid} and tariff_id = any(${[...tariffIds]}::integer[])`.execute(
    tx,
  )
  await announceTariffs(tx)
}

/** How many tariffs open each channel, by cid. */
export async function tariffCounts(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('tariff_channel')
    .select(['cid', ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy('cid')
    .execute()
  return new Map(rows.map(({ cid, count }) => [cid, Number(count)]))
}

/** The names of the tariffs that open a channel, in order. */
export async function channelTariffs(db: Db, cid: number, language: 'ru' | 'uz'): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('tariff_channel')
    .innerJoin('tariff', 'tariff.tariff_id', 'tariff_channel.tariff_id')
    .select(['name_ru', 'name_uz'])
    .where('cid', '=', cid)
    .orderBy('tariff.tariff_id')
    .execute()
  return rows.map((row) => (language === 'uz' ? row.name_uz : row.name_ru) || row.name_ru)
}

/** The names of the tariffs that open these channels, by cid. */
export async function namesOfTariffs(
  db: Db,
  cids: readonly number[],
  language: 'ru' | 'uz',
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ cid: number; name_ru: string; name_uz: string }>`
    select cid, name_ru, name_uz from tariff_channel join tariff using (tariff_id)
    where cid = any(${[...cids]}::integer[]) order by tariff_id`.execute(db)
  const nameOf = (row: { name_ru: string; name_uz: string }) =>
    (language === 'uz' ? row.name_uz : row.name_ru) || row.name_ru
  return new Map([...Map.groupBy(rows, ({ cid }) => cid)].map(([cid, some]) => [cid, some.map(nameOf)]))
}
