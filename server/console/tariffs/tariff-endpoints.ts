/** Tariffs in the console. */
import { consoleTariffs as endpoints } from '#contract/console/tariffs.ts'
import { type ParsedOf, reject, respond } from '#contract/form/endpoint.ts'
import {
  type PauseRule,
  type SavedTariff,
  type TariffChanged,
  type TariffEffect,
  type TariffRefused,
  changePrice,
  listTariffs,
  listVersions,
  offerTariff,
  orderTariffs,
  previewPrice,
  previewTariff,
  removeTariff,
  saveTariff,
  showTariff,
  tariffPicture,
} from '#server/billing/billing.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf } from '#server/console/changes/record-set.ts'
import { undoSetOf } from '#server/console/changes/undo-set.ts'
import { logoWidth } from '#server/console/channels/present-channels.ts'
import { storePiece } from '#server/console/pictures/store-piece.ts'
import { changeSetEntry, tariffGround } from '#server/editing/editing.ts'
import { type Pictures, pictureAddress } from '#server/pictures/pictures.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { loadChannels } from '#server/television/television.ts'
import {
  type PartNames,
  presentEffect,
  presentListed,
  presentPrice,
  presentTariff,
  presentVersion,
} from './present-tariffs.ts'

export interface TariffDeps extends ContentDeps {
  readonly pictures: Pick<Pictures, 'append' | 'has'>
}

export function tariffEndpoints(deps: TariffDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  const handlers: ConsoleHandlers<typeof endpoints> = {
    list: async () => respond({ tariffs: (await listTariffs(db, clock.nowMs())).map(presentListed) }),
    one: async ({ id }) => {
      const shown = await showTariff(db, id)
      if (shown === undefined) return reject('not_found')
      const { tariff, revision, isUsed, prices } = shown
      return respond({
        ...{ tariff: presentTariff(tariff), revision, is_used: isUsed },
        prices: prices.map(presentPrice),
      })
    },
    parts: async () => respond(await partsOf(db)),
    history: async ({ id }) => {
      const [versions, names] = await Promise.all([listVersions(db, id), namesIn(db)])
      return respond({ versions: versions.map((one) => presentVersion(one, names, clock.nowMs())) })
    },
    preview: async (input) => shownEffect(await previewTariff(db, savedOf(input), clock.nowMs())),
    save: async (input, call) => {
      if (input.picture !== '' && !(await deps.pictures.has(input.picture))) return reject('picture_refused')
      return changed(await saveTariff(db, savedOf(input), authorIn(call, 'tariff_saved')))
    },
    picture: (input, call) => storePiece(deps, tariffPicture, input, call),
    order: async ({ ids }, call) => changed(await orderTariffs(db, ids, authorIn(call, 'tariffs_ordered'))),
    offer: async ({ id: tariffId, offered: isOffered }, call) => {
      const who = authorIn(call, isOffered ? 'tariff_offered' : 'tariff_retired')
      return changed(await offerTariff(db, { tariffId, isOffered }, who))
    },
    remove: async ({ id }, call) => changed(await removeTariff(db, id, authorIn(call, 'tariff_removed'))),
    previewPrice: async (input) => shownEffect(await previewPrice(db, priceOf(input), clock.nowMs())),
    price: async (input, call) =>
      changed(await changePrice(db, priceOf(input), authorIn(call, 'tariff_priced'))),
    undo: ({ change_id: changeId }, call) => undoSetOf('billing', deps, changeId, call),
  }
  const changed = (done: TariffChanged | TariffRefused) =>
    done.kind === 'changed' ? respond({ change_id: done.changeId, id: done.tariffId }) : refuse(done)
  const authorIn = (call: ConsoleCall, event: string) => {
    const { by, nowMs } = authorOf(call, deps)
    const author = { actor: 'staff', by, address: call.clientAddress } as const
    return { by, nowMs, record: changeSetEntry(deps, event, author) }
  }
  const shownEffect = async (
    preview: { readonly kind: 'effect'; readonly effect: TariffEffect } | TariffRefused,
  ) =>
    preview.kind === 'effect'
      ? respond(presentEffect(preview.effect, await namesIn(db, 'numbered')))
      : refuse(preview)
  return bindConsole('consoleTariffs', endpoints, handlers)
}

