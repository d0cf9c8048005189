import { birds, child, man, woman } from '#db/demo/painting/figures.ts'
import {
  disc,
  glow,
  n,
  path,
  place,
  polygonDown,
  ridgeLine,
  sky,
  stars,
  stroke,
  vertical,
  type Ink,
  type Layer,
} from '#db/demo/painting/ink.ts'
import { lightness, mix } from '#db/demo/painting/palette.ts'
import { between, pick, whole } from '#db/demo/painting/random.ts'

interface Row {
  readonly body: string
  readonly lights: string
}

function blockRow(ink: Ink, base: number, tall: number, wide: number, colour: string, lit: number): Row {
  const { w, h, r, p, u } = ink
  let d = ''
  let lights = ''
  for (let x = -20 * u; x < w;) {
    const bw = between(r, 0.6, 1.5) * wide
    const bh = between(r, 0.35, 1) * tall
    const top = base - bh
    d += `M${n(x)} ${h}V${n(top)}H${n(x + bw)}V${h}Z`
    if (r() < 0.3) d += `M${n(x + bw * 0.3)} ${n(top)}v${n(-bh * 0.12)}h${n(bw * 0.4)}v${n(bh * 0.12)}Z`
    if (r() < 0.25) d += `M${n(x + bw * 0.5)} ${n(top - bh * 0.3)}h${n(2 * u)}V${n(top)}h${n(-2 * u)}Z`
    const cell = Math.max(11 * u, bw / 6)
    const lowest = lit > 0 ? base - cell : top
    for (let wy = top + cell; wy < lowest; wy += cell * 1.35) {
      for (let wx = x + cell * 0.7; wx < x + bw - cell * 0.8; wx += cell) {
        if (r() < lit) lights += `M${n(wx)} ${n(wy)}h${n(cell * 0.5)}v${n(cell * 0.7)}h${n(-cell * 0.5)}Z`
      }
    }
    x += bw + between(r, 0, 0.25) * wide
  }
  const g = vertical(ink, [
    [0, colour],
    [1, mix(colour, p.sky[2], 0.25)],
  ])
  return {
    body: g.defs + path(d, g.fill),
    lights: lights === '' ? '' : path(lights, p.light, ' opacity=".85"'),
  }
}

/** A night city in three depths, a street that shines after rain, one person under an umbrella. */
export function city(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const base = h * (ink.calm === 'top' ? 0.84 : 0.66)
  const x = w * ink.focus
  const moonY = h * (ink.calm === 'top' ? 0.42 : 0.2)
  const far = blockRow(ink, base, h * 0.42, 60 * u, mix(p.sky[2], p.far, 0.55), 0)
  const middle = blockRow(ink, base, h * 0.34, 84 * u, mix(p.far, p.near, 0.35), 0.14)
  const close = blockRow(ink, base, h * 0.24, 120 * u, mix(p.far, p.near, 0.8), 0.2)
  const street = vertical(ink, [
    [0, mix(p.sky[2], p.near, 0.35)],
    [0.4, mix(p.far, p.near, 0.7)],
    [1, p.near],
  ])
  let shine = ''
  for (let i = 0; i < 46; i += 1) {
    const sx = r() * w
    shine += `<rect x="${n(sx)}" y="${n(base + r() * (h - base) * 0.5)}" width="${n(between(r, 2, 6) * u)}" height="${n(between(r, 20, 120) * u)}" fill="${r() < 0.4 ? p.accent : p.light}" opacity="${n(between(r, 0.08, 0.4))}"/>`
  }
  let rain = ''
  for (let i = 0; i < 70; i += 1) rain += `M${n(r() * w)} ${n(r() * h)}l-5 ${n(between(r, 18, 40) * u)}`
  const foot = base + (h - base) * 0.42
  const umbrella = `<path fill="${p.accent}" d="M-46-96C-40-132 40-132 46-96C36-102 26-102 16-96C6-102-6-102-16-96C-26-102-36-102-46-96Z"/><path d="M0-126V-62" stroke="${p.near}" stroke-width="2.5"/>`
  return [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        stars(ink, 50, h * 0.5, p.light) +
        glow(ink, x + 60 * u, moonY, 260 * u, p.light, 0.5) +
        disc(x + 60 * u, moonY, 56 * u, p.light),
    },
    { name: 'far', depth: 0.15, body: far.body },
    { name: 'middle', depth: 0.32, body: middle.body + middle.lights },
    {
      name: 'close',
      depth: 0.55,
      body: close.body + close.lights + glow(ink, x - 150 * u, base - 40 * u, 120 * u, p.accent, 0.6),
    },
    {
      name: 'street',
      depth: 0.75,
      body: `${street.defs}<rect x="-9" y="${n(base)}" width="${w + 18}" height="${n(h - base + 9)}" fill="${street.fill}"/>${shine}`,
    },
    {
      name: 'walker',
      depth: 0.9,
      body:
        place(pick(r, [man, woman])(p.near) + umbrella, x, foot, 1.5 * u) +
        `<g opacity=".3">${place(man(p.near), x, foot, -1.3 * u, true)}</g>`,
    },
    {
      name: 'rain',
      depth: 0,
      body: stroke(rain, p.light, 1.2 * u, ' opacity=".3"'),
      motion: { kind: 'fall', pxPerSec: 520 },
    },
  ]
}

