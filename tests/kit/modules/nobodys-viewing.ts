import type { Viewing } from '#server/viewing/viewing.ts'

/** Viewing data in which no title was watched or marked. */
export const nobodysViewing: Pick<
  Viewing,
  'favouriteChannels' | 'favouriteVids' | 'isFavouriteTitle' | 'viewingVids'
> = {
  favouriteChannels: async () => [],
  favouriteVids: async () => [],
  isFavouriteTitle: async () => false,
  viewingVids: async () => [],
}
