import { type Selectable, sql } from 'kysely'
import type { ChannelRule } from '#contract/console/channel-rules.ts'
import type { TariffTable } from '#server/billing/ledger/tables.ts'
import {
  type TariffPeriod,
  type TariffRecord,
  type TariffTerms,
  addedByHand,
  defaultChanges,
  partOfChanges,
} from './rules.ts'
import { lockRules } from './tariff-lock.ts'
import { lookOfRow, lookRow } from './tariff-look.ts'
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
  const excluded = await trx.selectFrom('tariff_channel_excluded').selectAll().execute()
  const providers = await trx.selectFrom('tariff_provider').selectAll().execute()
  const periodsOf = Map.groupBy(periods, (row) => row.tariff_id)
  const channelsOf = Map.groupBy(channels, (row) => row.tariff_id)
  const excludedOf = Map.groupBy(excluded, (row) => row.tariff_id)
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
    ...lookOfRow(row),
    periods: (periodsOf.get(row.tariff_id) ?? []).map((period) => ({
      id: period.sub_tariff_id,
      name: { en: period.name_en, ru: period.name_ru, uz: period.name_uz },
      period: { en: period.period_en, ru: period.period_ru, uz: period.period_uz },
      periodDays: period.period_days,
      priceTiyin: period.price_tiyin,
    })),
    channelIds: new Set((channelsOf.get(row.tariff_id) ?? []).map((pair) => pair.cid)),
    ...(row.channel_rules.length === 0
      ? {}
      : {
          byRule: {
            rules: row.channel_rules,
            ruledIds: cidsOf(channelsOf.get(row.tariff_id)?.filter((pair) => pair.by_rule)),
            excludedIds: cidsOf(excludedOf.get(row.tariff_id)),
          },
        }),
    providerIds: new Set((providersOf.get(row.tariff_id) ?? []).map((pair) => pair.provider_id)),
    ...termsOfRow(row),
  }))
}

/** The rules of pauses and changes, the trial days, the hours of recordings, other players. */
function termsOfRow(row: Selectable<TariffTable>): TariffTerms {
  const { pause_by: by, pause_min_days: minDays, pause_max_days: maxDays, pause_once: isOnceAYear } = row
  return {
    ...(by === 'nobody' ? {} : { pause: { by, minDays, maxDays, isOnceAYear } }),
    ...(row.trial_days === 0 ? {} : { trialDays: row.trial_days }),
    ...(row.recording_hours === 0 ? {} : { recordingHours: row.recording_hours }),
    ...(row.other_players ? {} : { otherPlayers: false }),
    ...partOfChanges({ up: row.change_up, down: row.change_down }),
  }
}

function cidsOf(pairs: readonly { readonly cid: number }[] | undefined): ReadonlySet<number> {
  return new Set(pairs?.map(({ cid }) => cid))
}

/** The tariffs in one snapshot. */
export function readTariffs(db: Db): Promise<readonly TariffRecord[]> {
  return db.transaction().setIsolationLevel('repeatable read').execute(loadTariffs)
}

/** The channels that rules open now, whatever was done by hand. */
export async function openedByRules(
  tx: DbTransaction,
  rules: readonly ChannelRule[],
): Promise<ReadonlySet<number>> {
  if (rules.length === 0) return new Set()
  const { rows } = await sql<{ cid: number }>`
    select channels_of_rules(${JSON.stringify(rules)}::jsonb, null) as cid`.execute(tx)
  return cidsOf(rows)
}

/** Inserts or updates the tariff itself. */
export async function writeTariff(trx: DbTransaction, tariff: TariffRecord): Promise<void> {
  await lockRules(trx)
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
    ...lookRow(tariff.look),
    channel_rules: JSON.stringify(tariff.byRule?.rules ?? []),
    ...pauseRow(tariff.pause),
    trial_days: tariff.trialDays ?? 0,
    recording_hours: tariff.recordingHours ?? 0,
    other_players: tariff.otherPlayers ?? true,
    change_up: (tariff.changes ?? defaultChanges).up,
    change_down: (tariff.changes ?? defaultChanges).down,
  }
  await trx
    .insertInto('tariff')
    .values({ tariff_id: tariff.tariffId, ...values })
    .onConflict((conflict) => conflict.column('tariff_id').doUpdateSet(values))
    .execute()
}

function pauseRow(rule: TariffRecord['pause']) {
  return {
    ...{ pause_by: rule?.by ?? ('nobody' as const), pause_once: rule?.isOnceAYear ?? true },
    ...{ pause_min_days: rule?.minDays ?? 7, pause_max_days: rule?.maxDays ?? 60 },
  }
}

/** Replaces the periods, channels and providers; what rules open is computed here. */
export async function writeTariffContent(trx: DbTransaction, tariff: TariffRecord): Promise<void> {
  const { tariffId } = tariff
  await trx.deleteFrom('sub_tariff').where('tariff_id', '=', tariffId).execute()
  await trx.deleteFrom('tariff_channel_excluded').where('tariff_id', '=', tariffId).execute()
  await trx.deleteFrom('tariff_channel').where('tariff_id', '=', tariffId).execute()
  await trx.deleteFrom('tariff_provider').where('tariff_id', '=', tariffId).execute()
  const periods = tariff.periods.map((period, position) => periodRow(tariffId, period, position))
  const pairsOf = (cids: Iterable<number>) => [...cids].map((cid) => ({ tariff_id: tariffId, cid }))
  const [channels, excluded] = [pairsOf(addedByHand(tariff)), pairsOf(tariff.byRule?.excludedIds ?? [])]
  const providers = [...tariff.providerIds].map((id) => ({ tariff_id: tariffId, provider_id: id }))
  if (periods.length > 0) await trx.insertInto('sub_tariff').values(periods).execute()
  if (channels.length > 0) await trx.insertInto('tariff_channel').values(channels).execute()
  if (excluded.length > 0) await trx.insertInto('tariff_channel_excluded').values(excluded).execute()
  await sql`select apply_tariff_rules(${[tariffId]}::integer[], null)`.execute(trx)
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
