import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherLayouts } from './keyboard-layouts.ts'
import { fold, foldedWords } from './search-folding.ts'

/** Uzbek words in both scripts, one pair for every rule of the alphabets. */
const pairs: readonly (readonly [latin: string, cyrillic: string])[] = [
  ['Oʻzbekiston', 'Ўзбекистон'],
  ['gʻalaba', 'ғалаба'],
  ['choyxona', 'чойхона'],
  ['shahar', 'шаҳар'],
  ['qishloq', 'қишлоқ'],
  ['yaxshi', 'яхши'],
  ['yulduz', 'юлдуз'],
  ['yoʻl', 'йўл'],
  ['dunyo', 'дунё'],
  ['Yevropa', 'Европа'],
  ['eʼlon', 'эълон'],
  ['maʼno', 'маъно'],
  ['Isʼhoq', 'Исҳоқ'],
  ['sirk', 'цирк'],
  ['konsert', 'концерт'],
  ['militsiya', 'милиция'],
  ['obyekt', 'объект'],
  ['janr', 'жанр'],
  ['havo', 'ҳаво'],
  ['xalq', 'халқ'],
  ['tong', 'тонг'],
  ['daye', 'дае'],
  ['aʼlo', 'аъло'],
]
/** Russian words as they are romanised, with and without standard rules. */
const romanised: readonly (readonly [cyrillic: string, latin: readonly string[]])[] = [
  ['Щелкунчик', ['shchelkunchik', 'schelkunchik', 'shelkunchik']],
  ['жизнь', ['zhizn', "zhizn'", 'jizn']],
  ['хороший', ['khoroshiy', 'horoshiy', 'xoroshiy']],
  ['царевна', ['tsarevna', 'tzarevna', 'sarevna']],
  ['ёлка', ['yolka', 'elka']],
  ['Юлия', ['yuliya', 'iuliia']],
  ['маяк', ['mayak', 'maiak']],
  ['объявление', ['obyavlenie', 'obʼiavlenie']],
  ['Россия', ['rossiya', 'rosiya', 'rossiia']],
  ['Джон', ['djon', 'dzhon', 'jon']],
  ['этаж', ['etazh', 'etaj']],
  ['филин', ['filin', 'philin']],
]

describe('[SEARCH-02] folding', () => {
  it.each(pairs)('treats %s and %s as equal', (latin, cyrillic) => {
    expect(fold(latin)).toBe(fold(cyrillic))
    expect(fold(latin.toUpperCase())).toBe(fold(cyrillic.toUpperCase()))
  })

  it.each(romanised)('matches %s with its romanised spelling', (cyrillic, written) => {
    for (const latin of written) expect(fold(latin), latin).toBe(fold(cyrillic))
  })

  it.each([..."ʻʼ’‘'`´ʹ′"])('ignores the apostrophe %s', (apostrophe) => {
    expect(fold(`o${apostrophe}zbek g${apostrophe}oz ma${apostrophe}no`)).toBe(fold('ozbek goz mano'))
  })

  it('reads x as in Uzbek, or as in English', () => {
    expect(fold('xabar')).toBe(fold('хабар'))
    expect(fold('Matrix', 'ks')).toBe(fold('Матрикс'))
  })

  it.each([
    ['Ёлка', 'елка'],
    ['Café', 'cafe'],
    ['Ağır Roman', 'agir roman'],
    ['ＦＵＬＬ', 'ful'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['мат\u200eри\u202eца', 'матрица'],
  ])('treats %s as %s', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })

  it('keeps unknown letters', () => {
    expect(foldedWords('기생충 (2019)')).toEqual([fold('기생충'), '2019'])
  })

  it('splits at everything that is neither a letter nor a digit', () => {
    expect(foldedWords('  «Кот-в-сапогах»: 2, часть/ая ')).toEqual(
      ['Кот', 'в', 'сапогах', '2', 'часть', 'ая'].map((word) => fold(word)),
    )
  })

  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom(...'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳabcdefghijklmnopqrstuvwxyzʻʼ’ -1'),
      maxLength: 40,
    }),
  )

  it('does not depend on letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'абвёжйщъўқғҳabcxyzsh '), maxLength: 30 }), (text) => {
        expect(fold(text.toUpperCase())).toBe(fold(text))
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('returns words without spaces, signs, apostrophes or capitals', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const word of foldedWords(text)) expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
      }),
      { seed: 2, numRuns: 800 },
    )
  })

  it('folds a text of several words like its single words', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pairs.flat(), ...romanised.map(([word]) => word)), { maxLength: 6 }),
        (words) => {
          expect(foldedWords(words.join(' '))).toEqual(words.map((word) => fold(word)))
        },
      ),
      { seed: 3, numRuns: 300 },
    )
  })

  it('is idempotent, except for letters that stand for two', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abdefgijklmnoprstuvz'), maxLength: 30 })
    fc.assert(
      fc.property(plain, (text) => {
        const once = fold(text)
        if (/[WC]/.test(once)) return
        expect(fold(once)).toBe(once)
      }),
      { seed: 4, numRuns: 800 },
    )
  })
})

describe('[SEARCH-02] another keyboard layout', () => {
  it.each([
    ['ghbdtn', 'привет'],
    ['GHBDTN', 'привет'],
    ['ufhhb gjnnth', 'гарри поттер'],
    ['ырфнефтфе', 'shaytanat'],
    ['{jkjl', 'холод'],
    ['`krf', 'ёлка'],
    ['щэелфт', "o'tkan"],
  ])('%s reads as %s', (typed, meant) => {
    expect(otherLayouts(typed)).toContain(meant)
  })

  it('of Uzbek Cyrillic has four letters that the Russian one lacks', () => {
    expect(otherLayouts('opsr-=')).toEqual(['щзык-=', 'ўзқкғҳ'])
  })

  it.each(['', '12', '🎬', 'mиx', '…'])('has no reading of %j', (typed) => {
    expect(otherLayouts(typed)).toEqual([])
  })

  it('converts back to the typed text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'йцукенгшщзхъфывапролджэячсмитьбю'),
          minLength: 3,
          maxLength: 20,
        }),
        (text) => {
          const [latin = ''] = otherLayouts(text)
          if (/[a-z]/.test(latin)) expect(otherLayouts(latin)).toContain(text)
        },
      ),
      { seed: 5, numRuns: 300 },
    )
  })
})
