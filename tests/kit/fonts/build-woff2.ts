/** Makes a small WOFF2 font whose letters are all the same box: real for browsers, and with chosen letters and measures. */
import { brotliCompressSync } from 'node:zlib'

export interface BuiltFont {
  readonly letters: string
  readonly family?: string
  readonly weight?: number
  /** In thousandths of the size. */
  readonly width?: number
  readonly ascent?: number
  readonly descent?: number
  /** Of a table without meaning. */
  readonly fillingBytes?: number
}

const em = 1000

export function buildWoff2(font: BuiltFont): Buffer {
  const tables = tablesOf(font)
  const directory = Buffer.concat(tables.flatMap(([tag, bytes]) => entryOf(tag, bytes)))
  const packed = brotliCompressSync(Buffer.concat(tables.map(([, bytes]) => bytes)))
  const header = Buffer.alloc(48)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x0001_0000, 4)
  header.writeUInt16BE(tables.length, 12)
  const padded = (size: number) => Math.ceil(size / 4) * 4
  const whole = tables.reduce((sum, [, bytes]) => sum + padded(bytes.length), 12 + tables.length * 16)
  header.writeUInt32BE(whole, 16)
  header.writeUInt32BE(packed.length, 20)
  header.writeUInt16BE(1, 24)
  const unpadded = header.length + directory.length + packed.length
  const tail = Buffer.alloc(padded(unpadded) - unpadded)
  header.writeUInt32BE(unpadded + tail.length, 8)
  return Buffer.concat([header, directory, packed, tail])
}

const tags = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm']

function entryOf(tag: string, { length }: Buffer): readonly Buffer[] {
  // `glyf` and `loca` as they are have version 3.
  const flags = tag === 'glyf' ? 10 | 0xc0 : tag === 'loca' ? 11 | 0xc0 : tags.indexOf(tag)
  const size = [length & 0x7f]
  for (let rest = length >> 7; rest > 0; rest >>= 7) size.unshift((rest & 0x7f) | 0x80)
  return [Buffer.from([flags, ...size])]
}

function tablesOf(font: BuiltFont): readonly (readonly [string, Buffer])[] {
  const {
    letters,
    family = 'Zamin',
    weight = 400,
    width = 600,
    ascent = 900,
    descent = 300,
    fillingBytes = 0,
  } = font
  const glyph = boxOf(width)
  return [
    ['cmap', cmapOf(letters)],
    ['head', headOf(width)],
    ['hhea', hheaOf(width, ascent, descent)],
    ['hmtx', words('2 2 2 2', [width, 0, width, 50])],
    ['maxp', words('4 2 2 2 2 2 2 2 2 2 2 2 2 2 2', [65536, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['OS/2', os2Of(weight, ascent, descent)],
    ['glyf', glyph],
    ['loca', words('4 4 4', [0, 0, glyph.length])],
    ...(fillingBytes === 0 ? [] : [['fpgm', Buffer.alloc(fillingBytes)] as const]),
    ['name', nameOf(family)],
    ['post', words('4 4 2 2 4 4 4 4 4', [0x0003_0000, 0, -100, 50, 0, 0, 0, 0, 0])],
  ]
}

function headOf(width: number): Buffer {
  const versions = [0x0001_0000, 0x0001_0000, 0, 0x5f0f_3cf5]
  const box = [0, 0, width, 700]
  return words('4 4 4 4 2 2 8 8 2 2 2 2 2 2 2 2 2', [...versions, 3, em, 0, 0, ...box, 0, 8, 2, 1, 0])
}

function hheaOf(width: number, ascent: number, descent: number): Buffer {
  const lines = [0x0001_0000, ascent, -descent, 0]
  const rest = [width, 0, 0, width, 1, 0, 0, 0, 0, 0, 0, 0, 2]
  return words('4 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2', [...lines, ...rest])
}

/** One number for each size of two, four or eight bytes. */
function words(sizes: string, numbers: readonly number[]): Buffer {
  return Buffer.concat(
    sizes.split(' ').map((size, index) => {
      const bytes = Buffer.alloc(Number(size))
      const number = numbers[index] ?? 0
      if (size === '2') bytes.writeUInt16BE(number & 0xffff)
      else bytes.writeUInt32BE(number >>> 0, bytes.length - 4)
      return bytes
    }),
  )
}

function boxOf(width: number): Buffer {
  const [right, top] = [width - 50, 700]
  const head = words('2 2 2 2 2 2 2', [1, 50, 0, right, top, 3, 0])
  const flags = Buffer.from([1, 1, 1, 1])
  const points = words('2 2 2 2 2 2 2 2', [50, 0, right - 50, 0, 0, top, 0, -top])
  const bytes = Buffer.concat([head, flags, points])
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}

/** Format 12: every letter is the box. */
function cmapOf(letters: string): Buffer {
  const points = [...new Set(letters)].map((letter) => letter.codePointAt(0) ?? 0).toSorted((a, b) => a - b)
  const groups = points.map((point) => words('4 4 4', [point, point, 1]))
  const head = words('2 2 2 2 4 2 2 4 4 4', [
    0,
    1,
    3,
    10,
    12,
    12,
    0,
    16 + points.length * 12,
    0,
    points.length,
  ])
  return Buffer.concat([head, ...groups])
}

function os2Of(weight: number, ascent: number, descent: number): Buffer {
  const bytes = Buffer.alloc(96)
  bytes.writeUInt16BE(4, 0)
  bytes.writeInt16BE(500, 2)
  bytes.writeUInt16BE(weight, 4)
  bytes.writeUInt16BE(5, 6)
  bytes.write('ZAMN', 58, 'latin1')
  bytes.writeUInt16BE(0x40, 62)
  bytes.writeUInt16BE(32, 64)
  bytes.writeUInt16BE(0xffff, 66)
  bytes.writeInt16BE(ascent, 68)
  bytes.writeInt16BE(-descent, 70)
  bytes.writeUInt16BE(ascent, 74)
  bytes.writeUInt16BE(descent, 76)
  return bytes
}

function nameOf(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16()
  const ids = [1, 4, 6]
  const records = ids.map((id) => words('2 2 2 2 2 2', [3, 1, 0x409, id, text.length, 0]))
  return Buffer.concat([words('2 2 2', [0, ids.length, 6 + ids.length * 12]), ...records, text])
}
