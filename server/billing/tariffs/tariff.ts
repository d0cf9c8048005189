import type { TariffPeriod, TariffRecord } from './rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/**
 * Reads every tariff with its periods and what it opens; a few dozen rows and some thousand pairs. In one snapshot,
 * so that a new price never appears with former periods.
 */
export async function loadTariffs(trx: DbTransaction): Promise<readonly TariffRecord[]> {
  const tariffs = await trx
    .selectFrom('tariff')
    .selectAll()
    .orderBy('position')
    .orderBy('tariff_id')
    .execute()
  const periods = await trx
    .selectFrom('sub_tariff')
    .selectAll()
    .orderBy('position')
    .orderBy('sub_tariff_id')
    .execute()
  const channels = await trx.selectFrom('tariff_channel').selectAll().execute()
  const providers = await trx.selectFrom('tariff_provider').selectAll().execute()
  const periodsOf = Map.groupBy(periods, (row) => row.tariff_id)
  const channelsOf = Map.groupBy(channels, (row) => row.tariff_id)
  const providersOf = Map.groupBy(providers, (row) => row.tariff_id)
  return tariffs.map((row) => ({
    tariffId: row.tariff_id,
    name: { en: row.name_en, ru: row.name_ru, uz: row.name_uz },
    priceTiyin: row.price_tiyin,
    providerId: row.provider_id,
    remoteTariffId: row.remote_tariff_id,
    isBase: row.is_base,
    isRecommended: row.is_recommended,
    isOffered: row.is_offered,
    position: row.position,
    streams: row.streams,
    periods: (periodsOf.get(row.tariff_id) ?? []).map((period) => ({
      id: period.sub_tariff_id,
      name: { en: period.name_en, ru: period.name_ru, uz: period.name_uz },
      period: { en: period.period_en, ru: period.period_ru, uz: period.period_uz },
      periodDays: period.period_days,
      priceTiyin: period.price_tiyin,
    })),
    channelIds: new Set((channelsOf.get(row.tariff_id) ?? []).map((pair) => pair.cid)),
    providerIds: new Set((providersOf.get(row.tariff_id) ?? []).map((pair) => pair.provider_id)),
  }))
}

/** The tariffs in one snapshot. */
export function readTariffs(db: Db): Promise<readonly TariffRecord[]> {
  return db.transaction().setIsolationLevel('repeatable read').execute(loadTariffs)
}

/** Inserts or updates the tariff itself. */
export async function writeTariff(trx: DbTransaction, tariff: TariffRecord): Promise<void> {
  const values = {
    name_en: tariff.name.en,
    name_ru: tariff.name.ru,
    name_uz: tariff.name.uz,
    price_tiyin: tariff.priceTiyin,
    provider_id: tariff.providerId,
    remote_tariff_id: tariff.remoteTariffId,
    is_base: tariff.isBase,
    is_recommended: tariff.isRecommended,
    is_offered: tariff.isOffered,
    position: tariff.position,
    streams: tariff.streams,
  }
  await trx
    .insertInto('tariff')
    .values({ tariff_id: tariff.tariffId, ...values })
    .onConflict((conflict) => conflict.column('tariff_id').doUpdateSet(values))
    .execute()
}

/** Replaces the periods, channels and providers. */
export async function writeTariffContent(trx: DbTransaction, tariff: TariffRecord): Promise<void> {
  const { tariffId } = tariff
  await trx.deleteFrom('sub_tariff').where('tariff_id', '=', tariffId).execute()
  await trx.deleteFrom('tariff_channel').where('tariff_id', '=', tariffId).execute()
  await trx.deleteFrom('tariff_provider').where('tariff_id', '=', tariffId).execute()
  const periods = tariff.periods.map((period, position) => periodRow(tariffId, period, position))
  const channels = [...tariff.channelIds].map((cid) => ({ tariff_id: tariffId, cid }))
  const providers = [...tariff.providerIds].map((id) => ({ tariff_id: tariffId, provider_id: id }))
  if (periods.length > 0) await trx.insertInto('sub_tariff').values(periods).execute()
  if (channels.length > 0) await trx.insertInto('tariff_channel').values(channels).execute()
  if (providers.length > 0) await trx.insertInto('tariff_provider').values(providers).execute()
}

function periodRow(tariffId: number, period: TariffPeriod, position: number) {
  return {
    sub_tariff_id: period.id,
    tariff_id: tariffId,
    name_en: period.name.en,
    name_ru: period.name.ru,
    name_uz: period.name.uz,
    period_days: period.periodDays,
    period_en: period.period.en,
    period_ru: period.period.ru,
    period_uz: period.period.uz,
    price_tiyin: period.priceTiyin,
    position,
  }
}
