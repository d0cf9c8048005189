import { headdress, man, profile, child } from '#db/demo/painting/figures.ts'
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
  stars,
  stroke,
  vertical,
  type Ink,
  type Layer,
} from '#db/demo/painting/ink.ts'
import { lightness, mix } from '#db/demo/painting/palette.ts'
import { between, pick, whole } from '#db/demo/painting/random.ts'

const dresses = ['cap', 'beard', 'bun', 'scarf', 'long'] as const

function head(fill: string, hair: string, kind: (typeof dresses)[number]): string {
  const shoulders = 'M20 128C10 150-30 150-44 178V240H128V190C112 160 78 158 66 136Z'
  const parts = kind === 'beard' ? [headdress.cap, headdress.beard] : [headdress[kind]]
  return `<path fill="${fill}" d="${profile}"/><path fill="${hair}" d="${shoulders}"/>${parts.map((d) => `<path fill="${hair}" d="${d}"/>`).join('')}`
}

/** Two profiles cut from coloured paper, one behind the other, a disc of light between them. */
export function portrait(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const x = w * ink.focus
  const cy = h * (ink.calm === 'top' ? 0.58 : 0.36)
  const facing = r() < 0.5
  const [first, second] = [pick(r, dresses), pick(r, dresses)]
  const skin = mix(p.light, p.accent, 0.22)
  const back = place(
    head(mix(p.far, p.light, 0.35), mix(p.far, p.near, 0.35), first),
    x + (facing ? 200 : 120) * u,
    cy - 190 * u,
    2.35 * u,
    true,
  )
  const front = place(head(skin, p.near, second), x - (facing ? 205 : 130) * u, cy - 110 * u, 2.2 * u)
  const shade = (body: string): string =>
    `<g opacity=".28" transform="translate(${n(10 * u)} ${n(14 * u)})">${body.replaceAll(/fill="#[0-9a-f]{6}"/g, 'fill="#000000"')}</g>`
  let rays = ''
  for (let i = 0; i < 24; i += 1) {
    const a = (i / 24) * Math.PI * 2
    rays += `M${n(x)} ${n(cy)}L${n(x + Math.cos(a) * h)} ${n(cy + Math.sin(a) * h)}L${n(x + Math.cos(a + 0.12) * h)} ${n(cy + Math.sin(a + 0.12) * h)}Z`
  }
  return [
    {
      name: 'sky',
      depth: 0,
      body:
        sky(ink) +
        (r() < 0.5 ? path(rays, p.light, ' opacity=".09"') : '') +
        disc(x, cy - 20 * u, 205 * u, mix(p.accent, p.sky[2], 0.2)) +
        disc(x, cy - 20 * u, 165 * u, mix(p.light, p.accent, 0.25), ' opacity=".5"'),
    },
    { name: 'back', depth: 0.35, body: shade(back) + back },
    { name: 'front', depth: 0.75, body: shade(front) + front },
  ]
}

/** One great profile, and inside it a country: hills, a sun, birds, a walker. */
export function inside(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const clip = ink.id()
  const scale = 3.9 * u
  const mirror = r() < 0.5
  const cx = w * ink.focus
  const top = h * (ink.calm === 'top' ? 0.3 : 0.06)
  const where = `translate(${n(cx + (mirror ? 190 : -190) * u)} ${n(top)}) scale(${mirror ? '-' : ''}${scale.toFixed(3)} ${scale.toFixed(3)})`
  const inner = sky(ink)
  const level = top + 330 * u
  let hills = ''
  for (let i = 0; i < 4; i += 1)
    hills += path(
      polygonDown(ridgeLine(r, -9, w + 9, level + i * 62 * u, 90 * u), h * 1.2),
      mix(mix(p.sky[2], p.far, 0.5), p.near, i / 3.4),
    )
  const pale = lightness(p.type) > 0.5
  const ground = pale ? mix(p.near, p.sky[0], 0.35) : mix('#f4ecdd', p.sky[2], 0.35)
  const kind = pick(r, ['bun', 'cap', 'long', 'scarf'] as const)
  const body = `<clipPath id="${clip}"><path transform="${where}" d="${profile}"/><path transform="${where}" d="${headdress[kind]}"/><path transform="${where}" d="M20 128C10 150-30 150-44 178V300H128V190C112 160 78 158 66 136Z"/></clipPath><g clip-path="url(#${clip})">${inner}${stars(ink, 40, level)}${glow(ink, cx, level - 60 * u, 220 * u, p.light, 0.8)}${disc(cx + between(r, -50, 50) * u, level - 70 * u, 52 * u, p.light)}${hills}${place(man(p.near), cx, level + 120 * u, 0.9 * u)}</g>`
  return [
    {
      name: 'sky',
      depth: 0,
      body: `<rect width="${w}" height="${h}" fill="${ground}"/>${glow(ink, cx, top + 260 * u, h * 0.55, pale ? p.sky[1] : '#ffffff', 0.6)}`,
    },
    { name: 'head', depth: 0.3, body },
  ]
}

