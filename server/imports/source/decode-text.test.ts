import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = fc.string({ unit: 'grapheme' }).map((one) => one.toWellFormed())

/** Russian letters encoded as Windows-1251. */
function windows1251(words: string): Uint8Array {
  return Uint8Array.from([...words], (letter) => {
    const code = letter.charCodeAt(0)
    return code < 0x80 ? code : code - 0x350
  })
}

describe('[OPS-01] text of an untrusted file', () => {
  it('is UTF-8, with or without a byte order mark', () => {
    fc.assert(
      fc.property(text, (words) => {
        // A mark at the beginning is not part of the text.
        fc.pre(!words.startsWith('\ufeff'))
        const bytes = Buffer.from(words)
        expect(decodeText(bytes)).toBe(words)
        expect(decodeText(Buffer.from([0xef, 0xbb, 0xbf, ...bytes]))).toBe(words)
      }),
    )
  })

  it('is UTF-16 in either byte order, detected by its mark', () => {
    fc.assert(
      fc.property(text, (words) => {
        fc.pre(!words.startsWith('\ufeff'))
        const bytes = Buffer.from(words, 'utf16le')
        expect(decodeText(Buffer.from([0xff, 0xfe, ...bytes]))).toBe(words)
        expect(decodeText(Buffer.from([0xfe, 0xff, ...Buffer.from(bytes).swap16()]))).toBe(words)
      }),
    )
  })

  it('is Windows-1251 when it is not valid UTF-8, like lists of the region', () => {
    for (const words of ['Первый канал', 'Матч! ТВ', 'НТВ "Право" 24'])
      expect(decodeText(windows1251(words))).toBe(words)
  })

  it('never throws, whatever the bytes are', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeText(bytes)))
  })
})
