import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '#server/platform/concurrency/in-slices.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { readProgramme } from './read-programme.ts'
import { bestMatch, compareTitle, matchOf, type Work } from './rules.ts'
import { indexTitles } from './title-index.ts'

const beginMs = Date.UTC(2026, 0, 15, 18)
const minuteMs = 60_000

interface Aired {
  readonly uz?: string
  readonly text?: string
  readonly minutes?: number
  /** Television's genre; 2 is cinema and series. */
  readonly genre?: number
}

function read(title: string, { uz = '', text = '', minutes = 100, genre }: Aired = {}) {
  return readProgramme({
    ...{ beginMs, endMs: beginMs + minutes * minuteMs, genreCode: genre ?? null },
    title: { ru: title, uz },
    description: { ru: text, uz: '' },
  })
}

function work(title: string, aired: Aired = {}): Work {
  const reading = read(title, aired)
  if (reading === undefined) throw new Error(`no name in ${title}`)
  return { ...reading, slotMin: aired.minutes ?? 100 }
}

describe('[FOLLOW-04] a programme of the guide', () => {
  it('is a film or a series by the marks, the genre, the numbers and the length', () => {
    const kinds: readonly (readonly [string, Aired, string | undefined])[] = [
      ['Х/ф «Степной ветер»', {}, 'film'],
      ['x/f Степной ветер', {}, 'film'],
      ['«Choʻl shamoli» badiiy film', {}, 'film'],
      ['м/ф Верблюжонок', { minutes: 40 }, 'film'],
      ['т/с Дом у арыка. 4 с.', { minutes: 50 }, 'series'],
      ['Ariq boʻyidagi uy, teleserial, 4-qism', { minutes: 50 }, 'series'],
      ['Дом у арыка. 4 серия', { minutes: 50, genre: 2 }, 'series'],
      ['Степной ветер', { genre: 2 }, 'film'],
      ['Дом у арыка', { minutes: 45, genre: 2 }, 'series'],
      ['Ночь кино', { minutes: 340, genre: 2 }, undefined],
      ['Новости', { minutes: 30 }, undefined],
      ['Степной ветер', {}, undefined],
    ]
    for (const [title, aired, kind] of kinds) expect(read(title, aired)?.kind, title).toBe(kind)
  })

  it('has its names without marks, in both languages and the original', () => {
    expect(read('Х/ф «Степной ветер» (Steppe Wind) (12+)')).toMatchObject({
      name: { ru: 'Степной ветер' },
      keys: ['stepnoi veter', 'stepe vind'],
    })
    expect(read('⋗ Степной ветер / Steppe Wind', { uz: 'Choʻl shamoli. B/f' })).toMatchObject({
      name: { ru: 'Степной ветер', uz: 'Choʻl shamoli' },
      keys: ['stepnoi veter', 'stepe vind', 'Col Wamoli'],
    })
    expect(read('Степной ветер (режиссёрская версия)')?.keys).toEqual(['stepnoi veter'])
    expect(read('Х/ф')?.key).not.toBe('')
    expect(read('')).toBeUndefined()
  })

  it('has the year of production, and not one in which the story plays', () => {
    const years: readonly (readonly [string, string, number])[] = [
      ['Степной ветер (2014)', '', 2014],
      ['Степной ветер, 2014', '', 2014],
      ['Степной ветер [Узбекистан, 2014 г.]', '', 2014],
      ['Степной ветер', 'Драма. Узбекистан, 2014. Реж.: А. Б.', 2014],
      ['Степной ветер', 'Год выпуска: 2014. История любви.', 2014],
      ['Степной ветер', 'История любви (Узбекистан, 2014).', 2014],
      ['Степной ветер', 'В 1931 году во времена гонений сад закрыли.', 0],
      ['Степной ветер', 'Это было в 1966 году, после землетрясения.', 0],
      ['Choʻl shamoli', '1943-yilda, urush paytida boʻlgan voqea.', 0],
      ['Степной ветер', 'США, 2093. Корабль летит к планете.', 0],
      ['1984', '', 0],
    ]
    for (const [title, text, year] of years) expect(read(title, { text })?.year, text || title).toBe(year)
    expect(read('Степной ветер (2014)')?.key).toBe(read('Степной ветер')?.key)
  })
})

