import { birds, child, man, sailBoat, woman } from '#db/demo/painting/figures.ts'
import {
  disc,
  glow,
  n,
  path,
  place,
  polygonDown,
  radial,
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

function glintsOf(ink: Ink, x: number, level: number): string {
  const { h, r, u } = ink
  let glints = ''
  for (let i = 0; i < 42; i += 1) {
    const t = i / 41
    const long = between(r, 14, 60) * u * (0.5 + t * 1.6)
    const left = x - long / 2 + between(r, -1, 1) * (20 + 90 * t) * u
    glints += `<rect x="${n(left)}" y="${n(level + 6 * u + (h - level) * t * 0.8)}" width="${n(long)}" height="${n((1.5 + 4 * t) * u)}" rx="2" opacity="${n(between(r, 0.25, 0.8))}"/>`
  }
  return glints
}

function swell(ink: Ink, place: number, base: number, t: number): Layer {
  const { w, h, r, p, u } = ink
  const points: [number, number][] = []
  const step = between(r, 90, 130) * u * (0.7 + t)
  for (let x = -step * (1 + r()); x < w + step * 2; x += step) {
    points.push([x, base + (points.length % 2 === 0 ? -1 : 1) * (8 + 16 * t) * u])
  }
  const colour = mix(p.far, p.near, 0.25 + 0.7 * t)
  const line = smooth(points)
  return {
    name: `swell${place}`,
    depth: 0.25 + 0.75 * t,
    body:
      path(`${line}V${h + 30}H-${w}Z`, colour, ' fill-opacity=".93"') +
      stroke(line, mix(p.light, colour, 0.55), 2 * u, ' opacity=".6"'),
    motion: { kind: 'bob', byPx: 4 + place * 2, periodSec: 3.2 + place * 0.7 },
  }
}

/** The sea: a path of light to the sun, swells one behind another, a boat. */
export function sea(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const level = h * (ink.calm === 'top' ? 0.62 : 0.44)
  const x = w * ink.focus
  const sunR = between(r, 70, 120) * u
  const sunY = level - sunR * between(r, 0.2, 1.1)
  const layers: Layer[] = [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        (lightness(p.sky[0]) < 0.18 ? stars(ink, 80, level * 0.7, p.light) : '') +
        glow(ink, x, sunY, sunR * 3.4, p.light, 0.7) +
        disc(x, sunY, sunR, p.light) +
        birds(r, 6, w, level * 0.6, 10 * u, mix(p.near, p.far, 0.3)),
    },
  ]
  const water = vertical(ink, [
    [0, mix(p.sky[2], p.far, 0.45)],
    [0.4, p.far],
    [1, p.near],
  ])
  layers.push({
    name: 'water',
    depth: 0.1,
    body: `${water.defs}<rect x="-9" y="${n(level)}" width="${w + 18}" height="${h}" fill="${water.fill}"/><g fill="${p.light}">${glintsOf(ink, x, level)}</g>`,
  })
  for (let i = 0; i < 4; i += 1) {
    const t = i / 3
    const base = level + (h - level) * (0.24 + 0.6 * t)
    layers.push(swell(ink, i, base, t))
    if (i === 1) {
      layers.push({
        name: 'boat',
        depth: 0.45,
        body: place(
          sailBoat(p.near, mix(p.light, p.accent, 0.25)),
          x + between(r, -60, 60) * u,
          base + 20 * u,
          between(r, 1.2, 1.7) * u,
        ),
        motion: { kind: 'drift', xPerSec: 9 },
      })
    }
  }
  return layers
}

