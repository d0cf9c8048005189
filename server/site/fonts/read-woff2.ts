/** What a font says of itself: whether pages of the site can be written in it, and how wide and high it is. Pure. */
import { type Woff2Tables, readWoff2Tables } from './woff2-tables.ts'
import { glyphsOf } from './glyph-map.ts'
import { requiredLetters, sampleText } from './letters.ts'

/** Heights and widths are shares of the font's size. */
export interface FontFacts {
  /** Its name, for the staff. */
  readonly family: string
  /** Weights from 1 to 1000; the same twice for a font of one weight. */
  readonly weightFrom: number
  readonly weightTo: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  /** The mean width of a letter of Russian and Uzbek text. */
  readonly meanWidth: number
}

export type ReadFont =
  | { readonly kind: 'read'; readonly facts: FontFacts }
  /** Another format, a collection, or a damaged file. */
  | { readonly kind: 'not_woff2' }
  /** Letters of Russian and Uzbek that it lacks. */
  | { readonly kind: 'lacks'; readonly letters: string }

/** Reads a WOFF2 file; one that lacks letters of the site's languages is refused with them. */
export function readWoff2(bytes: Buffer): ReadFont {
  const unpacked = readWoff2Tables(bytes)
  if (unpacked === undefined) return { kind: 'not_woff2' }
  try {
    return read(unpacked)
  } catch {
    // A table that is shorter than it says.
    return { kind: 'not_woff2' }
  }
}

function read(unpacked: Woff2Tables): ReadFont {
  const { tables } = unpacked
  const [cmap, head, hhea, os2] = ['cmap', 'head', 'hhea', 'OS/2'].map((tag) => tables.get(tag))
  const hasOutlines = ['glyf', 'CFF ', 'CFF2'].some((tag) => (tables.get(tag)?.length ?? 0) > 0)
  if (cmap === undefined || head === undefined || hhea === undefined || os2 === undefined || !hasOutlines)
    return { kind: 'not_woff2' }
  const glyphs = glyphsOf(cmap)
  const lacking = [...requiredLetters].filter((letter) => glyphs(letter.codePointAt(0) ?? 0) === 0)
  if (lacking.length > 0) return { kind: 'lacks', letters: lacking.join('') }
  const em = head.readUInt16BE(18)
  const widthOf = widthsOf(unpacked, hhea.readUInt16BE(34))
  const widths = [...sampleText].map((letter) => widthOf(glyphs(letter.codePointAt(0) ?? 0)))
  const meanWidth = widths.reduce((sum, width) => sum + width, 0) / widths.length / em
  const { ascent, descent, lineGap } = linesOf(hhea, os2)
  const facts = {
    family: familyOf(tables.get('name')),
    ...weightsOf(tables.get('fvar'), os2),
    ...{ ascent: ascent / em, descent: descent / em, lineGap: lineGap / em, meanWidth },
  }
  const isPossible =
    em >= 16 &&
    facts.ascent > 0 &&
    facts.ascent < 4 &&
    facts.descent >= 0 &&
    facts.descent < 4 &&
    meanWidth > 0
  return isPossible ? { kind: 'read', facts } : { kind: 'not_woff2' }
}

/** Glyph → its width in units of the font. Glyphs beyond the last width have that one. */
function widthsOf({ tables, isHmtxTransformed }: Woff2Tables, count: number): (glyph: number) => number {
  const hmtx = tables.get('hmtx') ?? Buffer.alloc(0)
  if (count === 0) throw new Error('no widths')
  const at = (glyph: number) =>
    isHmtxTransformed ? 1 + Math.min(glyph, count - 1) * 2 : Math.min(glyph, count - 1) * 4
  return (glyph) => hmtx.readUInt16BE(at(glyph))
}

/** As browsers take them: the typographic ones where the font says so. */
function linesOf(hhea: Buffer, os2: Buffer) {
  const isTypographic = (os2.readUInt16BE(62) & 0x80) !== 0
  const [table, at] = isTypographic ? [os2, 68] : [hhea, 4]
  return {
    ascent: table.readInt16BE(at),
    descent: -table.readInt16BE(at + 2),
    lineGap: Math.max(0, table.readInt16BE(at + 4)),
  }
}

const maxAxes = 16

function weightsOf(fvar: Buffer | undefined, os2: Buffer) {
  const own = Math.min(1000, Math.max(1, os2.readUInt16BE(4)))
  if (fvar === undefined) return { weightFrom: own, weightTo: own }
  const [begin, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)]
  for (let axis = 0; axis < Math.min(count, maxAxes); axis++) {
    const at = begin + axis * size
    if (fvar.toString('latin1', at, at + 4) !== 'wght') continue
    const bound = (value: number) => Math.min(1000, Math.max(1, Math.round(value / 65_536)))
    return { weightFrom: bound(fvar.readInt32BE(at + 4)), weightTo: bound(fvar.readInt32BE(at + 12)) }
  }
  return { weightFrom: own, weightTo: own }
}

const maxNames = 500

/** The name of the family (16, else 1) in Unicode; '' where there is none. */
function familyOf(name: Buffer | undefined): string {
  if (name === undefined) return ''
  const [count, texts] = [name.readUInt16BE(2), name.readUInt16BE(4)]
  let family = ''
  for (let index = 0; index < Math.min(count, maxNames); index++) {
    const at = 6 + index * 12
    const [platform, id] = [name.readUInt16BE(at), name.readUInt16BE(at + 6)]
    if ((platform !== 3 && platform !== 0) || (id !== 16 && id !== 1)) continue
    const [length, offset] = [name.readUInt16BE(at + 8), name.readUInt16BE(at + 10)]
    const bytes = Buffer.from(name.subarray(texts + offset, texts + offset + (length & ~1)))
    const text = bytes.swap16().toString('utf16le')
    if (family === '' || id === 16) family = text
    if (id === 16) break
  }
  return family
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 100)
}
