import { moveBlackouts } from '#server/blackouts/blackouts.ts'
import { copyTariffChannel } from '#server/billing/billing.ts'
import { moveComplaints } from '#server/complaints/complaints.ts'
import { movePlays } from '#server/monitoring/monitoring.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type ByWhom, type MergeOutcome, mergeChannels } from '#server/television/television.ts'
import { copyFavouriteChannel } from '#server/viewing/viewing.ts'

/** The names under which a set of changes keeps the rows that followed a merged channel. */
export const followedNames = {
  favourites: 'favourites',
  /** The profiles of those accounts, in the same order; the first ones in sets from before there were profiles. */
  favouriteProfiles: 'favourite_profiles',
  tariffs: 'tariffs',
  complaints: 'complaints',
  blackouts: 'blackouts',
} as const

/**
 * Merges a channel into another one, with its favourites, tariffs, complaints, blackouts and play statistics. Can be taken back
 * with `undoContent`, except for the statistics.
 */
export function mergeContentChannels(
  db: Db,
  cids: { readonly from: number; readonly into: number },
  who: ByWhom,
): Promise<MergeOutcome> {
  return mergeChannels(db, cids, who, async (tx) => {
    await movePlays(tx, cids)
    return { ...(await followMerge(tx, cids)), from: [cids.from] }
  })
}

/** Moves and copies what other modules have of a channel to the one it is merged into; their numbers, by kind. */
export async function followMerge(
  tx: DbTransaction,
  cids: { readonly from: number; readonly into: number },
): Promise<Readonly<Record<string, readonly number[]>>> {
  const favourites = await copyFavouriteChannel(tx, cids)
  return {
    [followedNames.favourites]: favourites.map(({ accountId }) => accountId),
    [followedNames.favouriteProfiles]: favourites.map(({ profileNo }) => profileNo),
    [followedNames.tariffs]: await copyTariffChannel(tx, cids),
    [followedNames.complaints]: await moveComplaints(tx, cids),
    [followedNames.blackouts]: await moveBlackouts(tx, cids),
  }
}