function minaret(x: number, foot: number, tall: number, u: number, body: string, tile: string): string {
  const half = tall * 0.055
  return (
    path(
      `M${n(x - half)} ${n(foot)}L${n(x - half * 0.66)} ${n(foot - tall)}H${n(x + half * 0.66)}L${n(x + half)} ${n(foot)}Z`,
      body,
    ) +
    path(
      `M${n(x - half * 0.9)} ${n(foot - tall * 0.98)}H${n(x + half * 0.9)}V${n(foot - tall * 1.05)}H${n(x - half * 0.9)}ZM${n(x - half * 0.7)} ${n(foot - tall * 1.05)}Q${n(x)} ${n(foot - tall * 1.18)} ${n(x + half * 0.7)} ${n(foot - tall * 1.05)}Z`,
      tile,
    ) +
    stroke(
      `M${n(x - half * 0.84)} ${n(foot - tall * 0.36)}H${n(x + half * 0.84)}M${n(x - half * 0.76)} ${n(foot - tall * 0.68)}H${n(x + half * 0.76)}`,
      tile,
      5 * u,
    )
  )
}

function dome(ink: Ink, x: number, foot: number, radius: number, wall: string): string {
  const { p, u } = ink
  const tile = mix('#2bb7b0', p.sky[1], 0.25)
  const g = vertical(
    ink,
    [
      [0, mix(tile, '#ffffff', 0.25)],
      [1, mix(tile, p.near, 0.6)],
    ],
    0.7,
  )
  const top = foot - radius * 1.1
  let ribs = ''
  for (let i = -3; i <= 3; i += 1)
    ribs += `M${n(x)} ${n(top - radius * 1.32)}Q${n(x + i * radius * 0.4)} ${n(top - radius * 0.7)} ${n(x + i * radius * 0.29)} ${n(top)}`
  return (
    `<rect x="${n(x - radius * 0.9)}" y="${n(top)}" width="${n(radius * 1.8)}" height="${n(radius * 1.2)}" fill="${wall}"/>` +
    g.defs +
    path(
      `M${n(x - radius * 0.9)} ${n(top)}C${n(x - radius * 1.25)} ${n(top - radius * 0.7)} ${n(x - radius * 0.45)} ${n(top - radius * 1.05)} ${n(x)} ${n(top - radius * 1.4)}C${n(x + radius * 0.45)} ${n(top - radius * 1.05)} ${n(x + radius * 1.25)} ${n(top - radius * 0.7)} ${n(x + radius * 0.9)} ${n(top)}Z`,
      g.fill,
    ) +
    stroke(ribs, mix(p.near, tile, 0.35), 1.6 * u, ' opacity=".55"') +
    stroke(`M${n(x)} ${n(top - radius * 1.4)}v${n(-radius * 0.24)}`, p.accent, 3 * u)
  )
}

function portal(ink: Ink, x: number, foot: number, wide: number, tall: number, wall: string): string {
  const { p, u } = ink
  const a = wide * 0.3
  const arch = (k: number): string =>
    `M${n(x - a * k)} ${n(foot)}V${n(foot - tall * 0.5 * k)}Q${n(x - a * k)} ${n(foot - tall * 0.72 * k)} ${n(x)} ${n(foot - tall * 0.84 * k)}Q${n(x + a * k)} ${n(foot - tall * 0.72 * k)} ${n(x + a * k)} ${n(foot - tall * 0.5 * k)}V${n(foot)}Z`
  let tiles = ''
  const step = 15 * u
  for (let ty = foot - tall + step * 0.6; ty < foot; ty += step) {
    for (const side of [-1, 1])
      tiles += `M${n(x + side * wide * 0.42)} ${n(ty - step * 0.38)}l${n(step * 0.38)} ${n(step * 0.38)}l${n(-step * 0.38)} ${n(step * 0.38)}l${n(-step * 0.38)} ${n(-step * 0.38)}Z`
  }
  const g = vertical(ink, [
    [0, mix(p.accent, p.near, 0.5)],
    [1, p.light],
  ])
  return (
    `<rect x="${n(x - wide / 2)}" y="${n(foot - tall)}" width="${n(wide)}" height="${n(tall)}" fill="${wall}"/>` +
    path(tiles, mix('#2bb7b0', wall, 0.35)) +
    path(arch(1), mix(wall, p.near, 0.55)) +
    g.defs +
    path(arch(0.72), g.fill) +
    path(arch(0.34), p.near)
  )
}

