/** The public API of search: what other modules may use. */
export type { Search } from './open-search.ts'
export { openSearch } from './open-search.ts'
export { relatedTitles } from './related.ts'
export { searchCalls } from './routes.ts'
