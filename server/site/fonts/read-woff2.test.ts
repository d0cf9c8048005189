/** Which files are fonts that the site can be written in, and what they say of themselves. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildWoff2 } from '#tests/kit/fonts/build-woff2.ts'
import { requiredLetters, systemMeanWidth } from './letters.ts'
import { readWoff2 } from './read-woff2.ts'

const whole = { letters: `${requiredLetters} ` }
const lettersOf = (bytes: Buffer) => {
  const font = readWoff2(bytes)
  return font.kind === 'lacks' ? font.letters : font.kind
}
const onest = (subset: string) =>
  readFileSync(`node_modules/@fontsource-variable/onest/files/onest-${subset}-wght-normal.woff2`)

describe('[BRAND-01] a font of a brand', () => {
  it('is read: its name, its weight, its lines and the width of its letters', () => {
    const font = buildWoff2({
      ...whole,
      family: 'Zamin Sans',
      weight: 700,
      width: 512,
      ascent: 950,
      descent: 250,
    })
    expect(readWoff2(font)).toEqual({
      kind: 'read',
      facts: {
        ...{ family: 'Zamin Sans', weightFrom: 700, weightTo: 700, ascent: 0.95, descent: 0.25, lineGap: 0 },
        meanWidth: expect.closeTo(0.512, 6),
      },
    })
    // Arial's letters are half as wide as high, about.
    expect(systemMeanWidth).toBeGreaterThan(0.4)
    expect(systemMeanWidth).toBeLessThan(0.55)
  })

  it('is refused with the letters it lacks, first those of Uzbek that are easily forgotten', () => {
    expect(lettersOf(buildWoff2({ letters: requiredLetters.replaceAll(/[ʻқҒ]/g, '') }))).toBe('ʻқҒ')
    // Real files with other packing of their tables: each has one alphabet.
    expect(lettersOf(onest('latin'))).toMatch(/^А.*я.*Ҳҳ№$/)
    expect(lettersOf(onest('latin'))).not.toContain('a')
    expect(lettersOf(onest('cyrillic'))).toContain('abc')
    expect(lettersOf(onest('cyrillic'))).not.toContain('ж')
  })

  it('is no WOFF2 when it is another file, cut, longer than it says, or damaged anywhere', () => {
    const font = buildWoff2(whole)
    for (const bytes of [
      Buffer.from('wOF2'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.repeat(10)),
      font.subarray(0, -40),
      Buffer.concat([font, Buffer.alloc(8)]),
      Buffer.concat([Buffer.from('wOFF'), font.subarray(4)]),
      Buffer.concat([font.subarray(0, 4), Buffer.from('ttcf'), font.subarray(8)]),
    ])
      expect(readWoff2(bytes)).toEqual({ kind: 'not_woff2' })
    fc.assert(
      fc.property(fc.nat(font.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Buffer.from(font)
        damaged[at] = byte
        expect(['read', 'lacks', 'not_woff2']).toContain(readWoff2(damaged).kind)
      }),
    )
  })

  it('that unpacks to more than a font has is not unpacked', () => {
    const sized = (fillingBytes: number) => readWoff2(buildWoff2({ ...whole, fillingBytes })).kind
    expect([sized(100_000), sized(50_000_000)]).toEqual(['read', 'not_woff2'])
  })
})
