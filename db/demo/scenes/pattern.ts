import { child, man, woman } from '#db/demo/painting/figures.ts'
import {
  disc,
  glow,
  n,
  path,
  place,
  radial,
  sky,
  stroke,
  vertical,
  type Ink,
  type Layer,
} from '#db/demo/painting/ink.ts'
import { lightness, mix } from '#db/demo/painting/palette.ts'
import { between, pick, whole } from '#db/demo/painting/random.ts'

function star(cx: number, cy: number, outer: number, inner: number, points: number, turn = 0): string {
  let d = ''
  for (let i = 0; i < points * 2; i += 1) {
    const a = turn + (i * Math.PI) / points
    const radius = i % 2 === 0 ? outer : inner
    d += `${i === 0 ? 'M' : 'L'}${n(cx + Math.cos(a) * radius)} ${n(cy + Math.sin(a) * radius)}`
  }
  return `${d}Z`
}

/** A tiled wall of eight-pointed stars and crosses, lit from one point, a great medallion over it. */
export function girih(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const cx = w * ink.focus
  const cy = h * (ink.calm === 'top' ? 0.62 : 0.36)
  const cell = between(r, 82, 112) * u
  const reach = Math.max(w, h) * 0.75
  const [big8, small8] = [ink.id(), ink.id()]
  let body = `<defs><path id="${big8}" d="${star(0, 0, cell * 0.5, cell * 0.3827, 8)}"/><path id="${small8}" opacity=".8" d="${star(0, 0, cell * 0.24, cell * 0.13, 8)}"/></defs>`
  for (let gy = -1; gy * cell < h + cell; gy += 1) {
    for (let gx = -1; gx * cell < w + cell; gx += 1) {
      const x = cx + (gx - Math.floor(cx / cell)) * cell
      const y = cy + (gy - Math.floor(cy / cell)) * cell
      const near = Math.max(0, 1 - Math.hypot(x - cx, y - cy) / reach)
      const tone = mix(mix(p.sky[0], p.sky[1], near), p.sky[2], near * near * 0.8)
      const at = `x="${n(x)}" y="${n(y)}"`
      body += `<use href="#${big8}" ${at} fill="${mix(tone, r() < 0.18 ? p.accent : p.far, 0.35 * r())}"/><use href="#${small8}" ${at} fill="${mix(tone, p.light, 0.2 + near * 0.4)}"/>`
    }
  }
  const points = pick(r, [10, 12, 16])
  const big = between(r, 150, 190) * u
  let medal =
    disc(cx, cy, big * 1.16, mix(p.near, p.sky[0], 0.3)) +
    stroke(star(cx, cy, big * 1.08, big * 0.94, points * 2), p.accent, 2.5 * u)
  const fills = [p.far, p.accent, mix(p.sky[1], p.near, 0.3), p.light, p.near]
  fills.forEach((fill, i) => {
    const k = 1 - i * 0.19
    medal += path(
      star(cx, cy, big * k, big * k * between(r, 0.62, 0.82), points, (i % 2) * (Math.PI / points)),
      fill,
    )
  })
  const g = radial(
    ink,
    [
      [0, p.light, 0.25],
      [0.5, p.near, 0],
      [1, p.near, 0.82],
    ],
    `${(cx / w).toFixed(2)} ${(cy / h).toFixed(2)} .75`,
  )
  return [
    {
      name: 'sky',
      depth: 0,
      body: `<rect width="${w}" height="${h}" fill="${mix(p.sky[0], p.near, 0.4)}"/>${body}${g.defs}<rect width="${w}" height="${h}" fill="${g.fill}"/>`,
    },
    { name: 'medal', depth: 0.25, body: glow(ink, cx, cy, big * 2, p.light, 0.45) + medal },
    {
      name: 'figure',
      depth: 0.5,
      body: place(
        pick(r, [man, woman])(lightness(p.near) < 0.3 ? p.near : '#1a1216'),
        cx,
        cy + big * 1.45,
        1.5 * u,
      ),
    },
  ]
}

/** One ikat motif about (0, 0): a lens whose edge is feathered thread by thread, as tied warps are. */
function abr(ink: Ink, half: number, tall: number): string {
  const thread = 5 * ink.u
  let left = ''
  let right = ''
  const rows = Math.floor((tall * 2) / thread)
  for (let i = 0; i <= rows; i += 1) {
    const t = (i / rows) * 2 - 1
    const lens = Math.pow(1 - Math.abs(t), 0.7) * half
    const edge = Math.max(0, lens + between(ink.r, -0.07, 0.07) * half)
    const y = t * tall
    right += `L${n(edge)} ${n(y)}v${n(thread)}`
    left = `L${n(-edge)} ${n(y + thread)}v${n(-thread)}${left}`
  }
  return `M0 ${n(-tall)}${right}${left}Z`
}

