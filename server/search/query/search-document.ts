/** A searchable item. */
export interface SearchDocument {
  /** Which result list it belongs to, from 0. */
  readonly group: number
  /** Its names, in any language. */
  readonly names: readonly string[]
  /** Further searchable texts: people, a year, genres; `weight` 0 to 1, where a name is 1. */
  readonly more: readonly { readonly text: string; readonly weight: number }[]
  /** 0 to 1; decides between equal matches. */
  readonly popularity: number
}

/** All searchable items, by position. `at` is called again to explain a hit, so it must not change. */
export interface SearchDocuments {
  readonly size: number
  readonly groups: number
  at(index: number): SearchDocument
  /** Only its names, for checking many. */
  namesAt(index: number): readonly string[]
}
