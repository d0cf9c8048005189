import { specialsSeason } from '#contract/form/constants.ts'
import { countryName } from '#contract/form/countries.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Episode, FilmCard, FilmDetail, Person } from '#contract/films/films.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import {
  type Snapshot,
  type CreditKind,
  type CreditRecord,
  type PersonRecord,
  type EpisodeRecord,
  type SeasonRecord,
  type TitleRecord,
  inLanguage,
  nameOf,
} from '#server/catalogue/catalogue.ts'

/** The media engine's data: the length of a packaged asset that can be played now, or undefined. */
export interface AssetShelf {
  playable(assetId: string): { readonly durationMs: number } | undefined
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

function seconds(ms: number): number {
  return Math.round(ms / 1000)
}

/** A title as a card. */
export function filmCard(title: TitleRecord, snapshot: Snapshot, language: Language): FilmCard {
  return {
    vid: title.vid,
    name: nameOf(title, language),
    original_name: title.name.original,
    year: title.year,
    thumbnail_small: pictureAddress('poster', title.vid, title.poster, 240),
    thumbnail_big: pictureAddress('poster', title.vid, title.poster, 480),
    screenshot_big: pictureAddress('backdrop', title.vid, title.backdrop, 1280),
    category: title.categoryId,
    is_series: flag(title.isSeries),
    genres: title.genreIds.map((id) => snapshot.genreName(id, language)),
    countries: title.countries.map((code) => countryName(code, language) ?? foreignCountry(code, language)),
    duration_min: title.durationMin,
    age_rating: title.ageRating,
    rating_kp: title.ratingKp,
    rating_imdb: title.ratingImdb,
    has_subscription: flag(!title.freeMovie),
    free_movie: flag(title.freeMovie),
    premier: flag(title.premier),
    exclusive: flag(title.exclusive),
    new_episodes: flag(title.newEpisodes),
    ...(snapshot.limited?.isLocked(title) === true ? { is_locked: 1 as const } : {}),
  }
}

/** Titles as cards, in their order. */
export function presentTitles(
  titles: readonly TitleRecord[],
  snapshot: Snapshot,
  language: Language,
): FilmCard[] {
  return titles.map((title) => filmCard(title, snapshot, language))
}

/** All fields of a title that do not depend on the viewer. */
export function filmDetail(
  title: TitleRecord,
  snapshot: Snapshot,
  language: Language,
  shelf: AssetShelf,
): Omit<FilmDetail, 'is_favorited' | 'access'> {
  const personName = (credit: CreditRecord) => {
    const person = snapshot.content.people.get(credit.personId)
    return person === undefined ? '' : nameOf(person, language)
  }
  const photo = (credit: CreditRecord) => {
    const person = snapshot.content.people.get(credit.personId)
    return person === undefined ? null : personPhoto(person, 240)
  }
  const directors = title.credits
    .filter((credit) => credit.kind === 'director')
    .map((credit) => ({ aid: credit.personId, name: personName(credit) }))
  return {
    ...filmCard(title, snapshot, language),
    description: inLanguage(title.description, language),
    director: directors.map(({ name }) => name).join(', '),
    directors,
    provider_id: title.providerId,
    provider_name: snapshot.providerName(title.providerId),
    actors: title.credits
      .filter((credit) => credit.kind === 'actor')
      .map((credit) => ({
        aid: credit.personId,
        name: personName(credit),
        role: inLanguage(credit.role, language),
        photo: photo(credit),
      })),
    files: title.files.map((file) => {
      const asset = shelf.playable(file.assetId)
      return {
        vfid: file.vfid,
        kind: file.kind,
        duration_sec: seconds(asset?.durationMs ?? file.durationMs),
        is_ready: flag(asset !== undefined),
      }
    }),
    seasons: title.seasons.map((season) => ({
      season_id: season.seasonId,
      number: season.number,
      name: seasonName(season, language),
      episode_count: countEpisodes(season),
    })),
  }
}

/** The address of a person's portrait, or null. */
export function personPhoto(person: PersonRecord, width: 240 | 480): string | null {
  return person.photo === null ? null : pictureAddress('person', person.personId, person.photo, width)
}

/** A person with their roles in titles. */
export function personDetail(person: PersonRecord, snapshot: Snapshot, language: Language): Person {
  const titles = snapshot.titlesOfPerson(person.personId)
  const times = new Map<CreditKind, number>()
  for (const title of titles)
    for (const credit of title.credits)
      if (credit.personId === person.personId) times.set(credit.kind, (times.get(credit.kind) ?? 0) + 1)
  const name = nameOf(person, language)
  return {
    aid: person.personId,
    name,
    original_name: person.name.original === name ? '' : person.name.original,
    photo: personPhoto(person, 480),
    about: inLanguage(person.about, language),
    roles: [...times].map(([kind, count]) => ({ kind, titles: count })).sort((a, b) => b.titles - a.titles),
    title_count: titles.length,
  }
}

/** How many episodes a season has: a file may cover several. */
export function countEpisodes({ episodes: files }: SeasonRecord): number {
  return files.reduce((sum, { number, last = number }) => sum + last - number + 1, 0)
}

/** The episodes of a season in order. */
export function episodes(season: SeasonRecord, language: Language, shelf: AssetShelf): Episode[] {
  return season.episodes.map((episode) => {
    const asset = shelf.playable(episode.file.assetId)
    const name = inLanguage(episode.name, language)
    return {
      vfid: episode.file.vfid,
      season_id: season.seasonId,
      number: episode.number,
      last_number: episode.last ?? episode.number,
      name: name === '' ? episodeNumberName(episode, language) : name,
      description: inLanguage(episode.description, language),
      still: pictureAddress('still', episode.file.vfid, episode.still, 480),
      duration_sec: seconds(asset?.durationMs ?? episode.file.durationMs),
      is_ready: flag(asset !== undefined),
    }
  })
}

function seasonName(season: SeasonRecord, language: Language): string {
  const name = inLanguage(season.name, language)
  if (name !== '') return name
  if (season.number === specialsSeason) return language === 'ru' ? 'Спецвыпуски' : 'Maxsus qismlar'
  return language === 'ru' ? `Сезон ${season.number}` : `${season.number}-fasl`
}

function episodeNumberName({ number, last }: EpisodeRecord, language: Language): string {
  if (last !== undefined) return language === 'ru' ? `Серии ${number}–${last}` : `${number}–${last}-qismlar`
  return language === 'ru' ? `Серия ${number}` : `${number}-qism`
}

const foreignNames = {
  ru: new Intl.DisplayNames('ru', { type: 'region', fallback: 'code' }),
  uz: new Intl.DisplayNames('uz', { type: 'region', fallback: 'code' }),
}

/** A country that is not in the filter's fixed list still has a name; an invalid code stays as it is. */
function foreignCountry(code: string, language: Language): string {
  return /^[A-Z]{2}$/.test(code) ? (foreignNames[language].of(code) ?? code) : code
}