/** Darkens the side of the sheet on which the title stands. */
function shadeUnderTitle(ink: Ink) {
  const { near } = ink.p
  return vertical(
    ink,
    ink.calm === 'top'
      ? [
          [0, near, 0.86],
          [0.42, near, 0.5],
          [0.7, near, 0],
        ]
      : [
          [0.35, near, 0],
          [0.62, near, 0.6],
          [1, near, 0.96],
        ],
  )
}

/** A length of ikat silk hanging the whole sheet, a figure cut out of paper before it. */
export function ikat(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const columns = Math.max(3, Math.round((w / h) * 5))
  const step = w / columns
  let cloth = `<rect width="${w}" height="${h}" fill="${p.sky[1]}"/>`
  const kind = whole(r, 0, 2)
  const tall = between(r, 90, 140) * u
  // Two weavings of every size, used over and over: the sheet stays light and no row repeats its neighbour.
  const sizes = [0.96, 0.68, 0.42, 0.2]
  const ids = sizes.map(() => [ink.id(), ink.id()])
  cloth += `<defs>${sizes.map((size, i) => (ids[i] ?? []).map((id) => `<path id="${id}" d="${abr(ink, step * size * 0.49, tall * size)}"/>`).join('')).join('')}</defs>`
  for (let c = 0; c < columns; c += 1) {
    const cx = (c + 0.5) * step
    const odd = (c + kind) % 2
    if (c % 2 === 1)
      cloth += `<rect x="${n(cx - step / 2)}" width="${n(step)}" height="${h}" fill="${mix(p.sky[1], p.sky[0], 0.35)}"/>`
    const fills = [
      odd === 0 ? p.accent : p.near,
      p.light,
      odd === 0 ? p.far : p.sky[2],
      kind === 1 ? p.near : undefined,
    ]
    for (let y = (c % 2) * tall, row = c; y < h + tall; y += tall * 2, row += 1) {
      fills.forEach((fill, i) => {
        if (fill !== undefined)
          cloth += `<use href="#${ids[i]?.[row % 2]}" x="${n(cx)}" y="${n(y)}" fill="${fill}"/>`
      })
    }
  }
  const x = w * ink.focus
  const g = shadeUnderTitle(ink)
  const cy = h * (ink.calm === 'top' ? 0.66 : 0.34)
  return [
    { name: 'sky', depth: 0, body: `${cloth}${g.defs}<rect width="${w}" height="${h}" fill="${g.fill}"/>` },
    {
      name: 'moon',
      depth: 0.2,
      body:
        disc(x, cy, 168 * u, mix(p.near, '#000000', 0.2), ' opacity=".35"') +
        disc(x, cy - 6 * u, 160 * u, p.light),
    },
    {
      name: 'pair',
      depth: 0.5,
      body:
        place(woman(p.near), x - 46 * u, cy + 150 * u, 2.3 * u) +
        place(man(mix(p.near, p.accent, 0.12)), x + 44 * u, cy + 150 * u, 2.45 * u),
    },
  ]
}

/** Heads and raised hands before the stage, as one path. */
function crowdBelow({ w, h, r, u }: Ink, floor: number): string {
  let crowd = `M-9 ${n(floor + 150 * u)}H${w + 9}V${h}H-9Z`
  for (let i = 0; i < 34 * (w / h); i += 1) {
    const cx = r() * w
    const cy = floor + between(r, 40, 190) * u
    const s = between(r, 20, 34) * u
    crowd += `M${n(cx - s)} ${n(cy)}a${n(s)} ${n(s * 1.1)} 0 1 1 ${n(s * 2)} 0V${h}H${n(cx - s)}Z`
    if (r() < 0.5)
      crowd += `M${n(cx + s)} ${n(cy + 30 * u)}l${n(s * 0.4)} ${n(-s * 3)}l${n(s * 0.5)} ${n(-s * 0.1)}l${n(s * 0.1)} ${n(s * 3.3)}Z`
  }
  return crowd
}