const film = buildFilmRecord(7, {
  name: { ru: 'Степной ветер', uz: 'Choʻl shamoli', original: 'Steppe Wind' },
  year: 2014,
  durationMin: 95,
})

function scoreOf(title: string, aired: Aired = {}, of = film): number {
  return matchOf(work(title, aired), compareTitle(of))?.score ?? 0
}

describe('[FOLLOW-04] a match', () => {
  it('is as good as what fits, and says why', () => {
    const match = matchOf(
      work('Х/ф «Степной ветер» (Steppe Wind)', { text: 'Драма. Узбекистан, 2014.' }),
      compareTitle(film),
    )
    expect(match).toEqual({
      vid: 7,
      score: 100,
      reasons: ['title', 'original', 'year', 'kind', 'duration'],
    })
    const years = [2014, 2015, 0, 1994].map((year) =>
      scoreOf('Х/ф Степной ветер', { text: year === 0 ? '' : `Узбекистан, ${year}.` }),
    )
    expect(years).toEqual(years.toSorted((a, b) => b - a))
    expect(years.at(-1)).toBe(0)
  })

  it('needs more than a name that many have, and no other kind or length', () => {
    expect(scoreOf('Х/ф Степной ветер')).toBe(80)
    expect(scoreOf('Степной ветер')).toBe(72)
    expect(scoreOf('т/с Степной ветер')).toBeLessThan(40)
    expect(scoreOf('Х/ф Степной ветер', { minutes: 25 })).toBe(43)
    const short = buildFilmRecord(8, { name: { ru: 'Успех', uz: '', original: '' }, year: 1984 })
    expect(scoreOf('Х/ф Успех', {}, short)).toBeLessThan(75)
    expect(scoreOf('Х/ф Успех', { text: 'СССР, 1984.' }, short)).toBeGreaterThan(90)
  })

  it('is doubtful between two films of one name', () => {
    const again = { ...film, vid: 9, year: 1972, popularity: 5 }
    const both = [film, again].map(compareTitle)
    expect(bestMatch(work('Х/ф Степной ветер'), both)).toMatchObject({ vid: 9, score: 60 })
    expect(bestMatch(work('Х/ф Степной ветер (2014)'), both)).toMatchObject({ vid: 7, score: 100 })
  })

  it('finds every title of the catalogue by its own names, with a typing error in a long one', () => {
    const word = fc.stringMatching(/^[а-я]{4,9}$/)
    const name = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 30 }), (names) => {
        const titles = names.map((ru, at) =>
          buildFilmRecord(at + 1, { name: { ru, uz: '', original: '' }, year: 2000 }),
        )
        const index = atOnce(indexTitles({ titles }))
        for (const [at, ru] of names.entries()) {
          const exact = work(`Х/ф ${ru} (2000)`)
          expect(bestMatch(exact, index.candidates(exact.keys))?.score).toBeGreaterThanOrEqual(80)
          const near = new Set([...index.candidates(exact.keys)].map(({ title }) => title.vid))
          expect(near).toContain(at + 1)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('has a score from 40 to 100, whatever is compared', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.constant('Степной ветер'))
    const year = fc.integer({ min: 0, max: 2100 })
    fc.assert(
      fc.property(
        text,
        text,
        year,
        fc.boolean(),
        fc.integer({ min: 1, max: 400 }),
        (ru, title, of, isSeries, min) => {
          const reading = read(title, { minutes: min, genre: 2 })
          if (reading === undefined) return
          const other = buildFilmRecord(1, { name: { ru, uz: '', original: '' }, year: of, isSeries })
          const match = matchOf({ ...reading, slotMin: min }, compareTitle(other))
          if (match === undefined) return
          expect(match.score).toBeGreaterThanOrEqual(40)
          expect(match.score).toBeLessThanOrEqual(100)
        },
      ),
    )
  })
})