/** A great planet with its ring, moons, a small ship leaving a trail. */
export function space(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const cx = w * ink.focus + between(r, -60, 60) * u
  const cy = h * (ink.calm === 'top' ? 0.64 : 0.33)
  const big = between(r, 150, 215) * u
  const dark = mix(p.sky[0], '#000000', 0.35)
  const ball = radial(
    ink,
    [
      [0, mix(p.light, p.sky[2], 0.35)],
      [0.42, p.sky[2]],
      [0.78, p.far],
      [1, p.near],
    ],
    '.32 .3 .78',
  )
  const clip = ink.id()
  let bands = ''
  for (let i = 0; i < 8; i += 1)
    bands += `<ellipse cx="${n(cx)}" cy="${n(cy - big + (i + r()) * big * 0.25)}" rx="${n(big * 1.1)}" ry="${n(between(r, 3, 16) * u)}" fill="${pick(r, [p.near, p.light, p.accent])}" opacity="${n(between(r, 0.06, 0.2))}"/>`
  const tilt = whole(r, -28, -12)
  const ring = (half: 0 | 1): string =>
    `<g transform="rotate(${tilt} ${n(cx)} ${n(cy)})" fill="none">${[1.48, 1.62, 1.8].map((k, i) => `<path d="M${n(cx - big * k)} ${n(cy)}A${n(big * k)} ${n(big * k * 0.24)} 0 0 ${half} ${n(cx + big * k)} ${n(cy)}" stroke="${i === 1 ? p.accent : p.light}" stroke-opacity="${0.75 - i * 0.18}" stroke-width="${n((11 - i * 3) * u)}"/>`).join('')}</g>`
  const ship = `<path fill="${p.light}" d="M0-34C10-22 12-4 9 12H-9C-12-4-10-22 0-34Z"/><path fill="${p.accent}" d="M-9 2L-20 18L-8 13ZM9 2L20 18L8 13Z"/><path fill="${p.far}" d="M0-17a5 5 0 1 0 .1 0Z"/><path fill="${p.accent}" fill-opacity=".8" d="M-6 14Q0 62 6 14Z"/>`
  return [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink, [
          [0, dark],
          [0.6, p.sky[0]],
          [1, mix(p.sky[1], p.sky[0], 0.4)],
        ]) +
        glow(ink, w * 0.2, h * 0.75, h * 0.5, p.sky[1], 0.6) +
        glow(ink, w * 0.85, h * 0.2, h * 0.42, p.far, 0.55),
    },
    { name: 'stars', depth: 0.1, body: stars(ink, 170, h) },
    {
      name: 'planet',
      depth: 0.3,
      body: `${glow(ink, cx, cy, big * 1.7, p.sky[2], 0.4)}${ring(1)}${ball.defs}<clipPath id="${clip}"><circle cx="${n(cx)}" cy="${n(cy)}" r="${n(big)}"/></clipPath>${disc(cx, cy, big, ball.fill)}<g clip-path="url(#${clip})"><g transform="rotate(${tilt} ${n(cx)} ${n(cy)})">${bands}</g></g>${ring(0)}`,
    },
    {
      name: 'moons',
      depth: 0.5,
      body:
        disc(cx - big * 1.3, cy - big * 0.9, 22 * u, mix(p.light, p.far, 0.4)) +
        disc(cx + big * 1.2, cy + big * 1.1, 12 * u, p.accent),
    },
    {
      name: 'ship',
      depth: 0.8,
      body: `<g transform="rotate(${whole(r, 30, 60)} ${n(cx - big * 0.4)} ${n(cy + big * 1.25)})">${place(ship, cx - big * 0.4, cy + big * 1.25, 1.1 * u)}</g>`,
      motion: { kind: 'drift', xPerSec: 26 },
    },
  ]
}

function cloudBank(ink: Ink, y: number, size: number, colour: string, lit: string): string {
  const { w, r } = ink
  let back = ''
  let front = ''
  for (let x = -size; x < w + size; x += size * between(r, 0.35, 0.6)) {
    const radius = size * between(r, 0.45, 1)
    const cy = y + between(r, -0.25, 0.25) * size
    back += `M${n(x - radius)} ${n(cy)}a${n(radius)} ${n(radius)} 0 1 1 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 1 ${n(-radius * 2)} 0Z`
    front += `M${n(x - radius * 0.86)} ${n(cy + radius * 0.2)}a${n(radius * 0.86)} ${n(radius * 0.86)} 0 1 1 ${n(radius * 1.72)} 0a${n(radius * 0.86)} ${n(radius * 0.86)} 0 1 1 ${n(-radius * 1.72)} 0Z`
  }
  return path(back, lit) + path(front, colour)
}

