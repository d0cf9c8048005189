import { blackoutEntity, blackoutStore, moveBlackouts } from '#server/blackouts/blackouts.ts'
import { broadcastTitleEntity, broadcastTitleStore } from '#server/broadcast-titles/broadcast-titles.ts'
import { tariffStores, uncopyTariffChannel } from '#server/billing/billing.ts'
import { cityEntity, cityStore, networkEntity, networkStore } from '#server/cities/cities.ts'
import { type EntityStore, type UndoOutcome, undoChange } from '#server/changes/changes.ts'
import { edgeEntity, edgeStore } from '#server/edges/edges.ts'
import { moveComplaints } from '#server/complaints/complaints.ts'
import {
  collectionEntity,
  collectionStore,
  episodeEntity,
  episodeStore,
  filmGenreEntity,
  filmGenreStore,
  markEntity,
  markStore,
  personEntity,
  personStore,
  seasonEntity,
  seasonStore,
  titleEntity,
  titleStore,
} from '#server/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  bannerEntity,
  bannerStore,
  newsEntity,
  newsStore,
  noticeEntity,
  noticeStore,
  pageEntity,
  pageStore,
  railEntity,
  railStore,
  serviceEntity,
  serviceStore,
} from '#server/site/site.ts'
import {
  type ByWhom,
  categoryEntity,
  categoryStore,
  channelEntity,
  channelStore,
  genreEntity,
  genreStore,
  guideEntity,
  guideStore,
  programmeEntity,
  programmeStore,
  returnMergedGuide,
  shiftEntity,
  shiftStore,
} from '#server/television/television.ts'
import { uncopyFavouriteChannel } from '#server/viewing/viewing.ts'
import { followEpisodes } from './follow-episodes.ts'
import { followedNames, followMerge } from './merge-channels.ts'

/** Takes a set of changes back; what somebody changed since stays and is listed. */
export function undoContent(db: Db, changeId: number, who: ByWhom): Promise<UndoOutcome> {
  return undoChange(db, changeId, {
    ...who,
    stores: {
      // Its lock comes before those of edits and channels, as for a delivery.
      [guideEntity]: guideStore,
      [genreEntity]: genreStore,
      [broadcastTitleEntity]: broadcastTitleStore,
      [bannerEntity]: bannerStore,
      [blackoutEntity]: blackoutStore,
      [newsEntity]: newsStore,
      [noticeEntity]: noticeStore,
      [pageEntity]: pageStore,
      [railEntity]: railStore,
      [collectionEntity]: collectionStore,
      [serviceEntity]: serviceStore,
      [cityEntity]: cityStore,
      [networkEntity]: networkStore,
      [edgeEntity]: edgeStore,
      [markEntity]: markStore,
      [personEntity]: personStore,
      [titleEntity]: titleStore,
      [filmGenreEntity]: filmGenreStore,
      [seasonEntity]: seasonStore,
      [episodeEntity]: episodes,
      [programmeEntity]: programmeStore,
      [shiftEntity]: shiftStore,
      ...tariffStores,
      [categoryEntity]: categoryStore,
      [channelEntity]: channels,
    },
  })
}

const episodes: EntityStore = {
  ...episodeStore,
  write: async (tx, steps, nowMs) => {
    const left = await episodeStore.write(tx, steps, nowMs)
    await followEpisodes(tx, [...steps.keys()])
    return left
  },
}

const channels: EntityStore = {
  ...channelStore,
  returnFollowed: async (tx, cid, followed, again) => {
    const [from] = followed['from'] ?? []
    if (from === undefined) return undefined
    // What was added to the channel since the first merge follows too, and returns with the next undo.
    if (again) return { ...followed, ...(await followMerge(tx, { from, into: cid })) }
    await returnMergedGuide(tx, cid, followed)
    const profiles = followed[followedNames.favouriteProfiles] ?? []
    const favourites = (followed[followedNames.favourites] ?? []).map((accountId, at) => ({
      ...{ accountId, profileNo: profiles[at] ?? 0 },
    }))
    await uncopyFavouriteChannel(tx, cid, favourites)
    await uncopyTariffChannel(tx, cid, followed[followedNames.tariffs] ?? [])
    await moveComplaints(tx, { from: cid, into: from, ids: followed[followedNames.complaints] ?? [] })
    await moveBlackouts(tx, { from: cid, into: from, ids: followed[followedNames.blackouts] ?? [] })
    return undefined
  },
}
