import { birds, camel, man, pine, plane, poplar, rider, woman, yurt } from '#db/demo/painting/figures.ts'
import {
  disc,
  glow,
  n,
  path,
  place,
  polygonDown,
  ridgeLine,
  sky,
  smooth,
  stars,
  stroke,
  vertical,
  type Ink,
  type Layer,
} from '#db/demo/painting/ink.ts'
import { lightness, mix } from '#db/demo/painting/palette.ts'
import { between, pick, whole } from '#db/demo/painting/random.ts'

function horizon(ink: Ink): number {
  return ink.h * (ink.calm === 'top' ? between(ink.r, 0.6, 0.68) : between(ink.r, 0.4, 0.48))
}

function luminary(ink: Ink, y: number): string {
  const x = ink.w * (ink.focus + between(ink.r, -0.16, 0.16))
  const radius = between(ink.r, 46, 92) * ink.u
  return glow(ink, x, y, radius * 4.2, ink.p.light, 0.75) + disc(x, y, radius, ink.p.light, ' opacity=".96"')
}

/** Ridges one behind another, mist lying between them, a rider or walker on the nearest. */
export function mountains(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const level = horizon(ink)
  const night = lightness(p.sky[0]) < 0.16
  const layers: Layer[] = [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        (night ? stars(ink, 90, level * 0.8, p.light) : '') +
        luminary(ink, level - between(r, 0.05, 0.24) * h),
    },
  ]
  const count = 5
  for (let i = 0; i < count; i += 1) {
    const t = i / (count - 1)
    const base = level + (h - level) * Math.pow(t, 1.25) * 0.72
    const amp = h * (0.17 - 0.1 * t)
    const colour = mix(mix(p.sky[2], p.far, 0.35 + t), p.near, Math.pow(t, 1.3))
    const g = vertical(ink, [
      [0, colour],
      [0.5, mix(colour, p.sky[2], 0.28 * (1 - t))],
      [1, mix(colour, p.sky[2], 0.5 * (1 - t))],
    ])
    const line = ridgeLine(r, -0.02 * w, 1.02 * w, base, amp, 0.48 + 0.06 * (1 - t), i < 3 ? 6 : 5)
    let body = g.defs + path(polygonDown(line, h), g.fill)
    if (i === count - 1) {
      for (let k = 0; k < 16 * (w / h); k += 1) {
        const [x, y] = pick(r, line)
        const tall = between(r, 0.5, 1.3) * u
        body += place(pine(p.near), x, y + 8 * u, tall * (Math.abs(x / w - ink.focus) < 0.12 ? 0.25 : 0.9))
      }
    }
    if (i === count - 2) {
      const spot = line.find(([x]) => x > w * (ink.focus - 0.03))
      if (spot)
        body += place(pick(r, [rider, man, rider])(p.near), spot[0], spot[1] + 4 * u, 0.62 * u, r() < 0.5)
    }
    layers.push({ name: `ridge${i}`, depth: 0.12 + t * 0.88, body })
  }
  return layers
}

function duneLine(ink: Ink, base: number, amp: number): [number, number][] {
  const points: [number, number][] = []
  const step = ink.w / whole(ink.r, 3, 4)
  let up = ink.r() < 0.5
  for (let x = -step; x <= ink.w + step; x += step * between(ink.r, 0.55, 0.9)) {
    points.push([x, base + (up ? -amp : amp * 0.5) * between(ink.r, 0.5, 1)])
    up = !up
  }
  points.push([ink.w + step, base])
  return points
}

