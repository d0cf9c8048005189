/** Tables of characters that contradict themselves are refused, and reading one always ends. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { glyphsOf } from './glyph-map.ts'

/** A table with one map of Unicode. */
function tableOf(map: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(3, 4)
  head.writeUInt16BE(10, 6)
  head.writeUInt32BE(12, 8)
  return Buffer.concat([head, map])
}

function groups(count: number, ...of: readonly (readonly [number, number, number])[]): Buffer {
  const map = Buffer.alloc(16 + of.length * 12)
  map.writeUInt16BE(12, 0)
  map.writeUInt32BE(count, 12)
  of.flat().forEach((value, index) => map.writeUInt32BE(value, 16 + index * 4))
  return tableOf(map)
}

describe('[BRAND-01] the characters of a font', () => {
  it('are those of its groups', () => {
    const glyphs = glyphsOf(groups(2, [65, 70, 1], [0x410, 0x44f, 20]))
    expect([64, 65, 70, 71, 0x410, 0x450].map(glyphs)).toEqual([0, 1, 6, 0, 20, 0])
  })

  it.each([3, 0x7fffffff, 0xffffffff])('are refused when it says that it has %i groups', (count) => {
    const glyphs = glyphsOf(groups(count, [0xffff, 0xffff, 1], [0x10ffff, 0x10ffff, 2]))
    expect(() => glyphs(65)).toThrow('cut')
  })

  it('are refused when it says that it has more segments', () => {
    const map = Buffer.alloc(40)
    map.writeUInt16BE(4, 0)
    map.writeUInt16BE(0xfffe, 6)
    expect(() => glyphsOf(tableOf(map))(65)).toThrow('cut')
  })

  it('are read to an end, whatever the bytes', () => {
    const bytes = fc.uint8Array({ minLength: 14, maxLength: 400 })
    fc.assert(
      fc.property(bytes, fc.constantFrom(4, 12), fc.nat(0x10ffff), (random, format, character) => {
        const map = Buffer.from(random)
        map.writeUInt16BE(format, 0)
        const read = () => glyphsOf(tableOf(map))(character)
        try {
          expect(read()).toBeGreaterThanOrEqual(0)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
          expect(String(error)).toMatch(/cut|out of range|ERR_/)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
