/** Tariffs, their versions and previews in the contract's shape. */
import type { ShownEffect } from '#contract/console/tariffs.ts'
import { excludedTariffIds } from '#contract/form/constants.ts'
import {
  type DatedPrice,
  type ListedTariff,
  type TariffEffect,
  type TariffRecord,
  type TariffVersion,
  type TouchedPart,
  addedByHand,
  periodsOf,
  plainLook,
  shownTariffLook,
  sumsOf,
} from '#server/billing/billing.ts'
import { shownFields } from '#server/television/television.ts'

/** The names of channels by cid, and of providers by id. */
export interface PartNames {
  readonly channels: ReadonlyMap<number, string>
  readonly providers: ReadonlyMap<number, string>
}

function namesOf({ name }: TariffRecord) {
  return { name_ru: name.ru, name_uz: name.uz, name_en: name.en }
}

function lookOf(tariff: TariffRecord) {
  const { icon, colour } = tariff.look ?? plainLook
  return { icon, colour, image: shownTariffLook(tariff).image }
}

function kindOf({ isBase }: TariffRecord) {
  return isBase ? ('base' as const) : ('additional' as const)
}

export function presentListed({ tariff, active, suspended, revenueTiyin }: ListedTariff) {
  const [first] = periodsOf(tariff)
  return {
    ...{ tariff_id: tariff.tariffId, ...namesOf(tariff), ...lookOf(tariff), kind: kindOf(tariff) },
    ...{ recommended: tariff.isRecommended, offered: tariff.isOffered },
    can_be_offered: !excludedTariffIds.includes(tariff.tariffId),
    price: sumsOf(first?.priceTiyin ?? tariff.priceTiyin),
    days: first?.periodDays ?? 30,
    ...{ active, suspended, revenue: sumsOf(revenueTiyin), channels: tariff.channelIds.size },
  }
}

export function presentTariff(tariff: TariffRecord) {
  const { description, picture } = tariff.look ?? plainLook
  return {
    ...{ tariff_id: tariff.tariffId, ...namesOf(tariff), ...lookOf(tariff), kind: kindOf(tariff) },
    ...{ description_ru: description.ru, description_uz: description.uz, picture },
    ...{ recommended: tariff.isRecommended, offered: tariff.isOffered, streams: tariff.streams },
    ...presentTerms(tariff),
    periods: periodsOf(tariff).map(({ id, periodDays, priceTiyin }) => ({
      ...{ id, days: periodDays },
      price: sumsOf(priceTiyin),
    })),
    channels: [...addedByHand(tariff)],
    rules: [...(tariff.byRule?.rules ?? [])],
    excluded: [...(tariff.byRule?.excludedIds ?? [])],
    providers: [...tariff.providerIds],
  }
}

function presentTerms(tariff: TariffRecord) {
  const { pause, trialDays = 0, recordingHours = 0, otherPlayers = true, changes } = tariff
  const { by = 'nobody' as const, minDays = 7, maxDays = 60, isOnceAYear = true } = pause ?? {}
  return {
    ...{ pause_by: by, pause_min: minDays, pause_max: maxDays, pause_once: isOnceAYear },
    ...{ trial_days: trialDays, recording_hours: recordingHours, other_players: otherPlayers },
    ...{ change_up: changes?.up ?? ('now' as const), change_down: changes?.down ?? ('end' as const) },
  }
}

export function presentPrice({ id, periodDays, priceTiyin, fromMs, payers, isInForce }: DatedPrice) {
  return {
    ...{ price_id: id, days: periodDays, price: sumsOf(priceTiyin), payers, is_in_force: isInForce },
    from: Math.floor(fromMs / 1000),
  }
}

export function presentEffect(effect: TariffEffect, names: PartNames): ShownEffect {
  const { price } = effect
  const named = (parts: readonly TouchedPart[], by: ReadonlyMap<number, string>) =>
    parts.map(({ id, accounts }) => ({ id, name: by.get(id) ?? String(id), accounts }))
  const secOf = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))
  return {
    ...{ active: effect.active, suspended: effect.suspended },
    ...{ gaining: effect.gaining, losing: effect.losing },
    channels_gained: named(effect.gained, names.channels),
    channels_lost: named(effect.lost, names.channels),
    films_gained: named(effect.providersGained, names.providers),
    films_lost: named(effect.providersLost, names.providers),
    revenue_before: sumsOf(effect.revenueBefore),
    revenue_after: sumsOf(effect.revenueAfter),
    price:
      price === undefined
        ? null
        : {
            ...{ more: price.more, less: price.less, keeps: price.keeps, suspended: price.suspended },
            ...{ short: price.short, first: secOf(price.firstMs), middle: secOf(price.middleMs) },
            last: secOf(price.lastMs),
          },
  }
}

export function presentVersion(
  { number, change, before, after }: TariffVersion,
  names: PartNames,
  nowMs: number,
) {
  const cidsIn = (fields: typeof before, isMeant: (value: unknown) => boolean) =>
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      name.startsWith('channel.') && isMeant(value) ? [Number(name.slice('channel.'.length))] : [],
    )
  const nameOf = (cid: number) => names.channels.get(cid) ?? String(cid)
  const added = cidsIn(after, (value) => value === true)
  const removed = before === null || after === null ? [] : cidsIn(after, (value) => value === null)
  const isUndoable = change.undoneBy === null && change.undoUntilMs > nowMs
  return {
    ...{ number, change_id: change.changeId, kind: change.kind, title: change.title },
    ...{ staff_name: change.staffName, made_at: Math.floor(change.madeMs / 1000) },
    undo_until: isUndoable ? Math.floor(change.undoUntilMs / 1000) : 0,
    ...{ before: withoutChannels(before, names), after: withoutChannels(after, names) },
    channels_added: added.map(nameOf),
    channels_removed: removed.map(nameOf),
  }
}

/** Channels have lists of their own; films are called by their provider. */
function withoutChannels(fields: TariffVersion['before'], names: PartNames) {
  if (fields === null) return null
  const shown = Object.entries(shownFields(fields) ?? {}).filter(([name]) => !name.startsWith('channel.'))
  return Object.fromEntries(
    shown.map(([name, value]) => {
      const [kind, id = ''] = name.split('.')
      return kind === 'provider'
        ? [`films ${names.providers.get(Number(id)) ?? id}`, value === true]
        : [name, value]
    }),
  )
}
