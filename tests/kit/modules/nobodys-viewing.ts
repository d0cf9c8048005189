import type { Viewing } from '#server/viewing/viewing.ts'

/** Viewing in which nobody has watched or marked anything. */
export const nobodysViewing: Pick<
  Viewing,
  'favouriteChannels' | 'favouriteVids' | 'isFavouriteTitle' | 'viewingVids'
> = {
  favouriteChannels: async () => [],
  favouriteVids: async () => [],
  isFavouriteTitle: async () => false,
  viewingVids: async () => [],
}