/** Dunes with a lit and a shaded side under a great sun; a string of camels crosses them. */
export function caravan(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const level = horizon(ink)
  const sunX = w * ink.focus
  const sunR = between(r, 105, 150) * u
  const sunY = level - sunR * between(r, 0.35, 0.9)
  const layers: Layer[] = [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        glow(ink, sunX, sunY, sunR * 3, p.light, 0.6) +
        disc(sunX, sunY, sunR, mix(p.light, p.accent, 0.16)) +
        birds(r, 5, w * 0.5, level * 0.25, 11 * u, mix(p.near, p.far, 0.4)),
    },
  ]
  for (let i = 0; i < 4; i += 1) {
    const t = i / 3
    const base = level + (h - level) * (0.02 + 0.7 * Math.pow(t, 1.2))
    const line = smooth(duneLine(ink, base, h * (0.035 + 0.05 * t)))
    const lit = mix(mix(p.sky[2], p.far, 0.5 + 0.3 * t), p.near, t * 0.62)
    const g = vertical(
      ink,
      [
        [0, mix(lit, p.light, 0.35 * (1 - t))],
        [0.18, lit],
        [0.9, mix(lit, p.near, 0.6)],
      ],
      0.3,
    )
    let body = `${g.defs}${path(`${line}V${h + 9}H-${w}Z`, g.fill)}`
    body += stroke(line, mix(p.light, lit, 0.45), 1.6 * u, ` opacity="${n(0.7 - t * 0.5)}"`)
    layers.push({ name: `dune${i}`, depth: 0.15 + 0.85 * t, body })
    if (i === 1) layers.push(camels(ink, base + h * 0.045))
  }
  return layers
}

function camels(ink: Ink, y: number): Layer {
  const { p, u, r } = ink
  const scale = between(r, 0.62, 0.78) * u
  const count = whole(r, 3, 5)
  let body = ''
  for (let i = 0; i < count; i += 1) {
    const x = ink.w * ink.focus - (i - count / 2) * 118 * scale - 40 * scale
    body += place(
      camel(p.near, i % 2 === 0 ? p.accent : mix(p.accent, p.near, 0.5)),
      x,
      y + Math.sin(i * 1.3) * 5 * u,
      scale,
    )
  }
  body += place(
    man(p.near),
    ink.w * ink.focus + (count / 2 + 0.35) * 118 * scale - 30 * scale,
    y + 3 * u,
    scale * 0.74,
  )
  return { name: 'camels', depth: 0.3, body, motion: { kind: 'drift', xPerSec: 14 } }
}

/** The open plain: bars of cloud, a yurt with a lit door, a tree, a rider. */
export function steppe(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const level = ink.calm === 'top' ? h * between(r, 0.7, 0.76) : h * between(r, 0.5, 0.56)
  let clouds = ''
  for (let i = 0; i < 8; i += 1) {
    const y = level * between(r, 0.25, 0.96)
    const long = between(r, 0.25, 0.7) * w
    const x = between(r, -0.1, 0.8) * w
    clouds += `<rect x="${n(x)}" y="${n(y)}" width="${n(long)}" height="${n(between(r, 4, 18) * u)}" rx="${n(9 * u)}" fill="${mix(p.light, p.sky[2], r())}" opacity="${n(between(r, 0.3, 0.7))}"/>`
  }
  const far = path(polygonDown(ridgeLine(r, -9, w + 9, level + 4, h * 0.06), h), mix(p.sky[2], p.far, 0.7))
  const ground = vertical(ink, [
    [0, mix(p.far, p.sky[2], 0.25)],
    [0.35, p.far],
    [1, p.near],
  ])
  const x = w * ink.focus
  const camp =
    place(yurt(p.near, p.accent), x - 70 * u, level + 62 * u, 1.25 * u) +
    place(yurt(mix(p.near, p.far, 0.3), p.accent), x - 190 * u, level + 44 * u, 0.7 * u) +
    place(plane(p.near), x + 120 * u, level + 56 * u, 1.7 * u) +
    glow(ink, x - 70 * u, level + 52 * u, 90 * u, p.accent, 0.5)
  let grass = ''
  for (let i = 0; i < 110; i += 1) {
    const gx = r() * w
    const tall = between(r, 14, 52) * u
    grass += `M${n(gx)} ${h}q${n(between(r, -6, 6) * u)} ${n(-tall * 0.6)} ${n(between(r, -18, 18) * u)} ${n(-tall)}`
  }
  return [
    { name: 'sky', depth: 0, body: sky(ink) + luminary(ink, level - between(r, 0.08, 0.3) * h) },
    { name: 'clouds', depth: 0.08, body: clouds, motion: { kind: 'drift', xPerSec: -6 } },
    { name: 'far', depth: 0.2, body: far },
    {
      name: 'plain',
      depth: 0.45,
      body: `${ground.defs}<rect x="-9" y="${n(level + 22 * u)}" width="${w + 18}" height="${h}" fill="${ground.fill}"/>${camp}`,
    },
    {
      name: 'rider',
      depth: 0.7,
      body: place(rider(p.near), x + 30 * u, level + 150 * u, 1.5 * u, r() < 0.5),
      motion: { kind: 'drift', xPerSec: 22 },
    },
    { name: 'grass', depth: 1, body: stroke(grass, p.near, 2.2 * u) },
  ]
}

