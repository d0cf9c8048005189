export interface DemoGenre {
  readonly key: string
  readonly name_ru: string
  readonly name_uz: string
}

const genres = {
  drama: ['Драма', 'Drama'],
  comedy: ['Комедия', 'Komediya'],
  romance: ['Мелодрама', 'Melodrama'],
  action: ['Боевик', 'Jangari'],
  thriller: ['Триллер', 'Triller'],
  detective: ['Детектив', 'Detektiv'],
  crime: ['Криминал', 'Kriminal'],
  adventure: ['Приключения', 'Sarguzasht'],
  fantasy: ['Фэнтези', 'Fentezi'],
  scifi: ['Фантастика', 'Fantastika'],
  history: ['История', 'Tarixiy'],
  war: ['Военный', 'Harbiy'],
  family: ['Семейный', 'Oilaviy'],
  animation: ['Мультфильм', 'Multfilm'],
  music: ['Музыка', 'Musiqa'],
  documentary: ['Документальный', 'Hujjatli'],
  sport: ['Спорт', 'Sport'],
} as const

export type GenreKey = keyof typeof genres

export const demoGenres: readonly DemoGenre[] = Object.entries(genres).map(([key, [name_ru, name_uz]]) => ({
  key,
  name_ru,
  name_uz,
}))

export function isGenre(key: string): key is GenreKey {
  return Object.hasOwn(genres, key)
}
