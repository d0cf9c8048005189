import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageCode, trackName } from './languages.ts'

describe('the language of a track', () => {
  it.each([
    ['rus', 'ru'],
    ['RU', 'ru'],
    ['ru-RU', 'ru'],
    ['uzb', 'uz'],
    ['uz_Latn', 'uz'],
    ['ger', 'de'],
    ['deu', 'de'],
    ['kaa', 'kaa'],
    ['xyz', 'xyz'],
  ])('%s is %s', (written, code) => expect(languageCode(written)).toBe(code))

  it.each([undefined, '', 'und', 'mul', 'qaa', 'root', 'russian', '12', 'р'])('%j is unknown', (written) =>
    expect(languageCode(written)).toBe('und'),
  )

  it('is a code or `und` for any input', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        expect(languageCode(written)).toMatch(/^[a-z]{2,3}$/)
      }),
    )
  })
})

describe('[PLAYER-01] the name of a track', () => {
  it('is its own title, and without one the name of its language in that language', () => {
    expect(trackName('ru', 'Дубляж')).toBe('Дубляж')
    expect(trackName('uz', '  ')).toBe('Oʻzbekcha')
    expect(trackName('kaa', undefined)).toBe('Qaraqalpaqsha')
  })

  it('is the code where the language has no name here, and nothing where it is unknown', () => {
    expect(trackName('xyz', undefined)).toBe('xyz')
    expect(trackName('und', undefined)).toBe('')
  })

  it('is safe in a playlist: no quotes, no control characters, at most 80 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        expect(trackName('und', title)).not.toMatch(/["\p{Cc}]/u)
        expect(trackName('und', title).length).toBeLessThanOrEqual(80)
      }),
    )
  })
})
