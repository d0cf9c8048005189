/** The public API of search. */
export { type Search, openSearch } from './open-search.ts'
export {
  type AiringView,
  chooseAirings,
  mayBeShown,
  type OfferedAiring,
  type OfferedProgramme,
  shownAirings,
} from './airings.ts'
export { relatedTitles, type RelatedTitle } from './related.ts'
export { broadcastLists, type Broadcasts } from './broadcasts.ts'
export { libraryLists, type Library, type EpisodeIndex } from './library.ts'
export type { Indexed } from './live-index.ts'
export { understand } from './query/read-query.ts'
export type { Scored } from './query/top.ts'
export { matchedBy } from './query/explain.ts'
export type { SearchDocument } from './query/search-document.ts'
export { editDistance } from './query/edit-distance.ts'
