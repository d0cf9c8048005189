/** Films and series in the contract's shape, and back. */
import type { consoleFilms } from '#contract/console/films.ts'
import type { ParsedOf, ResponseOf } from '#contract/form/endpoint.ts'
import {
  type ListedTitle,
  type StaffTitle,
  type TerritoryWindow,
  type TitleEdit,
  fieldsOfWindows,
  type listTitleChoices,
  windowStateAt,
  windowsOfFields,
} from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'

const thumbWidth = 160

export function presentListedFilm(
  title: ListedTitle,
  nowMs: number,
): ResponseOf<typeof consoleFilms.list>['films'][number] {
  const { vid, version, year, poster } = title
  return {
    ...{ vid, version, year },
    is_series: title.isSeries,
    name_ru: title.nameRu,
    name_uz: title.nameUz,
    name_original: title.nameOriginal,
    age_rating: title.ageRating,
    free_movie: title.isFree,
    is_hidden: title.isHidden,
    window: presentWindows(title.windows, nowMs),
    is_refused: title.isRefused,
    is_uzbek_missing: title.isUzbekMissing,
    image: poster === null ? '' : pictureAddress('poster', vid, poster, thumbWidth),
    is_edited: title.locked.length > 0,
    added_at: Math.floor(title.addedMs / 1000),
  }
}

type Choices = Awaited<ReturnType<typeof listTitleChoices>>
type Film = ResponseOf<typeof consoleFilms.one>

export function presentFilm(title: StaffTitle, choices: Choices): Film {
  const { vid, version, isSeries, fields, actors, directors, locked, last } = title
  const text = (name: string) => String(fields[name] ?? '')
  const rating = (name: string) => (fields[name] === null ? null : Number(fields[name]))
  const [poster, backdrop] = [text('poster'), text('backdrop')]
  return {
    ...{ vid, version, is_series: isSeries, poster, backdrop },
    ...{ name_ru: text('name_ru'), name_uz: text('name_uz'), name_original: text('name_original') },
    ...{ description_ru: text('description_ru'), description_uz: text('description_uz') },
    year: Number(fields['year']),
    countries: [...(fields['countries'] as readonly string[])],
    age_rating: text('age_rating'),
    rating_kp: rating('rating_kp'),
    rating_imdb: rating('rating_imdb'),
    free_movie: fields['free_movie'] === true,
    is_kids: fields['is_kids'] === true,
    is_hidden: fields['is_hidden'] === true,
    category_id: Number(fields['category_id']),
    provider_id: Number(fields['provider_id']),
    genres: [...(fields['genres'] as readonly number[])],
    actors: [...actors],
    directors: [...directors],
    windows: presentWindowList(windowsOfFields(fields)),
    poster_image: poster === '' ? '' : pictureAddress('poster', vid, poster, 480),
    backdrop_image: backdrop === '' ? '' : pictureAddress('backdrop', vid, backdrop, 1280),
    duration_min: title.durationMin,
    trailer: (fields['trailer'] as { readonly asset: string } | null)?.asset ?? '',
    locked: [...locked] as Film['locked'],
    seasons: [...title.seasons],
    choices: { ...choices },
    last_changed: last === undefined ? null : { who: last.who, at: Math.floor(last.madeMs / 1000) },
  }
}

/** What a form of the console says of a title, for the use case. */
export function titleEditOf(input: ParsedOf<typeof consoleFilms.save>): TitleEdit {
  return {
    columns: {
      ...{ name_ru: input.name_ru, name_uz: input.name_uz, name_original: input.name_original },
      ...{ description_ru: input.description_ru, description_uz: input.description_uz },
      ...{ year: input.year, countries: input.countries, age_rating: input.age_rating },
      rating_kp: input.rating_kp?.toFixed(1) ?? null,
      rating_imdb: input.rating_imdb?.toFixed(1) ?? null,
      ...{ free_movie: input.free_movie, is_kids: input.is_kids, is_hidden: input.is_hidden },
      ...{ category_id: input.category_id, provider_id: input.provider_id },
      poster: input.poster === '' ? null : input.poster,
      backdrop: input.backdrop === '' ? null : input.backdrop,
      ...fieldsOfWindows(windowsOfInput(input.windows)),
    },
    genres: input.genres,
    actors: input.actors,
    directors: input.directors,
    trailer: input.trailer === '' ? null : input.trailer,
  }
}

export function presentWindowList(windows: readonly TerritoryWindow[]): Film['windows'] {
  return windows.map(({ fromMs, untilMs, territory }) => ({
    ...{ from: secOf(fromMs), until: secOf(untilMs), territory },
  }))
}

export function windowsOfInput(windows: Film['windows']): readonly TerritoryWindow[] {
  return windows.map(({ from, until, territory }) => ({
    ...{ fromMs: msOf(from), untilMs: msOf(until), territory },
  }))
}

/** What windows say at a moment. */
export function presentWindows(windows: readonly TerritoryWindow[], nowMs: number) {
  const { state, atMs } = windowStateAt(windows, nowMs)
  return { state, at: secOf(atMs), territories: [...new Set(windows.map(({ territory }) => territory))] }
}

function secOf(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000)
}

function msOf(sec: number | null): number | null {
  return sec === null ? null : sec * 1000
}