async function partsOf(db: Db) {
  const [channels, { categories, providers }] = await Promise.all([loadChannels(db), tariffGround(db)])
  return {
    channels: channels.map((one) => ({
      ...{ cid: one.cid, number: one.number, name: one.name.ru || one.name.uz },
      logo: one.logo === null ? '' : pictureAddress('logo', one.cid, one.logo, logoWidth),
      categories: [one.categoryId, ...one.additionalCategories],
      ...{ languages: [...one.languages], quality: one.quality },
    })),
    categories: categories.map(({ id, names: [ru = '', uz = ''] }) => ({ id, name_ru: ru, name_uz: uz })),
    providers: [...providers],
  }
}

async function namesIn(db: Db, how: 'plain' | 'numbered' = 'plain'): Promise<PartNames> {
  const { channels, providers } = await tariffGround(db)
  const nameOf = ({ number, name }: (typeof channels)[number]) =>
    how === 'numbered' ? `${number} ${name}` : name
  return {
    channels: new Map(channels.map((one) => [one.cid, nameOf(one)])),
    providers: new Map(providers.map(({ id, name }) => [id, name])),
  }
}

/** Soʻm as they were typed, in tiyin. */
function tiyinIn(typed: string): number {
  return Math.round(Number(typed.replaceAll(/[\s\u00a0]/g, '').replace(',', '.')) * 100)
}

function savedOf(input: ParsedOf<typeof endpoints.save>): SavedTariff {
  return {
    tariffId: input.id ?? undefined,
    revision: input.revision,
    draft: {
      name: { ru: input.name_ru, uz: input.name_uz, en: input.name_en },
      ...{ isBase: input.kind === 'base', isRecommended: input.recommended, isOffered: input.offered },
      streams: input.streams,
      look: {
        description: { ru: input.description_ru, uz: input.description_uz },
        ...{ icon: input.icon, picture: input.picture, colour: input.colour },
      },
      periods: input.periods.map(({ id, days, price }) => ({
        ...{ id: id ?? undefined, periodDays: days, priceTiyin: tiyinIn(price) },
      })),
      ...{ channelIds: input.channels, rules: input.rules, excludedIds: input.excluded },
      providerIds: input.providers,
      pause: pauseIn(input),
      trialDays: input.trial_days,
      recordingHours: input.recording_hours,
      otherPlayers: input.other_players,
      changes: { up: input.change_up, down: input.change_down },
    },
  }
}

function pauseIn(input: ParsedOf<typeof endpoints.save>): PauseRule | undefined {
  const { pause_by: by, pause_min: minDays, pause_max: maxDays, pause_once: isOnceAYear } = input
  return by === 'nobody' ? undefined : { by, minDays, maxDays, isOnceAYear }
}

function priceOf({ id, days, price, from, payers }: ParsedOf<typeof endpoints.price>) {
  return {
    ...{ tariffId: id, periodDays: days, priceTiyin: tiyinIn(price), payers },
    fromMs: from === 0 ? undefined : from * 1000,
  }
}

function refuse(refused: TariffRefused) {
  switch (refused.kind) {
    case 'price':
      return reject('tariff_price_wrong', { values: { days: refused.days } })
    case 'periods':
      return reject('tariff_periods_wrong')
    case 'empty':
      return reject('tariff_empty')
    case 'colour': {
      const { theme, has, needs, instead } = refused
      const values = { has: has.toFixed(1), needs: String(needs), instead }
      return reject(theme === 'dark' ? 'tariff_colour_dark' : 'tariff_colour_light', { values })
    }
    case 'never_offered':
      return reject('tariff_never_offered')
    case 'recommended':
      return reject('tariff_two_recommended', { values: { name: refused.name } })
    case 'has_subscribers':
      return reject('tariff_has_subscribers')
    case 'changed_since':
      return reject('changed_since', { values: { who: refused.who || '—' } })
    case 'price_date':
      return reject('tariff_price_date')
    case 'gone':
      return reject('tariff_content_gone', { values: { what: goneWords(refused) } })
    case 'not_found':
      return reject('not_found')
  }
}

/** Channels and providers that are gone have their numbers only. */
function goneWords({ channelIds, providerIds }: Extract<TariffRefused, { readonly kind: 'gone' }>): string {
  return [...channelIds.map((cid) => `№${cid}`), ...providerIds.map((id) => `ID ${id}`)]
    .slice(0, 10)
    .join(', ')
}