/** A bolt from the cloud to the ground, and its twigs. */
function lightning(ink: Ink, x: number, top: number, level: number): { bolt: string; twig: string } {
  const { r, u } = ink
  let bolt = `M${n(x)} ${n(top)}`
  let [bx, by] = [x, top]
  let twig = ''
  while (by < level - 20 * u) {
    bx += between(r, -34, 40) * u
    by += between(r, 24, 58) * u
    bolt += `L${n(bx)} ${n(by)}`
    if (r() >= 0.4) continue
    twig += `M${n(bx)} ${n(by)}l${n(between(r, -60, 60) * u)} ${n(40 * u)}l${n(between(r, -40, 40) * u)} ${n(34 * u)}`
  }
  return { bolt, twig }
}

/** 120 slanted drops over the whole sheet, as one path. */
function rainLines({ w, h, r, u }: Ink): string {
  let rain = ''
  for (let i = 0; i < 120; i += 1)
    rain += `M${n(r() * w * 1.1)} ${n(r() * h)}l-14 ${n(between(r, 26, 60) * u)}`
  return rain
}

/** A house with a lit window. */
function litHouse({ p }: Ink): string {
  return `<path fill="${p.near}" d="M-44 20V-44L0-84L44-44V20ZM22-84H34V-52H22Z"/><path fill="${p.accent}" d="M-16-36H-2V-16H-16ZM4-36H18V-16H4Z"/>`
}

function strokesOf({ bolt, twig }: ReturnType<typeof lightning>, { p, u }: Ink): string {
  return (
    stroke(bolt, p.light, 5 * u) +
    stroke(bolt, '#ffffff', 2.2 * u) +
    stroke(twig, p.light, 2 * u, ' opacity=".8"')
  )
}

/** A storm over bare hills: banks of cloud, lightning, one lit window. */
export function storm(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const level = h * (ink.calm === 'top' ? 0.82 : 0.6)
  const x = w * ink.focus
  const top = ink.calm === 'top' ? h * 0.36 : h * 0.06
  const strike = lightning(ink, x - 70 * u, top, level)
  const hill = ridgeLine(r, -9, w + 9, level + 20 * u, h * 0.05, 0.45, 5)
  const rain = rainLines(ink)
  const flash = glow(ink, x - 40 * u, (top + level) / 2, h * 0.42, p.light, 0.85) + strokesOf(strike, ink)
  return [
    {
      name: 'sky',
      depth: 0,
      body: sky(ink, [
        [0, mix(p.sky[0], '#000000', 0.2)],
        [0.55, p.sky[1]],
        [0.9, p.sky[2]],
      ]),
    },
    {
      name: 'clouds0',
      depth: 0.1,
      body: cloudBank(ink, top - 10 * u, 120 * u, mix(p.sky[1], p.sky[0], 0.5), mix(p.sky[1], p.light, 0.25)),
      motion: { kind: 'drift', xPerSec: -9 },
    },
    { name: 'bolt', depth: 0.1, body: flash, motion: { kind: 'blink', everySec: 3.7, forSec: 0.34 } },
    {
      name: 'clouds1',
      depth: 0.2,
      body: cloudBank(
        ink,
        top - 120 * u,
        170 * u,
        mix(p.sky[0], '#000000', 0.1),
        mix(p.sky[0], p.sky[1], 0.6),
      ),
      motion: { kind: 'drift', xPerSec: -16 },
    },
    {
      name: 'far',
      depth: 0.4,
      body: path(polygonDown(ridgeLine(r, -9, w + 9, level, h * 0.08), h), mix(p.far, p.near, 0.35)),
    },
    {
      name: 'hill',
      depth: 0.7,
      body:
        glow(ink, x + 40 * u, level - 20 * u, 120 * u, p.accent, 0.5) +
        place(litHouse(ink), x + 40 * u, level + 4 * u, 1.1 * u) +
        path(polygonDown(hill, h), p.near),
    },
    {
      name: 'rain',
      depth: 0,
      body: stroke(rain, p.light, 1.3 * u, ' opacity=".28"'),
      motion: { kind: 'fall', pxPerSec: 640 },
    },
  ]
}

