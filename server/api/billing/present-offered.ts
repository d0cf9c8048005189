/** The tariffs on offer as something to choose from: what each opens, and what it adds to the one below it. */
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { site } from '#contract/site/site.ts'
import type { Promotion, TariffRecord } from '#server/billing/billing.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import {
  type ChannelRecord,
  catchupDaysOf,
  inLanguage,
  listedChannels,
} from '#server/television/television.ts'
import { presentTariff } from './present.ts'

type Offered = ResponseOf<typeof site.tariffs>[number]

/** What tariffs open, as it is now. */
export interface OfferGround {
  readonly channels: readonly ChannelRecord[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
  readonly language: Language
  /** The offers that run now. */
  readonly offers: readonly Promotion[]
}

/** Channels that are shown by their logos. */
const maxLogos = 12
const logoWidth = 160

/**
 * In the order of the operator. A base tariff is compared to the base tariff before it, an additional one to none:
 * it is bought beside any of them.
 */
export function presentOffered(tariffs: readonly TariffRecord[], ground: OfferGround): Offered[] {
  const listed = listedChannels(ground.channels, 'inside', undefined)
  return tariffs.map((tariff, place) => {
    const below = tariff.isBase ? tariffs.slice(0, place).findLast((one) => one.isBase) : undefined
    const own = listed.filter(({ cid }) => tariff.channelIds.has(cid))
    const added = own.filter(({ cid }) => below?.channelIds.has(cid) !== true)
    const former = new Set(added.map(({ cid }) => cid))
    // What is new is shown first.
    const logos = [...added, ...own.filter(({ cid }) => !former.has(cid))].slice(0, maxLogos)
    return {
      ...presentTariff(tariff),
      is_base: tariff.isBase ? 1 : 0,
      channel_count: own.length,
      logos: logos.map((channel) => presentLogo(channel, ground.language)),
      archive_days: own.reduce((days, one) => Math.max(days, one.archiveDays, catchupDaysOf(one)), 0),
      films: namesOf(tariff.providerIds, ground),
      compared_to: below?.tariffId ?? 0,
      added_channels: below === undefined ? 0 : added.length,
      missing_channels:
        below === undefined
          ? 0
          : listed.filter(({ cid }) => below.channelIds.has(cid) && !tariff.channelIds.has(cid)).length,
      added_films:
        below === undefined ? [] : namesOf(tariff.providerIds.difference(below.providerIds), ground),
      free_days: freeDaysOf(tariff.tariffId, ground.offers),
    }
  })
}

function freeDaysOf(tariffId: number, offers: readonly Promotion[]): number {
  const offer = offers.find((one) => one.kind === 'free_days' && one.connects?.tariffId === tariffId)
  return offer?.connects?.priceTiyin === 0 ? offer.connects.days : 0
}

function presentLogo({ cid, name, logo }: ChannelRecord, language: Language) {
  return { name: inLanguage(name, language), logo: pictureAddress('logo', cid, logo, logoWidth) }
}

function namesOf(ids: ReadonlySet<number>, { providers }: OfferGround): string[] {
  return providers.filter(({ id }) => ids.has(id)).map(({ name }) => name)
}
