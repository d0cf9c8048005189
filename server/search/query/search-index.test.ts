import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '#server/platform/concurrency/in-slices.ts'
import type { SearchDocument } from './search-document.ts'
import { understand } from './read-query.ts'
import { buildSearchIndex, queryOf, type SearchIndex } from './search-index.ts'

/** Names as in a catalogue; the first of each line is displayed. */
const titles: readonly (readonly string[])[] = [
  [
    'Гарри Поттер и тайная комната',
    'Garri Potter va maxfiy hujra',
    'Harry Potter and the Chamber of Secrets',
  ],
  ['Шайтанат', 'Shaytanat'],
  ['Минувшие дни', 'Oʻtkan kunlar'],
  ['Россия молодая', 'Yosh Rossiya'],
  ['Роса', 'Shudring'],
  ['Матрица', 'Matritsa', 'The Matrix'],
  ['Матрица: Перезагрузка', 'Matritsa: qayta yuklash', 'The Matrix Reloaded'],
  ['Человек-паук', 'Oʻrgimchak odam', 'Spider-Man'],
  ['Ёлки', 'Archalar'],
  ['Исҳоқ ва Гулнора', 'Isʼhoq va Gulnora'],
  ['Щелкунчик', 'Shchelkunchik', 'The Nutcracker'],
  ['Кот', 'Mushuk'],
  ['Котёнок по имени Гав', 'Gav ismli mushukcha'],
  ['Рок', 'Rok'],
  ['Ташкент — город хлебный', 'Toshkent — non shahri'],
]
const people = [
  ['Ульмас Алиходжаев', 'Oʻlmas Alixoʻjayev'],
  ['Джон Смит', 'John Smith'],
]

const documents: readonly SearchDocument[] = [
  ...titles.map((names, docId) => ({
    group: 0,
    names,
    more: docId === 1 ? (people[0] ?? []).map((text) => ({ text, weight: 0.4 })) : [],
    popularity: 1 / (docId + 2),
  })),
  ...people.map((names) => ({ group: 1, names, more: [], popularity: 0.5 })),
]

function indexOf(list: readonly SearchDocument[]): SearchIndex {
  return atOnce(
    buildSearchIndex({
      size: list.length,
      groups: 2,
      at: (docId) => list[docId] ?? { group: 0, names: [], more: [], popularity: 0 },
      namesAt: (docId) => list[docId]?.names ?? [],
    }),
  )
}

const index = indexOf(documents)

function ask(query: string, isLiteral = false) {
  return understand(query, [index], { isLiteral, max: 10, accepts: [] })
}

function namesFor(query: string, isLiteral = false) {
  return (ask(query, isLiteral).results[0]?.lists[0] ?? []).map(({ docId }) => documents[docId]?.names[0])
}

function readAs(query: string) {
  return ask(query).results[0]?.understood
}

describe('[SEARCH-01] one letter', () => {
  it('finds the names that begin with it, those in its own alphabet first and each by popularity', () => {
    expect(namesFor('м').slice(0, 3)).toEqual(['Минувшие дни', 'Матрица', 'Матрица: Перезагрузка'])
    expect(namesFor('м')).toContain('Кот')
    expect(namesFor('m')[0]).toBe('Матрица')
  })

  it('of the Uzbek alphabet may be two characters', () => {
    expect(namesFor('oʻ').slice(0, 2)).toEqual(['Минувшие дни', 'Человек-паук'])
    expect(namesFor('sh').slice(0, 2)).toEqual(['Шайтанат', 'Роса'])
  })

  it('finds nothing where no name begins with it', () => {
    expect(namesFor('ф', true)).toEqual([])
  })
})

