/** Tariffs as states of fields: what sets of changes store and write back. */
import { sql } from 'kysely'
import type { ChannelRule } from '#contract/console/channel-rules.ts'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import { applyDuePricesIn } from './dated-prices.ts'
import { announceTariffs, lockTariffs } from './tariff-lock.ts'
import { type PauseRule, type TariffPeriod, type TariffRecord, addedByHand, partOfChanges } from './rules.ts'
import { lookFields, lookOfFields } from './tariff-look.ts'
import { loadTariffs, writeTariff, writeTariffContent } from './tariff.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** The name of tariffs in sets of changes. */
export const tariffEntity = 'tariff'

/** Each channel, provider and period is a field of its own, so that one can be taken back without the others. */
export function fieldsOfTariff(one: TariffRecord): Fields {
  return {
    ...{ name_ru: one.name.ru, name_uz: one.name.uz, name_en: one.name.en },
    kind: one.isBase ? 'base' : 'additional',
    price: one.priceTiyin / 100,
    ...{ offered: one.isOffered, recommended: one.isRecommended, streams: one.streams },
    ...{ position: one.position, tariff_provider: one.providerId, remote_id: one.remoteTariffId },
    ...lookFields(one.look),
    ...Object.fromEntries(one.periods.map((period, place) => [`period.${period.id}`, partOf(period, place)])),
    ...Object.fromEntries([...addedByHand(one)].map((cid) => [`channel.${cid}`, true])),
    ...(one.byRule === undefined ? {} : { rules: one.byRule.rules as unknown as Json }),
    ...Object.fromEntries([...(one.byRule?.excludedIds ?? [])].map((cid) => [`excluded.${cid}`, true])),
    ...Object.fromEntries([...one.providerIds].map((id) => [`provider.${id}`, true])),
    ...(one.pause === undefined ? {} : pauseFields(one.pause)),
    ...(one.trialDays === undefined ? {} : { trial_days: one.trialDays }),
    ...(one.recordingHours === undefined ? {} : { recording_hours: one.recordingHours }),
    ...(one.otherPlayers === false ? { other_players: false } : {}),
    // Only what is not the default, so that each is taken back by itself.
    ...(one.changes?.up === 'end' ? { change_up: 'end' } : {}),
    ...(one.changes?.down === 'now' ? { change_down: 'now' } : {}),
  }
}

function pauseFields({ by, minDays, maxDays, isOnceAYear }: PauseRule): Fields {
  return { pause_self: by === 'subscriber', pause_min: minDays, pause_max: maxDays, pause_once: isOnceAYear }
}

function pauseOf(fields: Fields): Pick<TariffRecord, 'pause'> {
  const days = [fields['pause_min'] ?? null, fields['pause_max'] ?? null]
  if (days.includes(null)) return {}
  const [first, second] = days.map(Number)
  const [minDays = 1, maxDays = minDays] = [first, second]
  const by = fields['pause_self'] === true ? 'subscriber' : 'staff'
  // Fields are taken back one by one: the least may have become more than the most.
  const rule = { minDays: Math.min(minDays, maxDays), maxDays, isOnceAYear: fields['pause_once'] === true }
  return { pause: { ...rule, by } }
}

function partOf({ name, period, periodDays, priceTiyin }: TariffPeriod, place: number): Fields {
  return { days: periodDays, price: priceTiyin / 100, name, period, place: place }
}

function tariffOfFields(tariffId: number, fields: Fields): TariffRecord {
  const text = (name: string) => String(fields[name] ?? '')
  const number = (name: string) => Number(fields[name] ?? 0)
  const idsOf = (kind: string) =>
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(`${kind}.`) && value !== null ? [Number(name.slice(kind.length + 1))] : [],
    )
  const [remote, rules] = [fields['remote_id'] ?? null, fields['rules'] ?? null]
  const periods = idsOf('period').map((id) => ({ id, part: fields[`period.${id}`] as Fields }))
  return {
    tariffId,
    name: { ru: text('name_ru'), uz: text('name_uz'), en: text('name_en') },
    ...{ isBase: fields['kind'] === 'base', priceTiyin: tiyin(fields['price']) },
    ...{ isOffered: fields['offered'] === true, isRecommended: fields['recommended'] === true },
    ...{ streams: number('streams'), position: number('position'), providerId: number('tariff_provider') },
    remoteTariffId: remote === null ? null : Number(remote),
    periods: periods
      .toSorted((a, b) => Number(a.part['place']) - Number(b.part['place']) || a.id - b.id)
      .map(({ id, part }) => ({
        id,
        name: part['name'] as unknown as TariffPeriod['name'],
        period: part['period'] as unknown as TariffPeriod['period'],
        periodDays: Number(part['days']),
        priceTiyin: tiyin(part['price']),
      })),
    channelIds: new Set(idsOf('channel')),
    ...(rules === null
      ? {}
      : {
          byRule: {
            rules: rules as unknown as readonly ChannelRule[],
            ruledIds: new Set<number>(),
            excludedIds: new Set(idsOf('excluded')),
          },
        }),
    providerIds: new Set(idsOf('provider')),
    ...lookOfFields(fields),
    ...pauseOf(fields),
    ...(number('trial_days') === 0 ? {} : { trialDays: number('trial_days') }),
    ...(number('recording_hours') === 0 ? {} : { recordingHours: number('recording_hours') }),
    ...(fields['other_players'] === false ? { otherPlayers: false } : {}),
    ...partOfChanges({
      up: fields['change_up'] === 'end' ? 'end' : 'now',
      down: fields['change_down'] === 'now' ? 'now' : 'end',
    }),
  }
}