/** Three small people near (x, foot). */
function peopleBefore({ r, p, u }: Ink, x: number, foot: number): string {
  let people = ''
  for (let i = 0; i < 3; i += 1)
    people += place(
      pick(r, [man, woman, child])(p.near),
      x + between(r, -120, 120) * u,
      foot + between(r, 20, 70) * u,
      between(r, 0.5, 0.8) * u,
    )
  return people
}

/** A square of madrasas: portal, turquoise domes, minarets, and small people before them. */
export function madrasa(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const foot = h * (ink.calm === 'top' ? 0.87 : 0.66)
  const x = w * ink.focus
  const night = lightness(p.sky[0]) < 0.18
  const wall = mix(p.far, p.near, 0.45)
  const back = mix(p.far, p.sky[2], 0.35)
  const size = between(r, 0.92, 1.12) * u
  let behind = ''
  for (let i = 0; i < 5 * (w / h) + 2; i += 1)
    behind += `<rect x="${n(r() * w)}" y="${n(foot - between(r, 40, 110) * u)}" width="${n(between(r, 60, 140) * u)}" height="${n(120 * u)}" fill="${back}"/>`
  const side = r() < 0.5 ? 1 : -1
  const group =
    dome(ink, x + side * 165 * size, foot - 70 * size, 62 * size, wall) +
    dome(ink, x - side * 190 * size, foot - 40 * size, 44 * size, wall) +
    `<rect x="${n(x - 250 * size)}" y="${n(foot - 120 * size)}" width="${n(500 * size)}" height="${n(130 * size)}" fill="${mix(wall, p.near, 0.25)}"/>` +
    minaret(x - side * 270 * size, foot, 330 * size, u, mix(wall, p.near, 0.2), mix('#2bb7b0', p.near, 0.2)) +
    portal(ink, x, foot, 210 * size, 270 * size, wall) +
    minaret(
      x + side * 262 * size,
      foot,
      between(r, 300, 390) * size,
      u,
      mix(wall, p.near, 0.2),
      mix('#2bb7b0', p.near, 0.2),
    )
  const ground = vertical(ink, [
    [0, mix(p.far, p.light, 0.25)],
    [0.3, mix(p.far, p.near, 0.45)],
    [1, p.near],
  ])
  const people = peopleBefore(ink, x, foot)
  const sunY = foot - 230 * u
  return [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        (night ? stars(ink, 120, foot * 0.8, p.light) : '') +
        glow(ink, x, sunY, 360 * u, p.light, 0.6) +
        disc(x - side * 70 * u, sunY - 60 * u, (night ? 42 : 74) * u, p.light) +
        birds(r, 7, w, foot * 0.35, 9 * u, p.near),
    },
    { name: 'town', depth: 0.2, body: behind + dome(ink, x - side * 330 * u, foot - 30 * u, 38 * u, back) },
    { name: 'square', depth: 0.5, body: group },
    {
      name: 'ground',
      depth: 0.7,
      body: `${ground.defs}<rect x="-9" y="${n(foot)}" width="${w + 18}" height="${h}" fill="${ground.fill}"/>`,
    },
    { name: 'people', depth: 0.85, body: people, motion: { kind: 'drift', xPerSec: -7 } },
  ]
}

