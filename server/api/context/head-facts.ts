import type { Language } from '#contract/form/failures.ts'

/**
 * The facts of a film, series, collection, channel, person or news item for its page's head. Texts are in the
 * requested language.
 */
export interface HeadFacts {
  readonly name: string
  readonly description: string
  /** From the site's root or absolute; null for none. */
  readonly image: string | null
  readonly kind: 'film' | 'series' | 'collection' | 'channel' | 'person' | 'news'
  readonly year?: number
  /** Unix milliseconds. */
  readonly publishedAtMs?: number
  /** True for a page only for clients with its address: a title that is not listed now. */
  readonly isUnlisted?: boolean
  readonly film?: FilmFacts
}

/** Further facts of a film or series for search engines. */
export interface FilmFacts {
  readonly originalName: string
  readonly genres: readonly string[]
  readonly countries: readonly string[]
  readonly directors: readonly PersonFact[]
  /** The first few. */
  readonly actors: readonly PersonFact[]
  readonly ageRating: string
  /** Of a film; 0 when unknown. */
  readonly durationMin: number
  readonly seasons: number
  readonly episodes: number
  /** Our viewers' rating, 1 to 10. */
  readonly rating: { readonly average: number; readonly count: number } | null
  /** The list that contains it. */
  readonly list: 'newMovies' | 'serials' | 'kids' | 'uzbek'
}

export interface PersonFact {
  readonly id: number
  readonly name: string
}

type EntityPageHead = HeadFacts | undefined

/** The facts for the head of a detail page; undefined: no such item. */
export interface EntityPageHeads {
  film(vid: number, language: Language): EntityPageHead | Promise<EntityPageHead>
  person(aid: number, language: Language): EntityPageHead
  channel(cid: number, language: Language): EntityPageHead
  collection(id: number, language: Language): EntityPageHead
}
