import { sql } from 'kysely'
import { publicTariffId } from '#contract/form/constants.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/**
 * Adds these channels to the public tariff and to every base tariff; for imports, whose channels no viewer could
 * watch otherwise. Returns how many tariffs open them. A running Ekran caches its tariffs for ten seconds.
 */
export async function openInBaseTariffs(db: Db, cids: readonly number[]): Promise<number> {
  const isMeant = sql<boolean>`(is_base or tariff_id = ${publicTariffId})`
  const tariffs = await db.selectFrom('tariff').select('tariff_id').where(isMeant).execute()
  await sql`
    insert into tariff_channel (tariff_id, cid)
    select tariff.tariff_id, one.cid from tariff cross join unnest(${[...cids]}::integer[]) as one (cid)
    where ${isMeant}
    on conflict do nothing`.execute(db)
  return tariffs.length
}

/** Replaces `from` with `into` in every tariff. Returns in how many it is new. */
export async function moveTariffChannel(
  tx: DbTransaction,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<number> {
  const added = await sql`
    insert into tariff_channel (tariff_id, cid)
    select tariff_id, ${into}::integer from tariff_channel where cid = ${from}
    on conflict do nothing`.execute(tx)
  await tx.deleteFrom('tariff_channel').where('cid', '=', from).execute()
  return Number(added.numAffectedRows ?? 0)
}
