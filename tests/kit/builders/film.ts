/** Titles with arbitrary data, for tests about something else: as published, and as in a snapshot. */
import type { PublishedTitle, TitleRecord } from '#server/catalogue/catalogue.ts'

const facts = {
  isSeries: false,
  isKids: false,
  categoryId: 1,
  providerId: 1,
  description: { ru: '', uz: '' },
  year: 2020,
  credits: [],
  durationMin: 90,
  ageRating: '',
  ratingKp: null,
  ratingImdb: null,
  popularity: 1,
  freeMovie: false,
  premier: false,
  exclusive: false,
  newEpisodes: false,
  poster: null,
  backdrop: null,
  seasons: [],
} as const

/** To publish; without a file unless `more` has one. */
export function buildFilm(key: string, more: Partial<PublishedTitle> = {}): PublishedTitle {
  return {
    ...facts,
    key,
    name: { ru: `Фильм ${key}`, uz: `Film ${key}`, original: key },
    countries: ['UZ'],
    genres: [],
    ...more,
  }
}

/** As in a snapshot. */
export function buildFilmRecord(vid: number, more: Partial<TitleRecord> = {}): TitleRecord {
  return {
    ...facts,
    vid,
    key: `t:${vid}`,
    name: { ru: `Фильм ${vid}`, uz: '', original: '' },
    moreCategories: [],
    countries: [],
    genreIds: [],
    addedAtMs: 0,
    files: [],
    ...more,
  }
}
