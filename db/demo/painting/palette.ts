import { pick, type Random } from './random.ts'

/** The colours of one picture: the sky from top to horizon, three depths, a light, an accent, the letters. */
export interface Palette {
  readonly name: string
  readonly sky: readonly [string, string, string]
  readonly far: string
  readonly near: string
  readonly light: string
  readonly accent: string
  readonly type: string
}

type Row = readonly [string, string, string, string, string, string, string, string]

function palette(name: string, row: Row): Palette {
  const [top, middle, low, far, near, light, accent, type] = row
  return { name, sky: [top, middle, low], far, near, light, accent, type }
}

const rows: Record<string, Row> = {
  dusk: ['#1b1740', '#7b3a6b', '#f2935c', '#8a4a72', '#140f26', '#ffd7a0', '#ff7a59', '#fff3e4'],
  ember: ['#2a0f14', '#a3301f', '#f4a03c', '#8f2f24', '#1a0709', '#ffe0a3', '#ffbf47', '#fff1dc'],
  lapis: ['#06122e', '#123a7a', '#4f9bd6', '#1d4c8c', '#050b1c', '#f4ecd0', '#f0b64c', '#f3f8ff'],
  firuza: ['#04222b', '#0f6a72', '#8fe0d0', '#1b7d80', '#03161d', '#fff2c9', '#ff9f5a', '#effcf8'],
  dawn: ['#35507d', '#d495a5', '#ffe0b8', '#a7839c', '#2a2740', '#fff6df', '#e2574c', '#fffaf2'],
  noon: ['#2f86c9', '#8cc8ea', '#f6eccf', '#d8b382', '#5b3a24', '#fffdf0', '#d9482b', '#fffdf6'],
  sand: ['#d68a45', '#efbd78', '#fbe6bd', '#d9985a', '#6b3519', '#fffaeb', '#1f7a80', '#3c1c0e'],
  cream: ['#f4ead6', '#f7efdf', '#f0dfc0', '#d9b98c', '#25313f', '#ffffff', '#d1432f', '#1d2733'],
  mint: ['#cfeee2', '#e6f6ea', '#fff6da', '#7cc4ae', '#12463f', '#ffffff', '#f0653f', '#0d3934'],
  rose: ['#f7d2d4', '#fbe3dc', '#fff3e2', '#e59aa8', '#5a1f3c', '#fffaf4', '#c22f58', '#4c1631'],
  plum: ['#160a29', '#472069', '#c35c9a', '#5b2c7b', '#0e061c', '#ffd9ec', '#6fe0d2', '#fbf0ff'],
  steel: ['#10161c', '#33434f', '#93a6ad', '#4a5b66', '#0a0e12', '#e7eef0', '#e3b23c', '#f2f6f7'],
  noir: ['#08090c', '#1c2026', '#5a5f63', '#2a2f35', '#050608', '#f5ecd2', '#d8331f', '#f8f4ea'],
  moss: ['#0d1f1a', '#2e5a41', '#c9d68c', '#3c6a4c', '#07130f', '#f7f6cf', '#f2a33a', '#f6faeb'],
  ice: ['#24435f', '#7fb0cc', '#edf6f7', '#8fb4c8', '#142838', '#ffffff', '#e4573d', '#ffffff'],
  neon: ['#0a0620', '#2b0f5a', '#b0237f', '#3a1669', '#06031a', '#ffd0f2', '#2de2e6', '#fdf4ff'],
  copper: ['#20130d', '#6e3b1f', '#d98f4f', '#7d4425', '#140b07', '#ffe6c0', '#46b8a8', '#fff3e0'],
  pomegranate: ['#3a0713', '#8c1528', '#e25a4a', '#a11f31', '#22040c', '#ffe3c9', '#f5b83d', '#fff0e3'],
  saffron: ['#e9972a', '#f5bb4c', '#fde29a', '#d97a1f', '#4a1c10', '#fff9e0', '#9c1f3d', '#43180d'],
  sky: ['#1f6fd0', '#63b3f2', '#d7f0fb', '#7fc3ee', '#123a6b', '#fffdf2', '#ffce3a', '#ffffff'],
  meadow: ['#3aa0d8', '#a4ddef', '#fdf5cf', '#7cc05a', '#1f5a38', '#fff7c4', '#ff7448', '#ffffff'],
  candy: ['#ff8f6b', '#ffc07a', '#fff0c2', '#ff6d8a', '#5a2170', '#fff7e0', '#2ab8c4', '#fffaf0'],
  violetDay: ['#6a5acd', '#b39ae8', '#fde3f0', '#8e74d6', '#33215f', '#fff6fb', '#ffb03a', '#ffffff'],
  abyss: ['#020914', '#06283a', '#16697a', '#0b3d4d', '#01060c', '#c9fff0', '#ff6f4f', '#eafcff'],
  mars: ['#1c0b12', '#5a1a22', '#cf5a35', '#7e2a27', '#120609', '#ffd3a6', '#5ad1e0', '#fff0e6'],
  olive: ['#d9d3a8', '#ebe6c6', '#f7f2de', '#a8a468', '#343a1c', '#fffff2', '#b4482a', '#2b3016'],
}

export const palettes: readonly Palette[] = Object.entries(rows).map(([name, row]) => palette(name, row))

const byName = new Map(palettes.map((one) => [one.name, one]))

export function paletteNamed(name: string): Palette {
  const result = byName.get(name)
  if (result === undefined) throw new Error(`there is no palette named ${name}`)
  return result
}

export function pickPalette(r: Random, names: readonly string[]): Palette {
  return paletteNamed(pick(r, names))
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** A colour between two: 0 gives the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const a = channels(from)
  const b = channels(to)
  const part = (i: 0 | 1 | 2): string =>
    Math.round(a[i] + (b[i] - a[i]) * Math.min(1, Math.max(0, share)))
      .toString(16)
      .padStart(2, '0')
  return `#${part(0)}${part(1)}${part(2)}`
}

/** Perceived lightness of a colour, 0 (black) to 1 (white). */
export function lightness(hex: string): number {
  const [r, g, b] = channels(hex)
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255
}
