/** The face of search: what other rooms may use. */
export type { Search, SearchNeeds } from './open-search.ts'
export { openSearch } from './open-search.ts'
export type { SearchPorts } from './routes.ts'
export { searchCalls } from './routes.ts'