/** A road running to one point, poles beside it, tail lights ahead. */
export function road(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const level = horizon(ink)
  const x = w * ink.focus
  const ground = vertical(ink, [
    [0, mix(p.far, p.sky[2], 0.3)],
    [1, p.near],
  ])
  let poles = ''
  let marks = ''
  for (let i = 0; i < 9; i += 1) {
    const z = Math.pow(0.66, i)
    const px = x + (x < w / 2 ? 1 : -1) * 330 * u * z
    const py = level + (h - level) * z
    const tall = 420 * u * z
    poles += `M${n(px)} ${n(py)}V${n(py - tall)}M${n(px - 34 * u * z)} ${n(py - tall * 0.9)}H${n(px + 34 * u * z)}`
    const a = level + (h - level) * z
    const b = level + (h - level) * z * 0.84
    marks += `M${n(x - 7 * u * z)} ${n(a)}L${n(x + 7 * u * z)} ${n(a)}L${n(x + 6 * u * z)} ${n(b)}L${n(x - 6 * u * z)} ${n(b)}Z`
  }
  const car =
    `<path fill="${p.near}" d="M-30 0V-14C-30-19-27-22-22-23L-16-37C-15-40-12-41-9-41H9C12-41 15-40 16-37L22-23C27-22 30-19 30-14V0Z"/>` +
    `<path fill="${mix(p.light, p.sky[2], 0.4)}" d="M-14-25L-11-36H11L14-25Z"/><path fill="${p.accent}" d="M-28-17H-17V-11H-28ZM17-17H28V-11H17Z"/>`
  const carY = level + (h - level) * 0.2
  return [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        (lightness(p.sky[0]) < 0.16 ? stars(ink, 80, level * 0.8) : '') +
        luminary(ink, level - 30 * u),
    },
    {
      name: 'hills',
      depth: 0.15,
      body: path(polygonDown(ridgeLine(r, -9, w + 9, level + 8, h * 0.1), h), mix(p.far, p.sky[1], 0.3)),
    },
    {
      name: 'ground',
      depth: 0.3,
      body: `${ground.defs}<rect x="-9" y="${n(level)}" width="${w + 18}" height="${h}" fill="${ground.fill}"/>${path(`M${n(x - 3 * u)} ${n(level)}H${n(x + 3 * u)}L${n(x + 300 * u)} ${h}H${n(x - 300 * u)}Z`, mix(p.near, p.far, 0.22))}${path(marks, p.light, ' opacity=".85"')}${stroke(poles, p.near, 3.4 * u)}`,
    },
    {
      name: 'car',
      depth: 0.32,
      body: glow(ink, x, carY, 70 * u, p.accent, 0.7) + place(car, x + 26 * u, carY + 12 * u, 1.05 * u),
    },
  ]
}

