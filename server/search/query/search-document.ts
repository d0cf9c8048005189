/** Something that can be found. */
export interface SearchDocument {
  /** Which list of the answer it belongs to, from 0. */
  readonly group: number
  /** What it is called, in any language. */
  readonly names: readonly string[]
  /** What it is found by besides: people, a year, genres; `weight` 0 to 1, where a name is 1. */
  readonly more: readonly { readonly text: string; readonly weight: number }[]
  /** 0 to 1; decides between what matches equally well. */
  readonly popularity: number
}

/** Everything that can be found, by its place. `at` is asked again when a hit is explained, so it must not change. */
export interface SearchDocuments {
  readonly size: number
  readonly groups: number
  at(index: number): SearchDocument
  /** Its names alone, for looking at many. */
  namesAt(index: number): readonly string[]
}
