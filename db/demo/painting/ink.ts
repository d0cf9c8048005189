import type { Palette } from './palette.ts'
import { between, randomFrom, seedOf, type Random } from './random.ts'

/** A painter's parameters: the sheet, colours, randomness, and the area of the title. */
export interface Ink {
  readonly w: number
  readonly h: number
  /** A length with the same visual size on every sheet: 1 on a 600 × 900 poster. */
  readonly u: number
  readonly r: Random
  readonly p: Palette
  /** The part of the sheet to leave empty for letters. */
  readonly calm: 'top' | 'bottom'
  /** The horizontal position of the main figure, as a fraction of the width. */
  readonly focus: number
  /** Which object or animal is drawn, where a scene has several. */
  readonly subject: string | undefined
  id(): string
}

/** How a layer moves when the picture is shown as film. */
export type Motion =
  | { readonly kind: 'drift'; readonly xPerSec: number }
  | { readonly kind: 'bob'; readonly byPx: number; readonly periodSec: number }
  | { readonly kind: 'fall'; readonly pxPerSec: number }
  | { readonly kind: 'blink'; readonly everySec: number; readonly forSec: number }

/** One layer of a parallax scene: far ones (depth 0) stand still, near ones (depth 1) move fastest. */
export interface Layer {
  readonly name: string
  readonly depth: number
  readonly body: string
  readonly motion?: Motion
}

export type Painter = (ink: Ink) => Layer[]

export function makeInk(options: {
  readonly seed: string
  readonly w: number
  readonly h: number
  readonly palette: Palette
  readonly calm: 'top' | 'bottom'
  readonly focus: number
  readonly subject?: string
}): Ink {
  const prefix = `k${seedOf(options.seed).toString(36)}x`
  let used = 0
  return {
    w: options.w,
    h: options.h,
    u: Math.min(Math.sqrt(options.w * options.h) / 735, options.h / 660),
    r: randomFrom(seedOf(options.seed)),
    p: options.palette,
    calm: options.calm,
    focus: options.focus,
    subject: options.subject,
    id: () => `${prefix}${(used += 1)}`,
  }
}

/** A number in SVG form: one decimal, no trailing zeros. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export type Stop = readonly [offset: number, colour: string, opacity?: number]

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('')
}

/** A vertical gradient over the filled shape; returns the definition and the fill to use. */
export function vertical(ink: Ink, stops: readonly Stop[], slant = 0): { defs: string; fill: string } {
  const id = ink.id()
  return {
    defs: `<defs><linearGradient id="${id}" x1="0" y1="0" x2="${slant}" y2="1">${stopsOf(stops)}</linearGradient></defs>`,
    fill: `url(#${id})`,
  }
}

export function radial(ink: Ink, stops: readonly Stop[], at = '.5 .5 .5'): { defs: string; fill: string } {
  const id = ink.id()
  const [cx, cy, r] = at.split(' ')
  return {
    defs: `<defs><radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient></defs>`,
    fill: `url(#${id})`,
  }
}

export function sky(ink: Ink, stops?: readonly Stop[]): string {
  const [top, middle, low] = ink.p.sky
  const g = vertical(
    ink,
    stops ?? [
      [0, top],
      [0.5, middle],
      [0.86, low],
      [1, low],
    ],
  )
  return `${g.defs}<rect width="${ink.w}" height="${ink.h}" fill="${g.fill}"/>`
}

/** A soft light without a blur filter, which is slow to draw. */
export function glow(
  ink: Ink,
  cx: number,
  cy: number,
  radius: number,
  colour: string,
  strength = 0.8,
): string {
  const g = radial(ink, [
    [0, colour, strength],
    [0.35, colour, strength * 0.42],
    [0.7, colour, strength * 0.1],
    [1, colour, 0],
  ])
  return `${g.defs}<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fill="${g.fill}"/>`
}

export function disc(cx: number, cy: number, radius: number, fill: string, extra = ''): string {
  return `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fill="${fill}"${extra}/>`
}

export function path(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}"${extra}/>`
}

export function stroke(d: string, colour: string, width: number, extra = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${extra}/>`
}

export function stars(ink: Ink, count: number, floor: number, colour = '#ffffff'): string {
  let body = ''
  for (let i = 0; i < count; i += 1) {
    const y = floor * Math.pow(ink.r(), 1.4)
    const size = (ink.r() < 0.12 ? 1.9 : between(ink.r, 0.5, 1.2)) * ink.u
    body += `<circle cx="${n(ink.r() * ink.w)}" cy="${n(y)}" r="${n(size)}" opacity="${n(between(ink.r, 0.3, 1))}"/>`
  }
  return `<g fill="${colour}">${body}</g>`
}

/** The outline of hills: midpoint displacement, so that all are different. */
export function ridgeLine(
  r: Random,
  from: number,
  to: number,
  base: number,
  amp: number,
  rough = 0.5,
  depth = 6,
): [number, number][] {
  let points: [number, number][] = [
    [from, base - amp * r()],
    [to, base - amp * r()],
  ]
  let swing = amp
  for (let level = 0; level < depth; level += 1) {
    const next: [number, number][] = []
    for (let i = 0; i + 1 < points.length; i += 1) {
      const a = points[i]
      const b = points[i + 1]
      if (a === undefined || b === undefined) continue
      next.push(a, [
        (a[0] + b[0]) / 2 + between(r, -0.1, 0.1) * (b[0] - a[0]),
        (a[1] + b[1]) / 2 + between(r, -swing, swing),
      ])
    }
    const last = points.at(-1)
    if (last !== undefined) next.push(last)
    points = next
    swing *= rough
  }
  return points
}

export function polygonDown(points: readonly (readonly [number, number])[], floor: number): string {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return ''
  return `M${n(first[0])} ${n(floor)}L${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}L${n(last[0])} ${n(floor)}Z`
}

/** A smooth curve through these heights. */
export function smooth(points: readonly (readonly [number, number])[]): string {
  const first = points[0]
  if (first === undefined) return ''
  let d = `M${n(first[0])} ${n(first[1])}`
  for (let i = 1; i < points.length; i += 1) {
    const a = points[i - 1]
    const b = points[i]
    if (a === undefined || b === undefined) continue
    const half = (a[0] + b[0]) / 2
    d += `C${n(half)} ${n(a[1])} ${n(half)} ${n(b[1])} ${n(b[0])} ${n(b[1])}`
  }
  return d
}

export function place(body: string, x: number, y: number, scale: number, mirror = false): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${mirror ? '-' : ''}${scale.toFixed(3)} ${scale.toFixed(3)})">${body}</g>`
}