describe('[SEARCH-02] a name is found despite', () => {
  it.each([
    ['letter case and spaces', '  гАрРи   ПОТТЕР ', 'Гарри Поттер и тайная комната'],
    ['the English layout', 'ifqnfyfn', 'Шайтанат'],
    ['the Russian layout', 'ырфнефтфе', 'Шайтанат'],
    ['the Uzbek name on the Russian layout', 'щэелфт лгтдфк', 'Минувшие дни'],
    ['Latin letters for Cyrillic ones', 'shaytanat', 'Шайтанат'],
    ['Latin letters for Cyrillic ones, otherwise', 'shaitanat', 'Шайтанат'],
    ['Cyrillic letters for Latin ones', 'ўткан кунлар', 'Минувшие дни'],
    ['the letter of the Russian keyboard', 'уткан кунлар', 'Минувшие дни'],
    ['an apostrophe of another kind', 'o`tkan kunlar', 'Минувшие дни'],
    ['no apostrophe', 'otkan kunlar', 'Минувшие дни'],
    ['е for ё', 'елки', 'Ёлки'],
    ['yo for ё', 'yolki', 'Ёлки'],
    ['an apostrophe that separates two letters', "is'hoq", 'Исҳоқ ва Гулнора'],
    ['shch for щ', 'shchelkunchik', 'Щелкунчик'],
    ['кс for x', 'матрикс', 'Матрица'],
    ['a missing letter', 'шайтант', 'Шайтанат'],
    ['an additional letter', 'шаййттанат', 'Шайтанат'],
    ['another letter', 'шайтанад', 'Шайтанат'],
    ['two letters swapped', 'шатйанат', 'Шайтанат'],
    ['two typing errors in a long word', 'щилкунчек', 'Щелкунчик'],
    ['a typing error in an incomplete name', 'щелкнчи', 'Щелкунчик'],
    ['a missing hyphen', 'человекпаук', 'Человек-паук'],
    ['a space in the middle', 'spi der man', 'Человек-паук'],
    ['the order of words', 'поттер гарри', 'Гарри Поттер и тайная комната'],
    ['a typing error in another layout', 'ufhhb gjntth', 'Гарри Поттер и тайная комната'],
    ['invisible marks', '\u200fмат\u200eрица\u202e', 'Матрица'],
  ])('%s', (_, query, name) => {
    expect(namesFor(query)[0]).toBe(name)
  })

  it.each(['ро', 'рос', 'росс', 'росси', 'россия', 'ros', 'ross', 'rossi', 'rossiy', 'rossiya'])(
    'being typed only partly: %s',
    (query) => {
      expect(namesFor(query)).toContain('Россия молодая')
    },
  )

  it.each(['to', 'tos', 'tosh', 'toshk', 'ташк'])('a digraph cut in two: %s', (query) => {
    expect(namesFor(query)).toContain('Ташкент — город хлебный')
  })
})

describe('the order of hits', () => {
  it('puts the exact name before names that begin with it, and those before others', () => {
    expect(namesFor('кот').slice(0, 2)).toEqual(['Кот', 'Котёнок по имени Гав'])
    expect(namesFor('матрица').slice(0, 2)).toEqual(['Матрица', 'Матрица: Перезагрузка'])
  })

  it('puts an exact spelling before a phonetic match', () => {
    const list = ['Розы', 'Розі', 'Россы'].map((name) => ({
      group: 0,
      names: [name],
      more: [],
      popularity: 1,
    }))
    const alike = indexOf(list)
    for (const { names } of list) {
      const [query = ''] = names
      const hits = understand(query, [alike], { isLiteral: false, max: 3, accepts: [] }).results[0]?.lists[0]
      expect(list[hits?.[0]?.docId ?? -1]?.names[0]).toBe(query)
    }
  })

  it('decides between equals by popularity', () => {
    const twins = [0.1, 0.9, 0.5].map((popularity) => ({ group: 0, names: ['Дом'], more: [], popularity }))
    const hits = indexOf(twins).search(queryOf('дом'), { max: 3, forgives: 'nothing' }).lists[0]
    expect(hits?.map(({ docId }) => docId)).toEqual([1, 2, 0])
  })

  it('finds a title by its actors, and the person in the list of people', () => {
    const { results } = ask('ульмас алиходжаев')
    const [list, persons] = results[0]?.lists ?? []
    expect(documents[list?.[0]?.docId ?? -1]?.names[0]).toBe('Шайтанат')
    expect(documents[persons?.[0]?.docId ?? -1]?.names[0]).toBe('Ульмас Алиходжаев')
  })

  it('leaves out what matches only one of several words', () => {
    expect(namesFor('матрица перезагрузка гарри')).not.toContain('Гарри Поттер и тайная комната')
  })
})

