import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alphabetOf, countParts, decode } from '#emulators/sms-centre/alphabets.ts'
import { maxParts, partsOf, type SmsPart } from './sms-text.ts'

/** The text on a phone: the bytes after the headers, in the alphabet of the parts. */
function shown(parts: readonly SmsPart[]): string {
  return parts
    .map(({ dataCoding, hasHeader, bytes }) => {
      const alphabet = alphabetOf(dataCoding)
      if (alphabet === undefined) throw new Error(`${dataCoding} is no data coding`)
      return decode(hasHeader ? bytes.subarray(6) : bytes, alphabet)
    })
    .join('')
}

const latin = fc.stringMatching(/^[a-zA-Z0-9 .,:;?!'"()@$_{}[\]~^|\\€-]{0,400}$/)
const anything = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.toWellFormed())

describe('[ACC-02] the parts of a short message', () => {
  it('show the original text on the phone, in any script', () => {
    fc.assert(
      fc.property(fc.oneof(latin, anything), fc.constantFrom('gsm', 'ascii'), (text, alphabet) => {
        const parts = partsOf(text, alphabet, 7)
        if (parts !== undefined) expect(shown(parts)).toBe(text)
      }),
    )
  })

  it('are as many as a network counts, and none is too long', () => {
    fc.assert(
      fc.property(fc.oneof(latin, anything), (text) => {
        const parts = partsOf(text, 'gsm', 7)
        expect(parts?.length ?? maxParts + 1).toBe(Math.min(countParts(text).parts, maxParts + 1))
        for (const { bytes, dataCoding, hasHeader } of parts ?? []) {
          const places = hasHeader ? bytes.length - 6 : bytes.length
          expect(places).toBeLessThanOrEqual(
            dataCoding === 8 ? (hasHeader ? 134 : 140) : hasHeader ? 153 : 160,
          )
        }
      }),
    )
  })

  it('contain their position, the total and their common reference', () => {
    const parts = partsOf('x'.repeat(400), 'gsm', 0x1fe) ?? []
    expect(parts.map(({ bytes }) => [...bytes.subarray(0, 6)])).toEqual([
      [5, 0, 3, 0xfe, 3, 1],
      [5, 0, 3, 0xfe, 3, 2],
      [5, 0, 3, 0xfe, 3, 3],
    ])
  })

  it('are one without a header up to 160 Latin or 70 other characters', () => {
    for (const [text, count] of [
      ['x'.repeat(160), 1],
      ['x'.repeat(161), 2],
      ['€'.repeat(80), 1],
      ['€'.repeat(81), 2],
      ['ў'.repeat(70), 1],
      ['ў'.repeat(71), 2],
    ] as const) {
      const parts = partsOf(text, 'gsm', 1) ?? []
      expect(parts).toHaveLength(count)
      expect(parts.every(({ hasHeader }) => hasHeader === count > 1)).toBe(true)
    }
  })

  it('never split a character: neither a UCS-2 surrogate pair nor an escaped one', () => {
    const pairs = partsOf(`${'ў'.repeat(66)}${'😀'.repeat(20)}`, 'gsm', 1) ?? []
    for (const { bytes } of pairs) expect(decode(bytes.subarray(6), 'UCS-2').isWellFormed()).toBe(true)
    const escaped = partsOf(`${'x'.repeat(152)}${'€'.repeat(20)}`, 'gsm', 1) ?? []
    for (const { bytes } of escaped) expect(bytes.at(-1)).not.toBe(0x1b)
  })

  it('encode an at sign as ASCII where the message centre’s alphabet is ASCII', () => {
    expect(partsOf('a@b', 'ascii', 1)).toMatchObject([{ dataCoding: 1, bytes: Buffer.from('a@b') }])
    expect(partsOf('a@b', 'gsm', 1)).toMatchObject([{ dataCoding: 0, bytes: Buffer.from([0x61, 0, 0x62]) }])
    expect(partsOf('aé', 'ascii', 1)).toMatchObject([{ dataCoding: 8 }])
  })

  it('are undefined for a text that would need more than ten', () => {
    expect(partsOf('x'.repeat(1530), 'gsm', 1)).toHaveLength(10)
    expect(partsOf('x'.repeat(1531), 'gsm', 1)).toBeUndefined()
  })
})