/** A mountain of cloud standing on (x, foot). */
function heap(ink: Ink, x: number, foot: number, size: number, tint: string, shade: string): string {
  const { r } = ink
  const g = vertical(ink, [
    [0, tint],
    [1, shade],
  ])
  let d = ''
  for (let i = 0; i < 26; i += 1) {
    const t = i / 25
    const rr = size * between(r, 0.16, 0.34) * (1.1 - t * 0.45)
    const cx = x + between(r, -1, 1) * size * (1 - t * 0.75)
    const cy = foot - t * size * 1.15
    d += `M${n(cx - rr)} ${n(cy)}a${n(rr)} ${n(rr)} 0 1 1 ${n(rr * 2)} 0a${n(rr)} ${n(rr)} 0 1 1 ${n(-rr * 2)} 0Z`
  }
  return g.defs + path(d, g.fill)
}

/** A summer sky with a mountain of cloud; someone small on a roof looks up. */
export function cumulus(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const floor = h * (ink.calm === 'top' ? 0.88 : 0.62)
  const x = w * ink.focus
  const roof = `M${n(x - 210 * u)} ${h}V${n(floor + 42 * u)}L${n(x - 20 * u)} ${n(floor)}L${n(x + 190 * u)} ${n(floor + 50 * u)}V${h}Z`
  let wires = ''
  for (let i = 0; i < 3; i += 1)
    wires += `M-9 ${n(floor - (60 - i * 16) * u)}Q${n(w / 2)} ${n(floor + (10 + i * 14) * u)} ${w + 9} ${n(floor - (90 - i * 18) * u)}`
  const kite = `<path fill="${p.accent}" d="M0-40L26 0L0 34L-26 0Z"/><path d="M0 34Q20 60 0 84Q-16 104 6 124" stroke="${p.accent}" stroke-width="3" fill="none"/>`
  const kx = x + 130 * u
  const ky = floor - h * (ink.calm === 'top' ? 0.3 : 0.42)
  return [
    {
      name: 'sky',
      depth: 0,
      body: sky(ink) + glow(ink, x + 120 * u, floor - h * 0.4, h * 0.4, p.light, 0.6),
    },
    {
      name: 'cloud0',
      depth: 0.12,
      body: heap(ink, x, floor - 30 * u, 330 * u, mix(p.light, p.sky[2], 0.3), mix(p.sky[2], p.sky[1], 0.5)),
      motion: { kind: 'drift', xPerSec: -4 },
    },
    {
      name: 'cloud1',
      depth: 0.2,
      body: heap(ink, x, floor + 10 * u, 230 * u, p.light, mix(p.light, p.far, 0.5)),
      motion: { kind: 'drift', xPerSec: -8 },
    },
    {
      name: 'kite',
      depth: 0.3,
      body:
        stroke(
          `M${n(x)} ${n(floor - 36 * u)}Q${n(x + 70 * u)} ${n((floor + ky) / 2 + 50 * u)} ${n(kx)} ${n(ky)}`,
          p.near,
          1.4 * u,
        ) + place(kite, kx, ky, 1.1 * u),
      motion: { kind: 'bob', byPx: 7, periodSec: 4 },
    },
    {
      name: 'town',
      depth: 0.5,
      body:
        path(polygonDown(ridgeLine(r, -9, w + 9, floor + 70 * u, h * 0.04), h), mix(p.far, p.near, 0.4)) +
        stroke(wires, p.near, 1.6 * u),
    },
    {
      name: 'roof',
      depth: 0.9,
      body:
        path(roof, p.near) + place(pick(r, [child, woman, man])(p.near), x - 12 * u, floor + 6 * u, 1.15 * u),
    },
  ]
}