describe('the corrected query', () => {
  it.each([
    ['ufhhb gjnnth', 'гарри поттер'],
    ['гарри потnер', 'гарри поттер'],
    ['шайтанад', 'шайтанат'],
    ['shaytanad', 'shaytanat'],
    ['шайтанат', 'шайтанат'],
    ['shaytanat', 'shaytanat'],
  ])('of %s is %s', (query, understood) => {
    expect(readAs(query)).toBe(understood)
  })

  it('does not change a word into one of the description of a film that is found by its name', () => {
    const films = [
      { name: 'Белый пароход', more: 'Ленинград' },
      { name: 'Роса', more: '1975' },
    ].map(({ name, more }) => ({
      ...{ group: 0, names: [name], more: [{ text: more, weight: 0.4 }], popularity: 0.5 },
    }))
    const index = indexOf(films)
    const findIn = (query: string) => understand(query, [index], { isLiteral: false, max: 10, accepts: [] })
    for (const query of ['белый пароход ленинрад', 'роса 1976']) {
      const { results } = findIn(query)
      expect([results[0]?.understood, results[0]?.lists[0]?.length], query).toEqual([query, 1])
    }
    expect(findIn('белый пороход').results[0]?.understood).toBe('белый пароход')
  })

  it('of a literal query is the query itself', () => {
    expect(namesFor('ifqnfyfn', true)).toEqual([])
    expect(namesFor('шайтанад', true)).toEqual([])
    expect(namesFor('шайтанат', true)).toEqual(['Шайтанат'])
  })

  it('has similar words for a query without results', () => {
    expect(index.near('щулкончек', 3)).toContain('щелкунчик')
    expect(index.near('12345', 3)).toEqual([])
  })
})

describe('any input', () => {
  it('gives existing positions, best first, each once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (query) => {
        const list = ask(query).results[0]?.lists[0] ?? []
        const docIds = list.map(({ docId }) => docId)
        expect(new Set(docIds).size).toBe(docIds.length)
        expect(docIds.every((docId) => documents[docId]?.group === 0)).toBe(true)
        expect(list.every(({ score }, at) => score <= (list[at - 1]?.score ?? Infinity))).toBe(true)
      }),
      { seed: 20_261_121, numRuns: 500 },
    )
  })

  it.each(['', ' ', '🎬🎬', '\u202e', '%', '<b>', "' or 1=1 --", '٣٤', 'a'.repeat(10_000), '( ͡° ͜ʖ ͡°)'])(
    'also %j',
    (query) => {
      expect(ask(query).results).toHaveLength(1)
    },
  )

  it('nothing is found by one repeated letter, nor by punctuation of another keyboard layout', () => {
    for (const query of ['ррррррр', 'жщхзчф', 'ююююю']) expect(namesFor(query), query).toEqual([])
  })

  it('leaves no state for the next query', () => {
    const before = namesFor('матрица')
    for (const query of ['гарри поттер', 'ifqnfyfn', 'щелкнчи', 'кот'])
      understand(query, [index], { isLiteral: false, max: 10, accepts: [() => false] })
    expect(namesFor('матрица')).toEqual(before)
  })

  it('every name finds its own item', () => {
    for (const [docId, names] of titles.entries())
      for (const name of names) expect(namesFor(name)[0], name).toBe(titles[docId]?.[0])
  })
})