/** A concert: beams of light, a player with a long-necked lute, raised hands below. */
export function stage(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const x = w * ink.focus
  const floor = h * (ink.calm === 'top' ? 0.8 : 0.6)
  let beams = ''
  let defs = ''
  const count = whole(r, 5, 8)
  for (let i = 0; i < count; i += 1) {
    const from = (i + 0.5) * (w / count)
    const to = x + between(r, -0.9, 0.9) * w * 0.5
    const wide = between(r, 50, 110) * u
    const g = vertical(ink, [
      [0, i % 2 === 0 ? p.accent : p.light, 0.75],
      [1, p.light, 0],
    ])
    defs += g.defs
    beams += path(
      `M${n(from - 8 * u)} -9H${n(from + 8 * u)}L${n(to + wide)} ${n(floor)}H${n(to - wide)}Z`,
      g.fill,
    )
  }
  const player = `${r() < 0.5 ? man(p.near) : woman(p.near)}<path d="M-16-44L44-92" stroke="${p.near}" stroke-width="4" stroke-linecap="round"/><path fill="${p.accent}" stroke="${p.near}" stroke-width="2" d="M-30-33C-30-46-16-54-8-48C-2-42-8-28-18-25C-25-24-30-27-30-33Z"/>`
  const crowd = crowdBelow(ink, floor)
  let notes = ''
  for (let i = 0; i < 40; i += 1)
    notes += disc(
      r() * w,
      r() * floor,
      between(r, 1.5, 5) * u,
      r() < 0.5 ? p.light : p.accent,
      ` opacity="${n(between(r, 0.2, 0.8))}"`,
    )
  return [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink, [
          [0, mix(p.sky[0], '#000000', 0.3)],
          [0.7, p.sky[1]],
          [1, p.sky[2]],
        ]) +
        defs +
        beams,
    },
    { name: 'sparks', depth: 0.2, body: notes, motion: { kind: 'bob', byPx: 14, periodSec: 3 } },
    {
      name: 'player',
      depth: 0.4,
      body:
        glow(ink, x, floor - 120 * u, 260 * u, p.light, 0.8) +
        `<ellipse cx="${n(x)}" cy="${n(floor)}" rx="${n(230 * u)}" ry="${n(20 * u)}" fill="${p.light}" opacity=".5"/>` +
        place(player, x, floor + 4 * u, 2.7 * u),
    },
    { name: 'crowd', depth: 1, body: path(crowd, p.near), motion: { kind: 'bob', byPx: 6, periodSec: 0.96 } },
  ]
}

/** A branch from one edge of the sheet, dividing until its twigs are thin, in flower. */
function branchOf(ink: Ink): string {
  const { w, h, r, p, u } = ink
  const side = r() < 0.5 ? 1 : -1
  const startX = side > 0 ? w : 0
  let wood = ''
  let bloom = ''
  const branch = (bx: number, by: number, angle: number, long: number, thick: number): void => {
    const ex = bx + Math.cos(angle) * long
    const ey = by + Math.sin(angle) * long
    wood += stroke(
      `M${n(bx)} ${n(by)}Q${n((bx + ex) / 2)} ${n((by + ey) / 2 - 14 * u)} ${n(ex)} ${n(ey)}`,
      mix(p.near, p.far, 0.1),
      thick,
    )
    for (let i = 0; i < 4; i += 1) {
      const t = r()
      bloom += disc(
        bx + (ex - bx) * t + between(r, -20, 20) * u,
        by + (ey - by) * t + between(r, -18, 18) * u,
        between(r, 6, 15) * u,
        pick(r, [p.light, mix(p.light, p.accent, 0.25), mix(p.light, p.accent, 0.55)]),
      )
    }
    if (thick < 3 * u) return
    branch(ex, ey, angle + between(r, 0.15, 0.6), long * 0.72, thick * 0.62)
    branch(ex, ey, angle - between(r, 0.15, 0.6), long * 0.72, thick * 0.62)
  }
  branch(
    startX + side * 20 * u,
    h * (ink.calm === 'top' ? 0.46 : 0.16),
    side > 0 ? Math.PI - 0.1 : 0.1,
    170 * u,
    17 * u,
  )
  return `${wood}<g opacity=".94">${bloom}</g>`
}

/** A flowering branch, petals in the air, two people under it. */
export function blossom(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const x = w * ink.focus
  const floor = h * (ink.calm === 'top' ? 0.86 : 0.62)
  const branch = branchOf(ink)
  let petals = ''
  for (let i = 0; i < 34; i += 1)
    petals += `<ellipse cx="${n(r() * w)}" cy="${n(r() * h)}" rx="${n(between(r, 3, 7) * u)}" ry="${n(between(r, 2, 4) * u)}" transform="rotate(${whole(r, 0, 90)} ${n(w / 2)} ${n(h / 2)})" opacity="${n(between(r, 0.5, 1))}"/>`
  const hill = `M-9 ${n(floor + 20 * u)}Q${n(x)} ${n(floor - 34 * u)} ${w + 9} ${n(floor + 30 * u)}V${h}H-9Z`
  const parasol = `<path fill="${p.accent}" d="M-50-92C-34-130 34-130 50-92Z"/><path d="M0-120V-50" stroke="${p.near}" stroke-width="2.5"/>`
  return [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        glow(ink, x, floor - 190 * u, 330 * u, p.light, 0.8) +
        disc(x, floor - 190 * u, 110 * u, mix(p.light, p.sky[2], 0.2)),
    },
    {
      name: 'hill',
      depth: 0.4,
      body:
        path(hill, mix(p.far, p.near, 0.55)) +
        place(woman(p.near) + place(parasol, 24, 0, 1), x - 20 * u, floor + 6 * u, 1.5 * u) +
        place(pick(r, [man, man, child])(p.near), x + 46 * u, floor + 8 * u, 1.62 * u),
    },
    { name: 'branch', depth: 0.8, body: branch },
    {
      name: 'petals',
      depth: 0.9,
      body: `<g fill="${mix(p.light, p.accent, 0.3)}">${petals}</g>`,
      motion: { kind: 'fall', pxPerSec: 60 },
    },
  ]
}
