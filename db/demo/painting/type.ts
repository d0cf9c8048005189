/** Letters as outlines: a bare machine has no fonts, so pictures contain the shapes themselves. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font, type PathCommand } from 'opentype.js'
import { n } from './ink.ts'

export type Weight = 300 | 500 | 700 | 800 | 900

const files: Record<Weight, string> = {
  300: '300Light/Onest_300Light.ttf',
  500: '500Medium/Onest_500Medium.ttf',
  700: '700Bold/Onest_700Bold.ttf',
  800: '800ExtraBold/Onest_800ExtraBold.ttf',
  900: '900Black/Onest_900Black.ttf',
}

const fonts = new Map<Weight, Font>()

function fontOf(weight: Weight): Font {
  let font = fonts.get(weight)
  if (font === undefined) {
    const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/onest/${files[weight]}`)
    const bytes = readFileSync(path)
    font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    fonts.set(weight, font)
  }
  return font
}

export interface Setting {
  readonly weight: Weight
  readonly size: number
  /** Extra space between letters in thousandths of the font size. */
  readonly tracking?: number
}

/** The width of one line in pixels. */
export function measure(text: string, { weight, size, tracking = 0 }: Setting): number {
  const font = fontOf(weight)
  const glyphs = font.stringToGlyphs(text)
  let units = 0
  glyphs.forEach((glyph, i) => {
    const next = glyphs[i + 1]
    units +=
      (glyph.advanceWidth ?? 0) + (next === undefined ? 0 : font.getKerningValue(glyph, next) + tracking)
  })
  return (units / font.unitsPerEm) * size
}

// Implemented here for two reasons: opentype.js gives NaN for coordinates as small as 1e-14, and relative coordinates
// take a third less space than absolute ones. Positions are rounded first, so that relative steps never drift.
function pathData(commands: readonly PathCommand[], unit: number): string {
  let [penX, penY, startX, startY] = [0, 0, 0, 0]
  const step = (from: number, to: number): string => String((to - from) / unit)
  const pair = (x: number, y: number): string => {
    const [dx, dy] = [step(penX, x), step(penY, y)]
    return dy.startsWith('-') ? `${dx}${dy}` : `${dx} ${dy}`
  }
  const joined = (first: string, second: string): string =>
    second.startsWith('-') ? `${first}${second}` : `${first} ${second}`
  const at = (value: number): number => Math.round(value * unit)
  let d = ''
  for (const one of commands) {
    if (one.type === 'Z') {
      d += 'z'
      ;[penX, penY] = [startX, startY]
      continue
    }
    const [x, y] = [at(one.x), at(one.y)]
    if (one.type === 'M') {
      d += `M${x / unit} ${y / unit}`
      ;[startX, startY] = [x, y]
    } else if (one.type === 'Q') d += `q${joined(pair(at(one.x1), at(one.y1)), pair(x, y))}`
    else if (one.type === 'C')
      d += `c${joined(joined(pair(at(one.x1), at(one.y1)), pair(at(one.x2), at(one.y2))), pair(x, y))}`
    else d += `l${pair(x, y)}`
    ;[penX, penY] = [x, y]
  }
  return d
}

/** One line as path data, its baseline starting at (x, y). */
export function outline(text: string, x: number, y: number, setting: Setting): string {
  const { weight, size, tracking = 0 } = setting
  const font = fontOf(weight)
  const scale = size / font.unitsPerEm
  const glyphs = font.stringToGlyphs(text)
  let pen = x
  let d = ''
  glyphs.forEach((glyph, i) => {
    d += pathData(glyph.getPath(pen, y, size).commands, size < 22 ? 100 : 10)
    const next = glyphs[i + 1]
    pen +=
      ((glyph.advanceWidth ?? 0) + (next === undefined ? 0 : font.getKerningValue(glyph, next) + tracking)) *
      scale
  })
  return d
}

export interface Block {
  readonly d: string
  readonly width: number
  readonly height: number
  readonly size: number
}

/** Splits words into lines of similar length; the caller tries the fewest lines that keep the longest word readable. */
function balance(words: readonly string[], lines: number, setting: Setting): string[] {
  let best: string[] = [words.join(' ')]
  let bestWidth = Number.POSITIVE_INFINITY
  const walk = (from: number, left: number, done: readonly string[]): void => {
    if (left === 1) {
      const all = [...done, words.slice(from).join(' ')]
      const widest = Math.max(...all.map((line) => measure(line, setting)))
      if (widest < bestWidth) [best, bestWidth] = [all, widest]
      return
    }
    for (let to = from + 1; to <= words.length - left + 1; to += 1)
      walk(to, left - 1, [...done, words.slice(from, to).join(' ')])
  }
  walk(0, lines, [])
  return best
}

/** A title as large as fits into a box, on one to four lines, its top-left corner at (x, y). */
export function setBlock(options: {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly largest: number
  readonly weight: Weight
  readonly align: 'left' | 'middle' | 'right'
  readonly tracking?: number
  readonly leading?: number
}): Block {
  const { text, width, height, largest, weight, tracking = 0, leading = 0.98 } = options
  const words = text.split(/\s+/).slice(0, 9)
  let chosen: { lines: string[]; size: number } = { lines: [text], size: 8 }
  for (let count = 1; count <= Math.min(4, words.length); count += 1) {
    const lines = balance(words, count, { weight, size: 100, tracking })
    const widest = Math.max(...lines.map((line) => measure(line, { weight, size: 100, tracking })))
    const size = Math.min(largest, (width / widest) * 100, height / (count * leading + 0.06))
    if (size > chosen.size * 1.06) chosen = { lines, size }
  }
  const { lines, size } = chosen
  const widths = lines.map((line) => measure(line, { weight, size, tracking }))
  const share = { left: 0, middle: 0.5, right: 1 }[options.align]
  const d = lines
    .map((line, i) =>
      outline(line, options.x + (width - (widths[i] ?? 0)) * share, options.y + size * (0.76 + i * leading), {
        weight,
        size,
        tracking,
      }),
    )
    .join('')
  return { d, width: Math.max(...widths), height: size * (0.76 + (lines.length - 1) * leading + 0.1), size }
}

export function letters(d: string, colour: string, opacity = 1): string {
  return `<path d="${d}" fill="${colour}"${opacity === 1 ? '' : ` opacity="${n(opacity)}"`}/>`
}