/** An invented catalogue: remakes, sequels, names of one word, a series and a film of one name. */
const catalogue = [
  ['Степной ветер', 'Choʻl shamoli', 'Steppe Wind', 2014, 95],
  ['Степной ветер', '', '', 1972, 88],
  ['Успех', 'Muvaffaqiyat', '', 1984, 92],
  ['Успех', '', '', 2019, 24],
  ['Дорога домой', 'Uyga yoʻl', 'The Way Home', 2008, 104],
  ['Дорога домой 2', 'Uyga yoʻl 2', 'The Way Home 2', 2012, 101],
  ['Дом у арыка', 'Ariq boʻyidagi uy', '', 2020, 0],
  ['Последний экспресс', 'Oxirgi ekspress', 'Last Express', 1999, 118],
  ['Звёзды над Чимганом', 'Chimyon yulduzlari', '', 2003, 90],
  ['Мой добрый сосед', 'Mening mehribon qoʻshnim', 'My Kind Neighbour', 2016, 97],
  ['Северный полюс', 'Shimoliy qutb', 'North Pole', 2011, 110],
  ['Северный полюс: Начало', '', 'North Pole: The Beginning', 2015, 120],
].map(([ru, uz, original, year, durationMin], at) =>
  buildFilmRecord(at + 1, {
    name: { ru: String(ru), uz: String(uz), original: String(original) },
    year: Number(year),
    durationMin: Number(durationMin),
    isSeries: Number(durationMin) === 0,
  }),
)

/** Programmes with the number of the title that a person says they are; 0: none of the catalogue. */
const labelled: readonly (readonly [string, Aired, number])[] = [
  ['Х/ф «Степной ветер»', { text: 'Драма. Узбекистан, 2014.' }, 1],
  ['Степной ветер (1972)', { genre: 2 }, 2],
  ['Степной ветер / Steppe Wind', { text: 'Узбекистан, 2014', genre: 2 }, 1],
  ['Choʻl shamoli. Badiiy film', { text: 'Oʻzbekiston, 2014.' }, 1],
  ['х/ф Успех', { text: 'Психологическая драма. СССР, 1984 Реж.: А. Б.' }, 3],
  ['Успех', { minutes: 45, text: 'Разговор с предпринимателями.' }, 0],
  ['х/ф Дорога домой', { minutes: 125 }, 5],
  ['х/ф Дорога домой-2', { minutes: 120 }, 6],
  ['Дорога домой', { minutes: 30, text: 'Передача для водителей.' }, 0],
  ['т/с Дом у арыка. 7 с.', { minutes: 50 }, 7],
  ['Ariq boʻyidagi uy 7-qism', { minutes: 50, genre: 2 }, 7],
  ['Последний экспрес', { minutes: 140, text: 'США, 1999.', genre: 2 }, 8],
  ['Звезды над Чимганом', { minutes: 105, genre: 2 }, 9],
  ['Chimyon yulduzlari', { minutes: 105, genre: 2 }, 9],
  ['Х/ф Мой добрый сосед (16+)', { minutes: 115 }, 10],
  ['Мой сосед', { minutes: 115, genre: 2 }, 0],
  ['Х/ф Северный полюс. Начало', { minutes: 135 }, 12],
  ['х/ф Северный полюс', { minutes: 130, text: 'Канада, 2011.' }, 11],
  ['д/ф Северный полюс', { minutes: 45, text: 'Россия, 2018.' }, 0],
  ['Новости', { minutes: 30 }, 0],
  ['Х/ф Другой фильм', { minutes: 100 }, 0],
  ['Северный полюс', { minutes: 130 }, 11],
]

it('[FOLLOW-04] an invented guide is matched without an error, and what is not certain is doubtful', () => {
  const index = atOnce(indexTitles({ titles: catalogue }))
  const judged = labelled.map(([title, aired, expected]) => {
    const own = work(title, aired)
    return { title, expected, match: bestMatch(own, index.candidates(own.keys)) }
  })
  const automatic = judged.filter(({ match }) => (match?.score ?? 0) >= 75)
  const wrong = automatic.filter(({ match, expected }) => match?.vid !== expected)
  expect(wrong.map(({ title }) => title)).toEqual([])
  const isThere = judged.filter(({ expected }) => expected > 0)
  expect(automatic.length / isThere.length).toBeGreaterThan(0.8)
  // What is left to the staff is proposed to them.
  const missed = isThere.filter(({ match, expected }) => match?.vid !== expected)
  expect(missed.map(({ title }) => title)).toEqual([])
})