/** Tall trunks with light falling between them and a small figure carrying a lantern. */
export function forest(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const x = w * ink.focus
  const layers: Layer[] = [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink, [
          [0, mix(p.sky[1], p.near, 0.4)],
          [0.55, mix(p.sky[2], p.sky[1], 0.3)],
          [1, p.sky[2]],
        ]) + glow(ink, x, h * 0.42, h * 0.62, p.light, 0.7),
    },
  ]
  for (let i = 0; i < 4; i += 1) {
    const t = i / 3
    let body = ''
    const count = Math.round((11 - i * 2.2) * (w / h) * 1.4)
    for (let k = 0; k < count; k += 1) {
      const tx = ((k + between(r, 0.1, 0.9)) / count) * w
      if (i > 1 && Math.abs(tx - x) < w * 0.15) continue
      const wide = between(r, 6, 15) * u * (0.6 + t * 2.4)
      const lean = between(r, -14, 14) * u
      body += `M${n(tx - wide / 2)} ${h}L${n(tx - wide * 0.36 + lean)} -9H${n(tx + wide * 0.36 + lean)}L${n(tx + wide * 0.62)} ${h}Z`
      const by = between(r, 0.05, 0.5) * h
      body += `M${n(tx)} ${n(by)}l${n((r() < 0.5 ? -1 : 1) * 60 * u * (0.5 + t))} ${n(-46 * u)}l4 5L${n(tx)} ${n(by + 14 * u)}Z`
    }
    const colour = mix(mix(p.sky[2], p.far, 0.3 + 0.5 * t), p.near, t * t)
    const floor = ridgeLine(r, -9, w + 9, h * (0.8 + 0.055 * i), h * 0.03)
    layers.push({
      name: `trunks${i}`,
      depth: 0.15 + 0.85 * t,
      body: path(body, colour) + path(polygonDown(floor, h), colour),
    })
    if (i === 1) {
      const foot = h * 0.87
      layers.push({
        name: 'walker',
        depth: 0.4,
        body:
          glow(ink, x + 20 * u, foot - 60 * u, 130 * u, p.accent, 0.85) +
          place(pick(r, [man, woman])(p.near), x, foot, 1.25 * u) +
          disc(x + 28 * u, foot - 48 * u, 7 * u, p.light),
      })
    }
  }
  return layers
}

/** A lane of poplars beside water, the far end open to the light. */
export function lane(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const level = horizon(ink)
  const x = w * ink.focus
  const layers: Layer[] = [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        luminary(ink, level - 40 * u) +
        path(polygonDown(ridgeLine(r, -9, w + 9, level + 6, h * 0.07), h), mix(p.sky[2], p.far, 0.6)),
    },
  ]
  const ground = vertical(ink, [
    [0, mix(p.far, p.sky[2], 0.35)],
    [0.5, p.far],
    [1, p.near],
  ])
  const water = vertical(ink, [
    [0, p.light],
    [0.4, p.sky[1]],
    [1, mix(p.sky[0], p.near, 0.4)],
  ])
  layers.push({
    name: 'ground',
    depth: 0.3,
    body: `${ground.defs}${water.defs}<rect x="-9" y="${n(level)}" width="${w + 18}" height="${h}" fill="${ground.fill}"/>${path(`M${n(x - 3)} ${n(level)}H${n(x + 6)}L${n(x + 190 * u)} ${h}H${n(x - 150 * u)}Z`, water.fill)}`,
  })
  for (let i = 6; i >= 0; i -= 1) {
    const z = Math.pow(0.64, i)
    const foot = level + (h - level) * z * 0.94
    const colour = mix(p.near, p.far, i / 7)
    const gap = 290 * u * z
    const tall = Math.min(9, (2.4 + between(r, 0, 1.6)) * z * 2.2) * u
    layers.push({
      name: `trees${i}`,
      depth: 0.3 + z * 0.7,
      body:
        place(poplar(colour), x - gap, foot, tall) +
        place(poplar(colour), x + gap * 1.15, foot, tall * between(r, 0.85, 1.1)),
    })
    if (i === 2)
      layers.push({
        name: 'walker',
        depth: 0.5,
        body: place(pick(r, [woman, man])(p.near), x + gap * 0.86, foot + 16 * u, 0.95 * u),
      })
  }
  return layers
}
