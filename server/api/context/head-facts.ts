import type { Language } from '#contract/form/failures.ts'

/** A film, series, collection, channel, person or news item as its page's head tells of it. Texts are in the asked language. */
export interface HeadFacts {
  readonly name: string
  readonly description: string
  /** From the site's root or absolute; null for none. */
  readonly image: string | null
  readonly kind: 'film' | 'series' | 'collection' | 'channel' | 'person' | 'news'
  readonly year?: number
  /** Unix milliseconds. */
  readonly publishedAtMs?: number
  /** True for what only those shall find who have its address: a title that is not listed now. */
  readonly isUnlisted?: boolean
  readonly film?: FilmFacts
}

/** What search engines are told of a film or series besides. */
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
  /** What our viewers gave it, 1 to 10. */
  readonly rating: { readonly average: number; readonly count: number } | null
  /** The list it stands in. */
  readonly list: 'newMovies' | 'serials' | 'kids' | 'uzbek'
}

export interface PersonFact {
  readonly id: number
  readonly name: string
}

type ThingHead = HeadFacts | undefined

/** What the head of a page about one thing tells of it; undefined: there is no such thing. */
export interface ThingHeads {
  film(vid: number, language: Language): ThingHead | Promise<ThingHead>
  person(aid: number, language: Language): ThingHead
  channel(cid: number, language: Language): ThingHead
  collection(id: number, language: Language): ThingHead
}