const things: Record<string, (a: string, b: string, c: string) => string> = {
  teapot: (a, b, c) =>
    `<path fill="${a}" d="M-70-10C-76-70-40-96 0-96C40-96 76-70 70-10C64 30 40 46 0 46C-40 46-64 30-70-10Z"/><path fill="none" stroke="${a}" stroke-width="13" d="M-66-50C-120-60-116 20-58 16"/><path fill="${a}" d="M62-20C92-24 90-66 112-80L122-70C106-52 112 2 58 14Z"/><path fill="${b}" d="M-34-92C-30-108 30-108 34-92ZM0-124a10 10 0 1 0 .1 0Z"/><path fill="${c}" d="M0-66L14-36L44-24L14-12L0 18L-14-12L-44-24L-14-36Z"/><path fill="${b}" d="M-40 44H40L46 54H-46Z"/>`,
  pomegranate: (a, b, c) =>
    `<path fill="${a}" d="M0-80C60-84 96-44 90 4C84 52 44 76 0 76C-44 76-84 52-90 4C-96-44-60-84 0-80Z"/><path fill="${a}" d="M-20-76L-30-116L-10-98L0-122L10-98L30-116L20-76Z"/><path fill="${b}" d="M10-52C58-40 74 0 60 40C40 64 10 58-6 34C-22 4-12-34 10-52Z"/>${[
      [20, -28],
      [38, -14],
      [18, -4],
      [40, 10],
      [22, 20],
      [4, 6],
      [6, 30],
      [30, 38],
      [50, 30],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9.5" fill="${c}"/>`)
      .join('')}`,
  key: (a, b, c) =>
    `<path fill="${a}" fill-rule="evenodd" d="M0-120a46 46 0 1 1-.1 0ZM0-100a26 26 0 1 0 .1 0Z"/><path fill="${a}" d="M-9-30H9V100H-9ZM9 60H44V76H30V88H9ZM9 28H34V44H9Z"/><path fill="${b}" d="M-16-34H16V-20H-16Z"/><path fill="${c}" d="M0-84L6-70L0-58L-6-70Z"/>`,
  ball: (a, b, c) =>
    `<circle r="92" fill="${a}"/><path fill="${b}" d="M0-34L32-10L20 28H-20L-32-10ZM0-92L24-78L0-62L-24-78ZM88-28L84 4L64-12L70-40ZM54 74L28 70L36 46L62 44ZM-54 74L-62 44L-36 46L-28 70ZM-88-28L-70-40L-64-12L-84 4Z"/><path d="M0-62V-34M64-12L32-10M36 46L20 28M-36 46L-20 28M-64-12L-32-10" stroke="${b}" stroke-width="5"/><path fill="${c}" fill-opacity=".25" d="M-60-70A92 92 0 0 0-60 70A110 110 0 0 1-60-70Z"/>`,
  rook: (a, b, c) =>
    `<path fill="${a}" d="M-56-104H-30V-84H-13V-104H13V-84H30V-104H56V-62L38-44L44 44H-44L-38-44L-56-62Z"/><path fill="${b}" d="M-58 48H58L72 86H-72Z"/><path fill="${c}" d="M-12 44V8C-12-10 12-10 12 8V44Z"/>`,
  bicycle: (a, b, c) =>
    `<g fill="none" stroke="${a}" stroke-width="8"><circle cx="-72" cy="30" r="50"/><circle cx="72" cy="30" r="50"/></g><path fill="none" stroke="${b}" stroke-width="8" stroke-linejoin="round" stroke-linecap="round" d="M-72 30L-34-48H42L72 30M-34-48L-6 30L42-48M-72 30H-6M42-48L34-82H60M-34-48L-40-68"/><path fill="${c}" d="M-62-76H-18V-66H-50ZM-6 18a12 12 0 1 1-.1 0Z"/>`,
  radio: (a, b, c) =>
    `<path stroke="${b}" stroke-width="5" d="M60-64L96-130"/><rect x="-106" y="-66" width="212" height="132" rx="18" fill="${a}"/><circle cx="-46" r="46" fill="${b}"/><g fill="none" stroke="${c}" stroke-width="3"><circle cx="-46" r="36"/><circle cx="-46" r="25"/><circle cx="-46" r="13"/></g><rect x="18" y="-44" width="70" height="32" rx="5" fill="${c}"/><path d="M58-44V-12" stroke="${a}" stroke-width="4"/><circle cx="36" cy="28" r="14" fill="${b}"/><circle cx="74" cy="28" r="14" fill="${b}"/>`,
  plane: (a, b, c) =>
    `<path fill="${a}" d="M-120 26L112-66L34 76L-6 40Z"/><path fill="${b}" d="M-120 26L112-66L-34 32ZM-34 32L112-66L-16 88Z"/><path fill="${c}" d="M-34 32L-16 88L-6 40Z"/>`,
  clock: (a, b, c) =>
    `<path fill="${b}" d="M-70 78L-52 52L-34 66L-52 96ZM70 78L52 52L34 66L52 96ZM-76-56A44 44 0 0 1-20-92ZM76-56A44 44 0 0 0 20-92Z"/><circle r="84" fill="${a}"/><circle r="66" fill="${c}"/><path d="M0-44V0L30 22" fill="none" stroke="${a}" stroke-width="9" stroke-linecap="round"/><path d="M0-62V-54M0 62V54M-62 0H-54M62 0H54" stroke="${b}" stroke-width="6"/>`,
  camera: (a, b, c) =>
    `<circle cx="-34" cy="-72" r="40" fill="${a}"/><circle cx="44" cy="-66" r="32" fill="${a}"/><circle cx="-34" cy="-72" r="13" fill="${c}"/><circle cx="44" cy="-66" r="10" fill="${c}"/><rect x="-84" y="-36" width="150" height="92" rx="12" fill="${b}"/><path fill="${a}" d="M66-6L108-32V52L66 26Z"/><circle cx="-8" cy="10" r="28" fill="${c}"/><circle cx="-8" cy="10" r="14" fill="${a}"/>`,
}

/** One thing, very large, on a plain ground: for comedies and true stories. */
export function thing(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const x = w * ink.focus
  const cy = h * (ink.calm === 'top' ? 0.62 : 0.36)
  const draw = things[ink.subject ?? pick(r, Object.keys(things))]
  const stripes = whole(r, 0, 2)
  let ground = ''
  if (stripes === 0) ground = `<rect y="${n(cy + 110 * u)}" width="${w}" height="${h}" fill="${p.far}"/>`
  if (stripes === 1)
    for (let i = 0; i < 30; i += 1)
      ground += path(
        `M${n(x)} ${n(cy)}L${n(x + Math.cos((i * Math.PI) / 15) * h * 1.4)} ${n(cy + Math.sin((i * Math.PI) / 15) * h * 1.4)}L${n(x + Math.cos(((i + 0.5) * Math.PI) / 15) * h * 1.4)} ${n(cy + Math.sin(((i + 0.5) * Math.PI) / 15) * h * 1.4)}Z`,
        p.sky[2],
        ' opacity=".45"',
      )
  if (stripes === 2)
    for (let i = 5; i > 0; i -= 1)
      ground += disc(x, cy, i * 92 * u, i % 2 === 0 ? p.sky[1] : p.sky[2], ' opacity=".6"')
  const lift = 2 * u
  const body = draw === undefined ? '' : draw(p.accent, p.near, p.light)
  return [
    { name: 'sky', depth: 0, body: `<rect width="${w}" height="${h}" fill="${p.sky[1]}"/>${ground}` },
    {
      name: 'shadow',
      depth: 0.3,
      body: `<ellipse cx="${n(x + 10 * u)}" cy="${n(cy + 128 * u)}" rx="${n(180 * u)}" ry="${n(22 * u)}" fill="${p.near}" opacity=".32"/>`,
    },
    {
      name: 'thing',
      depth: 0.5,
      body: `<g transform="rotate(${whole(r, -9, 9)} ${n(x)} ${n(cy)})">${place(body, x, cy, 1.5 * lift * 0.62)}</g>`,
      motion: { kind: 'bob', byPx: 8, periodSec: 3 },
    },
  ]
}

/** A maze of broken rings with somebody in the middle. */
export function maze(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const x = w * ink.focus
  const cy = h * (ink.calm === 'top' ? 0.62 : 0.38)
  let rings = ''
  for (let i = 1; i <= 9; i += 1) {
    const radius = (40 + i * 29) * u
    let a = r() * Math.PI * 2
    const end = a + Math.PI * 2
    while (a < end - 0.35) {
      const b = Math.min(end - 0.2, a + between(r, 0.7, 2.4))
      rings += `M${n(x + Math.cos(a) * radius)} ${n(cy + Math.sin(a) * radius)}A${n(radius)} ${n(radius)} 0 ${b - a > Math.PI ? 1 : 0} 1 ${n(x + Math.cos(b) * radius)} ${n(cy + Math.sin(b) * radius)}`
      if (r() < 0.5)
        rings += `L${n(x + Math.cos(b) * (radius + 29 * u))} ${n(cy + Math.sin(b) * (radius + 29 * u))}`
      a = b + 0.26
    }
  }
  const thread = `M${n(x)} ${n(cy + 6 * u)}C${n(x + 120 * u)} ${n(cy + 60 * u)} ${n(x - 190 * u)} ${n(cy + 130 * u)} ${n(x - 60 * u)} ${n(cy + 230 * u)}S${n(x + 180 * u)} ${n(cy + 250 * u)} ${n(x + 130 * u)} ${n(h)}`
  const g = radial(
    ink,
    [
      [0, p.sky[2]],
      [0.4, p.sky[1]],
      [1, p.sky[0]],
    ],
    `${(x / w).toFixed(2)} ${(cy / h).toFixed(2)} .6`,
  )
  return [
    { name: 'sky', depth: 0, body: `${g.defs}<rect width="${w}" height="${h}" fill="${g.fill}"/>` },
    { name: 'rings', depth: 0.3, body: stroke(rings, p.near, 9 * u) },
    {
      name: 'thread',
      depth: 0.3,
      body:
        stroke(thread, p.accent, 4 * u) +
        glow(ink, x, cy, 90 * u, p.light, 0.8) +
        place(pick(r, [man, child])(p.near), x, cy + 34 * u, 0.72 * u),
    },
  ]
}

/** The front of a house at night: every window another small life. */
export function windows(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const dark = lightness(p.near) < 0.3 ? p.near : mix(p.near, '#000000', 0.4)
  const cell = between(r, 112, 132) * u
  const columns = Math.ceil(w / cell)
  let body = ''
  for (let gy = 0; gy * cell * 1.22 < h; gy += 1) {
    for (let gx = 0; gx < columns; gx += 1) {
      const x = gx * cell + cell * 0.18
      const y = gy * cell * 1.22 + cell * 0.22
      const [bw, bh] = [cell * 0.64, cell * 0.82]
      const lit = r() < 0.45
      const fill = lit ? mix(pick(r, [p.light, p.accent, p.sky[2]]), p.light, 0.25) : mix(p.far, dark, 0.62)
      body += `<rect x="${n(x)}" y="${n(y)}" width="${n(bw)}" height="${n(bh)}" rx="4" fill="${fill}"/>`
      if (lit && r() < 0.75) {
        const id = ink.id()
        body += `<clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(bw)}" height="${n(bh)}"/></clipPath><g clip-path="url(#${id})">${place(pick(r, [man, child, man])(dark), x + bw * between(r, 0.3, 0.7), y + bh * 1.22, bh * 0.0105)}</g>`
      }
      body += stroke(
        `M${n(x + bw / 2)} ${n(y)}V${n(y + bh)}M${n(x)} ${n(y + bh * 0.36)}H${n(x + bw)}`,
        dark,
        3 * u,
      )
      body += `<rect x="${n(x - 6 * u)}" y="${n(y + bh)}" width="${n(bw + 12 * u)}" height="${n(7 * u)}" fill="${mix(p.far, dark, 0.3)}"/>`
    }
  }
  const g = vertical(
    ink,
    ink.calm === 'top'
      ? [
          [0, dark, 0.94],
          [0.36, dark, 0.7],
          [0.6, dark, 0],
        ]
      : [
          [0.35, dark, 0],
          [0.62, dark, 0.72],
          [1, dark, 0.97],
        ],
  )
  return [
    {
      name: 'sky',
      depth: 0,
      body: `<rect width="${w}" height="${h}" fill="${mix(p.far, dark, 0.5)}"/>${body}${g.defs}<rect width="${w}" height="${h}" fill="${g.fill}"/>`,
    },
  ]
}
