import type { Item } from './rules.ts'
import type { TitleRecord } from '#server/catalogue/catalogue.ts'
import type { ChannelRecord } from '#server/television/television.ts'

/** A channel as input of the rules. */
export function channelItem(channel: ChannelRecord): Item {
  return {
    kind: 'channel',
    cid: channel.cid,
    isSocial: channel.isSocial,
    isWorld: channel.worldPlace !== null,
  }
}

/** A title as input of the rules. */
export function titleItem(title: TitleRecord): Item {
  return { kind: 'title', providerId: title.providerId, isFree: title.freeMovie }
}

/** Whether any file of the title, except its trailer, can be played. */
export function isReady(title: TitleRecord, isPlayable: (assetId: string) => boolean): boolean {
  return (
    title.files.some((file) => file.kind === 'film' && isPlayable(file.assetId)) ||
    title.seasons.some((season) => season.episodes.some((episode) => isPlayable(episode.file.assetId)))
  )
}
