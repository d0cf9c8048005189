import { countries } from '#contract/form/countries.ts'
import { type PublishedGenre, keyOfGenreName } from '#server/catalogue/catalogue.ts'
import { countryAliases } from './country-aliases.ts'

/** Genres by the names that libraries use, English or Russian, with ours in both languages. */
const genres: readonly (PublishedGenre & { readonly words: readonly string[] })[] = [
  { key: 'action', ru: 'Боевик', uz: 'Jangari', words: ['боевики', 'action', 'martial arts'] },
  {
    key: 'adventure',
    ru: 'Приключения',
    uz: 'Sarguzasht',
    words: ['adventure', 'приключение', 'приключенческие'],
  },
  {
    key: 'animation',
    ru: 'Мультфильм',
    uz: 'Multfilm',
    words: ['animation', 'animated', 'cartoon', 'анимация', 'мультфильмы', 'мультсериалы'],
  },
  { key: 'anime', ru: 'Аниме', uz: 'Anime', words: ['anime'] },
  { key: 'biography', ru: 'Биография', uz: 'Biografiya', words: ['biography', 'biographical'] },
  {
    key: 'comedy',
    ru: 'Комедия',
    uz: 'Komediya',
    words: ['комедии', 'comedy', 'romantic comedy', 'black comedy'],
  },
  { key: 'crime', ru: 'Криминал', uz: 'Kriminal', words: ['crime'] },
  { key: 'detective', ru: 'Детектив', uz: 'Detektiv', words: ['mystery', 'detective', 'детективы'] },
  {
    key: 'documentary',
    ru: 'Документальный',
    uz: 'Hujjatli',
    words: ['documentary', 'документальное', 'документальные'],
  },
  { key: 'drama', ru: 'Драма', uz: 'Drama', words: ['drama', 'драмы'] },
  { key: 'family', ru: 'Семейный', uz: 'Oilaviy', words: ['family', 'семейное', 'семейные'] },
  { key: 'kids', ru: 'Детский', uz: 'Bolalar uchun', words: ['kids', 'children', 'детское'] },
  { key: 'fantasy', ru: 'Фэнтези', uz: 'Fentezi', words: ['fantasy', 'sword & sorcery'] },
  {
    key: 'history',
    ru: 'История',
    uz: 'Tarixiy',
    words: ['history', 'historical', 'исторический', 'исторические'],
  },
  { key: 'horror', ru: 'Ужасы', uz: 'Dahshat', words: ['horror'] },
  { key: 'romance', ru: 'Мелодрама', uz: 'Melodrama', words: ['romance', 'romantic', 'мелодрамы'] },
  { key: 'music', ru: 'Музыка', uz: 'Musiqa', words: ['music', 'musical', 'мюзикл', 'концерт', 'concert'] },
  { key: 'sport', ru: 'Спорт', uz: 'Sport', words: ['sport', 'sports'] },
  {
    key: 'scifi',
    ru: 'Фантастика',
    uz: 'Fantastika',
    words: ['фантастические', 'science fiction', 'sci-fi', 'sci fi'],
  },
  { key: 'thriller', ru: 'Триллер', uz: 'Triller', words: ['thriller', 'suspense', 'триллеры'] },
  { key: 'war', ru: 'Военный', uz: 'Harbiy', words: ['war', 'военные'] },
  { key: 'western', ru: 'Вестерн', uz: 'Vestern', words: ['western'] },
]

/** Our genre for a library's; an unknown one keeps its own name in both languages. */
export function genreOf(name: string): PublishedGenre {
  const folded = fold(name)
  const genre = genres.find(({ ru, uz, words }) => [fold(ru), fold(uz), ...words].includes(folded))
  return genre === undefined
    ? { key: keyOfGenreName(name), ru: name, uz: name }
    : { key: genre.key, ru: genre.ru, uz: genre.uz }
}

function fold(name: string) {
  return name.toLowerCase().replaceAll('ё', 'е').trim()
}

let codesByName: ReadonlyMap<string, string> | undefined

/** ISO 3166-1 alpha-2 for a country's name in English, Russian or Uzbek, or its code; undefined when unknown. */
export function countryOf(name: string): string | undefined {
  codesByName ??= nameCountries()
  return codesByName.get(fold(name))
}

function nameCountries(): Map<string, string> {
  const codes = new Map<string, string>()
  for (const language of ['en', 'ru', 'uz']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (let first = 65; first <= 90; first += 1) {
      for (let second = 65; second <= 90; second += 1) {
        const code = String.fromCharCode(first, second)
        const name = names.of(code)
        if (name !== undefined && !obsolete.has(code)) codes.set(fold(name), code)
      }
    }
  }
  for (const { code, ru, uz } of countries) for (const name of [code, ru, uz]) codes.set(fold(name), code)
  for (const [name, code] of Object.entries(countryAliases)) codes.set(name, code)
  return codes
}

// Old codes of countries that have a newer one.
const obsolete = new Set([
  'SU',
  'DD',
  'YU',
  'CS',
  'BU',
  'ZR',
  'TP',
  'FX',
  'UK',
  'EU',
  'UN',
  'ZZ',
  'QO',
  'XA',
  'XB',
  'EZ',
])
