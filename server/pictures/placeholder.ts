import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import opentype, { type Font, type PathCommand } from 'opentype.js'
import type { PictureKind } from './address.ts'

/** Drawn for an item without a picture: a girih star over a quiet colour, and its initials if it has a name. */
export interface Placeholder {
  readonly kind: PictureKind
  /** Chooses colour and pattern; 0 to `placeholderVariety` - 1. */
  readonly seed: number
  /** At most two letters. */
  readonly initials: string
}

export const placeholderVariety = 12

const sizes: Record<PictureKind, readonly [width: number, height: number]> = {
  poster: [400, 600],
  backdrop: [960, 540],
  still: [640, 360],
  person: [400, 400],
  logo: [400, 400],
  banner: [960, 400],
  news: [640, 360],
  cinema: [640, 360],
  showing: [400, 600],
  icon: [400, 400],
}

// Deep colours of glazed tiles, each with the lighter line drawn on it.
const glazes: readonly (readonly [context: string, line: string])[] = [
  ['#12343b', '#2f7f86'],
  ['#1d2b53', '#4666b5'],
  ['#3b1f2b', '#94506a'],
  ['#2d3319', '#76853c'],
  ['#402a12', '#a06c2b'],
  ['#24263a', '#63688f'],
]

/** The drawing of a placeholder. The letters are outlines: a server need not have any font. */
export async function drawPlaceholder(placeholder: Placeholder): Promise<string> {
  const [width, height] = sizes[placeholder.kind]
  const [context = '#24263a', line = '#63688f'] = glazes[placeholder.seed % glazes.length] ?? []
  const cell = placeholder.seed < glazes.length ? 100 : 140
  const stars: string[] = []
  for (let y = 0; y <= height / cell + 1; y += 1) {
    for (let x = 0; x <= width / cell + 1; x += 1) {
      stars.push(star(x * cell, y * cell, cell * 0.5), star((x + 0.5) * cell, (y + 0.5) * cell, cell * 0.2))
    }
  }
  const letters = placeholder.initials === '' ? '' : await outline(placeholder.initials, width, height)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${context}"/>`,
    `<path d="${stars.join('')}" fill="none" stroke="${line}" stroke-width="2" opacity="0.45"/>`,
    letters === ''
      ? ''
      : `<circle cx="${width / 2}" cy="${height / 2}" r="${Math.min(width, height) * 0.3}" fill="${context}"/>`,
    letters === '' ? '' : `<path d="${letters}" fill="#f4efe6"/>`,
    '</svg>',
  ].join('')
}

/** An eight-pointed star, the khatam: two squares, one turned by 45°. */
function star(cx: number, cy: number, radius: number): string {
  const corners = Array.from({ length: 16 }, (_, corner) => {
    const reach = corner % 2 === 0 ? radius : radius * 0.7654
    const angle = (corner * Math.PI) / 8
    return `${(cx + reach * Math.cos(angle)).toFixed(1)} ${(cy + reach * Math.sin(angle)).toFixed(1)}`
  })
  return `M${corners.join('L')}Z`
}

let font: Promise<Font> | undefined

async function outline(text: string, width: number, height: number): Promise<string> {
  font ??= readFile(
    createRequire(import.meta.url).resolve('@expo-google-fonts/onest/700Bold/Onest_700Bold.ttf'),
  ).then((bytes) => opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)))
  const face = await font
  const size = Math.min(width, height) * 0.3
  const box = face.getPath(text, 0, 0, size).getBoundingBox()
  const x = width / 2 - (box.x1 + box.x2) / 2
  const y = height / 2 - (box.y1 + box.y2) / 2
  return pathData(face.getPath(text, x, y, size).commands)
}

/** The library's own text of a path has NaN where it rounds some pairs of letters. */
function pathData(commands: readonly PathCommand[]): string {
  const point = (x = 0, y = 0) => `${x.toFixed(1)} ${y.toFixed(1)}`
  return commands
    .map((command) => {
      switch (command.type) {
        case 'M':
        case 'L':
          return command.type + point(command.x, command.y)
        case 'Q':
          return `Q${point(command.x1, command.y1)} ${point(command.x, command.y)}`
        case 'C':
          return `C${point(command.x1, command.y1)} ${point(command.x2, command.y2)} ${point(command.x, command.y)}`
        case 'Z':
          return 'Z'
      }
    })
    .join('')
}

/** The first letters of the first two words of a name; digits count as letters. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}ʻʼ'’]*/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
