import type { Item } from './rules.ts'
import type { TitleRecord } from '#server/catalogue/catalogue.ts'
import type { ChannelRecord } from '#server/television/television.ts'

/** A channel as input of the rules. */
export function channelItem(channel: ChannelRecord): Extract<Item, { kind: 'channel' }> {
  return {
    kind: 'channel',
    cid: channel.cid,
    isSocial: channel.isSocial,
    isWorld: channel.worldPlace !== null,
    isOpen: channel.isOpenToGuests,
  }
}

/** The past of a channel: what opens it to guests opens it live only. */
export function archiveItem(channel: ChannelRecord): Item {
  return { ...channelItem(channel), isOpen: false }
}

/** A title as input of the rules. */
export function titleItem(title: TitleRecord): Item {
  const isForAdults = isAdultRating(title.ageRating)
  return { kind: 'title', providerId: title.providerId, isFree: title.freeMovie, isForAdults }
}

const adultAge = 18

/** Whether an age rating (`18+`, `21`) is for adults. An empty one is not. */
export function isAdultRating(ageRating: string): boolean {
  return Number.parseInt(ageRating, 10) >= adultAge
}

/** Whether any file of the title, except its trailer, can be played. */
export function isReady(title: TitleRecord, isPlayable: (assetId: string) => boolean): boolean {
  return (
    title.files.some((file) => file.kind === 'film' && isPlayable(file.assetId)) ||
    title.seasons.some((season) => season.episodes.some((episode) => isPlayable(episode.file.assetId)))
  )
}