function tiyin(sums: Json | undefined) {
  return Math.round(Number(sums ?? 0) * 100)
}

export async function tariffStates(tx: DbTransaction, ids: readonly number[]): Promise<States> {
  const meant = new Set(ids)
  const tariffs = (await loadTariffs(tx)).filter(({ tariffId }) => meant.has(tariffId))
  return new Map(tariffs.map((one) => [one.tariffId, fieldsOfTariff(one)]))
}

/** Whether anybody has or had the tariff, or a promotion connects it. */
export async function isTariffUsed(tx: DbTransaction, tariffId: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from subscription where tariff_id = ${tariffId})
      or exists (select from promotion where tariff_id = ${tariffId})
      or exists (select from planned_change where tariff_id = ${tariffId}) as used`.execute(tx)
  return rows[0]?.used === true
}

/** Tariffs as things whose changes can be taken back. */
export const tariffStore: EntityStore = {
  isLockedAlone: true,
  lock: lockTariffs,
  read: tariffStates,
  labelOf: (fields) => String(fields['name_ru'] ?? ''),
  write: async (tx, steps, nowMs) => {
    await applyDuePricesIn(tx, nowMs)
    const left: (readonly [number, string, Json])[] = []
    const states = await tariffStates(tx, [...steps.keys()])
    for (const [id, fields] of steps) {
      if (fields === null) {
        if (await isTariffUsed(tx, id)) left.push([id, '', true])
        else await tx.deleteFrom('tariff').where('tariff_id', '=', id).execute()
        continue
      }
      const now = states.get(id) ?? {}
      left.push(...(await writeMerged(tx, id, now, { ...now, ...fields })))
    }
    await announceTariffs(tx)
    return left
  },
}

/** Writes what can be written; returns the fields that cannot any more. */
async function writeMerged(tx: DbTransaction, id: number, now: Fields, merged: Fields) {
  const left: (readonly [number, string, Json])[] = []
  const fields: Record<string, Json> = { ...merged }
  const giveUp = (name: string) => {
    left.push([id, name, now[name] ?? null])
    if (now[name] === undefined) delete fields[name]
    else fields[name] = now[name]
  }
  if (now['kind'] !== undefined && now['kind'] !== fields['kind'] && (await isTariffUsed(tx, id)))
    giveUp('kind')
  const tariff = tariffOfFields(id, fields)
  for (const name of await missingParts(tx, tariff)) giveUp(name)
  const written = tariffOfFields(id, fields)
  const [first] = written.periods
  const whole = first === undefined ? written : { ...written, priceTiyin: first.priceTiyin }
  await writeTariff(tx, whole)
  await writeTariffContent(tx, whole)
  return left
}

/** Channels and providers that are gone, and periods whose number another tariff has, as names of fields. */
async function missingParts(tx: DbTransaction, tariff: TariffRecord): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'channel.' || one.id as name from unnest(${[...tariff.channelIds]}::integer[]) as one (id)
    where not exists (select from channel where channel.id = one.id)
    union all
    select 'excluded.' || one.id from unnest(${[...(tariff.byRule?.excludedIds ?? [])]}::integer[]) as one (id)
    where not exists (select from channel where channel.id = one.id)
    union all
    select 'provider.' || one.id from unnest(${[...tariff.providerIds]}::integer[]) as one (id)
    where not exists (select from provider where provider.id = one.id)
    union all
    select 'period.' || sub_tariff_id from sub_tariff
    where tariff_id <> ${tariff.tariffId} and sub_tariff_id = any(${tariff.periods.map(({ id }) => id)}::integer[])`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}
