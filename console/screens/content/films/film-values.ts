/** A film as texts of its form, and back. Pure. */
import type { consoleFilms } from '#contract/console/films.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { countryCodes } from './country-codes.ts'
import { windowsInput, writeWindows } from './window-values.ts'

export type Film = ResponseOf<typeof consoleFilms.one>
type FilmInput = InputOf<typeof consoleFilms.save>

const texts = [
  'name_ru',
  'name_uz',
  'name_original',
  'description_ru',
  'description_uz',
  'age_rating',
  'poster',
  'backdrop',
  'trailer',
] as const

export type FilmValues = Readonly<
  Record<
    | (typeof texts)[number]
    | 'year'
    | 'countries'
    | 'rating_kp'
    | 'rating_imdb'
    | 'free_movie'
    | 'is_kids'
    | 'is_hidden'
    | 'category_id'
    | 'provider_id'
    | 'genres'
    | 'actors'
    | 'directors'
    | 'windows',
    string
  >
>

export function valuesOf(film: Film): FilmValues {
  const flag = (value: boolean) => (value ? '1' : '')
  return {
    ...(Object.fromEntries(texts.map((name) => [name, film[name]])) as Record<
      (typeof texts)[number],
      string
    >),
    year: String(film.year),
    countries: film.countries.join(', '),
    rating_kp: film.rating_kp?.toFixed(1) ?? '',
    rating_imdb: film.rating_imdb?.toFixed(1) ?? '',
    free_movie: flag(film.free_movie),
    is_kids: flag(film.is_kids),
    is_hidden: flag(film.is_hidden),
    category_id: String(film.category_id),
    provider_id: String(film.provider_id),
    genres: film.genres.join(','),
    actors: film.actors.join('\n'),
    directors: film.directors.join('\n'),
    windows: writeWindows(film.windows),
  }
}

/** What is typed as the endpoint takes it. */
export function inputOf(film: Film, values: FilmValues, version: number): FilmInput {
  return {
    ...(Object.fromEntries(texts.map((name) => [name, values[name]])) as Record<
      (typeof texts)[number],
      string
    >),
    vid: film.vid,
    version,
    year: values.year,
    countries: [...countryCodes(values.countries)],
    rating_kp: ratingOf(values.rating_kp),
    rating_imdb: ratingOf(values.rating_imdb),
    free_movie: values.free_movie === '1',
    is_kids: values.is_kids === '1',
    is_hidden: values.is_hidden === '1',
    category_id: Number(values.category_id),
    provider_id: Number(values.provider_id),
    genres: listOf(values.genres, ',').map(Number),
    actors: listOf(values.actors, '\n'),
    directors: listOf(values.directors, '\n'),
    windows: [...windowsInput(film.windows, values.windows)],
  }
}

/** A number with a comma or a point; what is no number is refused by the endpoint. */
function ratingOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.replace(',', '.'))
}

function listOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean)
}
