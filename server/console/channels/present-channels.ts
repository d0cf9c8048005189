/** Channels in the contract's shape. */
import { hiddenCategoryIds } from '#contract/form/constants.ts'
import { logoProblemOf, shownAddress } from '#server/imports/imports.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { type LoudChannels, playbackGainDb } from '#server/playback/playback.ts'
import {
  type ListLogo,
  type SourceAddress,
  type StaffCategory,
  type StaffChannel,
  shownSource,
} from '#server/television/television.ts'

export const logoWidth = 160

export function presentChannel(channel: StaffChannel, tariffCount: number) {
  return {
    cid: channel.cid,
    number: channel.number,
    name_ru: channel.nameRu,
    name_uz: channel.nameUz,
    logo: channel.logo === null ? '' : pictureAddress('logo', channel.cid, channel.logo, logoWidth),
    category_id: channel.categoryId,
    additional_category_ids: [...channel.additionalCategoryIds],
    source_kind: channel.sourceKind,
    source_count: channel.sourceCount,
    is_enabled: channel.isEnabled,
    is_hidden: channel.isHidden,
    is_social: channel.isSocial,
    open_to_guests: channel.isOpenToGuests,
    is_radio: channel.isRadio,
    is_world: channel.isWorld,
    archive_days: channel.archiveDays,
    low_latency: channel.lowLatency,
    tvg_id: channel.tvgId ?? '',
    guide_shift_min: channel.guideShiftMin,
    languages: [...channel.languages],
    quality: channel.quality ?? ('' as const),
    countries: [...channel.countries],
    guide_until: Math.floor(channel.guideUntilMs / 1000),
    tariff_count: tariffCount,
    locked: [...channel.locked],
    version: channel.version,
    deleted_at: Math.floor(channel.deletedMs / 1000),
    merged_into: channel.mergedInto,
  }
}

export function presentCategory({ id, nameRu, nameUz, isOwn, channelCount }: StaffCategory) {
  return {
    category_id: id,
    name_ru: nameRu,
    name_uz: nameUz,
    is_own: isOwn,
    is_service: hiddenCategoryIds.includes(id),
    channel_count: channelCount,
  }
}

/** Addresses contain logins of providers: they are shown without. */
export function presentSource({ url, protocol, isOwn }: SourceAddress & { readonly isOwn: boolean }) {
  return { url: shownSource(url), protocol, is_own: isOwn }
}

/** The logo of a list that is not there; null when it is, and without one. */
export function presentListLogo(logo: ListLogo | undefined) {
  if (logo === undefined) return null
  const problem = logoProblemOf(logo)
  return problem === undefined ? null : { address: shownAddress(logo.address).slice(0, 300), problem }
}

/** What was measured of a channel, and what players do about it; null for nothing. */
export function presentLoudness(loudness: ReturnType<LoudChannels['channelLoudness']>) {
  if (loudness === undefined) return null
  return {
    integrated_lufs: loudness.integratedLufs,
    gain_db: playbackGainDb(loudness),
  }
}