/** A long viaduct over a valley with a lit train crossing it. */
export function train(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const deck = h * (ink.calm === 'top' ? 0.66 : 0.5)
  const night = lightness(p.sky[0]) < 0.18
  let arches = `M-9 ${n(deck)}H${w + 9}V${n(deck + 16 * u)}H-9Z`
  const span = 92 * u
  for (let x = -span * r(); x < w + span; x += span) {
    arches += `M${n(x - 8 * u)} ${n(deck)}H${n(x + 8 * u)}L${n(x + 13 * u)} ${h}H${n(x - 13 * u)}Z`
    arches += `M${n(x)} ${n(deck + 10 * u)}H${n(x + span)}V${n(deck + 60 * u)}Q${n(x + span / 2)} ${n(deck - 14 * u)} ${n(x)} ${n(deck + 60 * u)}Z`
  }
  const cars = whole(r, 4, 6)
  let body = ''
  for (let i = 0; i < cars; i += 1) {
    const x = -i * 128
    body +=
      i === 0
        ? `<path fill="${p.near}" d="M0 0V-44H-118V0ZM-4 0V-44C22-44 40-22 44 0Z"/><path fill="${p.light}" d="M8-36C18-32 26-24 30-17H8Z"/><path fill="${p.accent}" d="M-118-12H42V-7H-118Z"/>`
        : `<path fill="${p.near}" d="M${x} 0V-42H${x - 120}V0Z"/><path fill="${p.accent}" d="M${x} -12H${x - 120}V-8H${x}Z"/>`
    for (let k = 0; k < 6; k += 1) body += `<path fill="${p.light}" d="M${x - 14 - k * 17} -34h-11v15h11Z"/>`
  }
  const valley = ridgeLine(r, -9, w + 9, h * 0.93, h * 0.06)
  const sunX = w * ink.focus
  return [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        (night ? stars(ink, 100, deck * 0.8, p.light) : '') +
        glow(ink, sunX, deck - 110 * u, 330 * u, p.light, 0.7) +
        disc(sunX, deck - 110 * u, 78 * u, p.light),
    },
    {
      name: 'ridge0',
      depth: 0.12,
      body: path(
        polygonDown(ridgeLine(r, -9, w + 9, deck + 20 * u, h * 0.16), h),
        mix(p.sky[2], p.far, 0.45),
      ),
    },
    {
      name: 'ridge1',
      depth: 0.28,
      body: path(
        polygonDown(ridgeLine(r, -9, w + 9, deck + 120 * u, h * 0.12), h),
        mix(p.far, p.sky[1], 0.2),
      ),
    },
    {
      name: 'train',
      depth: 0.5,
      body: place(body, w * Math.min(0.82, ink.focus + 0.26), deck, 0.86 * u),
      motion: { kind: 'drift', xPerSec: 58 },
    },
    { name: 'viaduct', depth: 0.5, body: path(arches, mix(p.far, p.near, 0.72)) },
    { name: 'valley', depth: 1, body: path(polygonDown(valley, h), p.near) },
  ]
}

/** A dark hall, one open door, a long shadow. */
export function corridor(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const x = w * ink.focus
  const foot = h * (ink.calm === 'top' ? 0.74 : 0.56)
  const dw = between(r, 62, 84) * u
  const dh = between(r, 250, 310) * u
  const wall = vertical(ink, [
    [0, p.near],
    [0.6, mix(p.near, p.far, 0.55)],
    [1, mix(p.near, p.far, 0.3)],
  ])
  const beam = vertical(ink, [
    [0, p.light, 0.9],
    [1, p.accent, 0.05],
  ])
  const door = vertical(ink, [
    [0, mix(p.accent, p.light, 0.5)],
    [1, p.light],
  ])
  let lines = ''
  for (const k of [-3, -2, -1, 1, 2, 3])
    lines += `M${n(x + k * dw * 0.9)} ${n(foot)}L${n(x + k * w * 0.42)} ${h}`
  const shadow = `M${n(x - 16 * u)} ${n(foot + 20 * u)}L${n(x - 70 * u)} ${h}H${n(x + 40 * u)}L${n(x + 12 * u)} ${n(foot + 20 * u)}Z`
  return [
    {
      name: 'sky',
      depth: 0,
      body: `${wall.defs}<rect width="${w}" height="${h}" fill="${wall.fill}"/>${glow(ink, x, foot - dh / 2, h * 0.55, p.accent, 0.42)}`,
    },
    {
      name: 'floor',
      depth: 0.2,
      body: `<rect x="-9" y="${n(foot)}" width="${w + 18}" height="${h}" fill="${mix(p.near, p.far, 0.2)}"/>${stroke(lines, p.near, 2 * u, ' opacity=".6"')}${beam.defs}${path(`M${n(x - dw)} ${n(foot)}H${n(x + dw)}L${n(x + w * 0.44)} ${h}H${n(x - w * 0.44)}Z`, beam.fill)}`,
    },
    {
      name: 'door',
      depth: 0.2,
      body: `${door.defs}<rect x="${n(x - dw)}" y="${n(foot - dh)}" width="${n(dw * 2)}" height="${n(dh)}" fill="${door.fill}"/>${path(`M${n(x + dw)} ${n(foot - dh)}L${n(x + dw * 2.1)} ${n(foot - dh * 1.1)}V${n(foot + dh * 0.1)}L${n(x + dw)} ${n(foot)}Z`, mix(p.near, p.accent, 0.28))}`,
    },
    {
      name: 'figure',
      depth: 0.4,
      body:
        path(shadow, p.near, ' opacity=".75"') +
        place(pick(r, [man, woman])(p.near), x - 4 * u, foot + 26 * u, 1.9 * u),
    },
  ]
}
