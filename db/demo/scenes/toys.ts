import { birds } from '#db/demo/painting/figures.ts'
import { disc, n, path, place, sky, stroke, type Ink, type Layer } from '#db/demo/painting/ink.ts'
import { mix } from '#db/demo/painting/palette.ts'
import { between, pick, whole } from '#db/demo/painting/random.ts'

type Beast = (body: string, shade: string, light: string, ink: string) => string

function eye(x: number, y: number, ink: string): string {
  return `<circle cx="${x}" cy="${y}" r="9" fill="#fff"/><circle cx="${x + 2}" cy="${y + 1}" r="5" fill="${ink}"/>`
}

// Each beast stands on y = 0, about 200 high.
const beasts: Record<string, Beast> = {
  bird: (b, s, l, k) =>
    `<path fill="${s}" d="M-60-60L-150-96L-128-66L-150-40L-70-34Z"/><circle cy="-100" r="92" fill="${b}"/><path fill="${l}" d="M-58-70C-40-20 50-20 66-80C40-60-20-60-58-70Z"/><path fill="${s}" d="M-70-110C-40-140 20-130 24-92C0-50-60-60-70-110Z"/>${eye(44, -130, k)}<path fill="#f5a623" d="M84-122L134-104L84-92Z"/><path stroke="#f5a623" stroke-width="7" stroke-linecap="round" d="M-18-10V4M18-10V4M-18 4H-30M18 4H32"/><path fill="${s}" d="M-10-186C-14-214 14-220 8-188C22-212 40-196 18-180Z"/>`,
  spark: (_body, _shade, _light, k) =>
    `<path fill="#ff9a3c" d="M-70-10C-140-70-90-150-70-190C-60-160-46-150-36-150C-40-190-20-210 0-220C0-160 46-120 16-40C4 0-50 10-70-10Z"/><path fill="#ffe08a" d="M-66-10C-100-50-70-90-56-110C-50-80-20-80-14-60C-8-30-30 0-66-10Z"/>${eye(-62, -62, k)}${eye(-26, -62, k)}<path fill="#4db8ff" d="M90-190C120-130 160-96 150-44C142-4 96 4 66-16C30-46 60-120 90-190Z"/><path fill="#ffffff" fill-opacity=".5" d="M76-96C62-70 60-50 70-36C60-56 64-76 76-96Z"/>${eye(88, -58, k)}${eye(124, -58, k)}<path fill="none" stroke="${k}" stroke-width="4" stroke-linecap="round" d="M-54-36Q-44-26-32-36M98-32Q108-22 118-32"/>`,
  cat: (b, s, l, k) =>
    `<path fill="none" stroke="${b}" stroke-width="18" stroke-linecap="round" d="M70-30C130-30 130-110 100-130"/><path fill="${b}" d="M-70 0C-84-70-60-110 0-110C60-110 84-70 70 0Z"/><path fill="${b}" d="M-56-130L-60-206L-22-176C-8-180 8-180 22-176L60-206L56-130C52-96 28-84 0-84C-28-84-52-96-56-130Z"/><path fill="${s}" d="M-52-190L-48-160L-30-174ZM52-190L48-160L30-174Z"/><path fill="${l}" d="M-34 0C-40-50-20-70 0-70C20-70 40-50 34 0Z"/>${eye(-22, -142, k)}${eye(22, -142, k)}<path fill="${k}" d="M-7-124H7L0-115Z"/><path fill="none" stroke="${k}" stroke-width="3" stroke-linecap="round" d="M0-115C-4-104-16-104-18-110M0-115C4-104 16-104 18-110M-70-124H-40M-68-110L-40-114M70-124H40M68-110L40-114"/>`,
  owl: (b, s, l, k) =>
    `<path fill="${b}" d="M0-200C30-200 60-206 74-216C84-160 92-60 60-20C40 4-40 4-60-20C-92-60-84-160-74-216C-60-206-30-200 0-200Z"/><path fill="${s}" d="M-80-120C-100-80-90-30-58-18C-66-50-66-90-80-120ZM80-120C100-80 90-30 58-18C66-50 66-90 80-120Z"/><circle cx="-30" cy="-150" r="32" fill="${l}"/><circle cx="30" cy="-150" r="32" fill="${l}"/><circle cx="-26" cy="-148" r="16" fill="${k}"/><circle cx="26" cy="-148" r="16" fill="${k}"/><path fill="${s}" d="M-10-128H10L0-106Z"/><path fill="none" stroke="${l}" stroke-width="5" stroke-linecap="round" d="M-34-84Q-24-74-14-84Q-4-74 6-84Q16-74 26-84M-24-60Q-14-50-4-60Q6-50 16-60"/><path stroke="${s}" stroke-width="8" stroke-linecap="round" d="M-20-2V6M20-2V6"/>`,
  whale: (b, s, l, k) =>
    `<path fill="${b}" d="M-150-70C-150-140-60-160 10-150C80-140 110-100 136-96C140-116 126-134 134-150C150-140 158-128 160-116C172-124 186-126 200-122C192-104 176-92 160-88C150-40 90-10 10-8C-80-6-150-20-150-70Z"/><path fill="${l}" d="M-148-56C-110-40-20-40 40-66C60-40 20-10-20-8C-90-6-140-20-148-56Z"/>${eye(-96, -84, k)}<path fill="${s}" d="M-10-60C10-50 24-30 20-14C0-20-16-40-10-60Z"/><path fill="none" stroke="${l}" stroke-width="8" stroke-linecap="round" d="M-40-160C-40-200-76-200-80-180M-40-160C-40-206-4-204 0-182"/>`,
  elephant: (b, s, l, k) =>
    `<path fill="${b}" d="M-90 0V-90C-90-150-30-170 20-166C40-200 100-196 116-156C130-120 126-60 132-30C134-20 150-20 152-34L166-30C166-2 114 2 110-34L106-84C92-70 76-66 64-70V0H24V-46H-40V0Z"/><path fill="${s}" d="M20-160C-14-150-20-84 20-76C56-76 66-150 20-160Z"/>${eye(92, -132, k)}<path fill="none" stroke="${b}" stroke-width="7" stroke-linecap="round" d="M-90-100C-112-90-112-60-104-46"/><path fill="${l}" d="M104-88C120-84 128-74 124-62C112-64 104-74 104-88Z"/>`,
  fox: (b, s, l, k) =>
    `<path fill="${b}" d="M60-10C130-10 170-60 150-120C120-110 80-90 66-50Z"/><path fill="${l}" d="M150-120C162-84 150-60 130-40C126-70 132-96 150-120Z"/><path fill="${b}" d="M-62 0C-70-60-46-100 0-100C46-100 70-60 62 0Z"/><path fill="${l}" d="M-26 0C-30-50-16-72 0-72C16-72 30-50 26 0Z"/><path fill="${b}" d="M-70-200L-30-168H30L70-200L66-140L0-84L-66-140Z"/><path fill="${l}" d="M-64-136L-24-132L0-84ZM64-136L24-132L0-84Z"/><path fill="${s}" d="M-62-186L-54-158L-40-170ZM62-186L54-158L40-170Z"/>${eye(-26, -142, k)}${eye(26, -142, k)}<circle cy="-90" r="8" fill="${k}"/>`,
  robot: (b, s, l, k) =>
    `<path stroke="${s}" stroke-width="6" d="M0-176V-204"/><circle cy="-208" r="9" fill="${l}"/><rect x="-54" y="-178" width="108" height="76" rx="20" fill="${b}"/><rect x="-40" y="-164" width="80" height="44" rx="14" fill="${k}"/><circle cx="-18" cy="-142" r="10" fill="${l}"/><circle cx="18" cy="-142" r="10" fill="${l}"/><rect x="-66" y="-96" width="132" height="80" rx="18" fill="${b}"/><rect x="-34" y="-78" width="68" height="38" rx="8" fill="${l}"/><path stroke="${s}" stroke-width="14" stroke-linecap="round" d="M-66-80L-96-40M66-80L100-116M-30-16V-2M30-16V-2"/><circle cx="-18" cy="-58" r="7" fill="${s}"/><path d="M0-64H24M0-54H18" stroke="${s}" stroke-width="4"/>`,
  foal: (b, s, l, k) =>
    `<path fill="${b}" d="M-96-76C-92-104-50-110-10-104C10-104 24-112 30-140C34-172 52-190 78-188L84-206L94-184L118-150C120-138 112-130 100-132L78-140C72-110 70-90 58-72L60 0H42L36-56H-46L-54 0H-72L-78-60C-88-60-96-66-96-76Z"/><path fill="${s}" d="M74-190C46-196 22-170 24-136C14-150 16-190 40-202C54-208 66-202 74-190ZM-94-84C-120-84-122-50-110-30C-106-50-98-58-88-62Z"/>${eye(84, -164, k)}<path fill="${l}" d="M-50-92a12 12 0 1 0 .1 0ZM-16-84a10 10 0 1 0 .1 0Z"/>`,
}

export const beastNames = Object.keys(beasts)

function smilingSun(ink: Ink, sunX: number, sunY: number): string {
  const { p, u } = ink
  let rays = ''
  for (let i = 0; i < 12; i += 1) {
    const a = (i * Math.PI) / 6
    rays += `M${n(sunX + Math.cos(a) * 66 * u)} ${n(sunY + Math.sin(a) * 66 * u)}L${n(sunX + Math.cos(a) * 88 * u)} ${n(sunY + Math.sin(a) * 88 * u)}`
  }
  const face = `<circle r="54" fill="${p.accent}"/><circle cx="-17" cy="-8" r="5" fill="${p.near}"/><circle cx="17" cy="-8" r="5" fill="${p.near}"/><path d="M-18 12Q0 30 18 12" fill="none" stroke="${p.near}" stroke-width="5" stroke-linecap="round"/>`
  return stroke(rays, p.accent, 9 * u) + place(face, sunX, sunY, u)
}

function hillsAndTrees(ink: Ink, x: number, floor: number): string {
  const { w, h, r, p, u } = ink
  let hills = ''
  const greens = [mix(p.far, p.sky[2], 0.5), mix(p.far, p.sky[2], 0.2), p.far, mix(p.far, p.near, 0.35)]
  greens.forEach((fill, i) => {
    for (let k = 0; k < 3 * (w / h) + 1; k += 1)
      hills += disc(r() * w, floor + (130 + i * 22) * u, between(r, 140, 210) * u, fill)
  })
  let trees = ''
  for (let i = 0; i < 7; i += 1) {
    const tx = r() * w
    if (Math.abs(tx - x) < 130 * u) continue
    const s = between(r, 26, 44) * u
    trees += `<rect x="${n(tx - 4 * u)}" y="${n(floor - s)}" width="${n(8 * u)}" height="${n(s + 40 * u)}" fill="${p.near}"/>${disc(tx, floor - s * 1.5, s, pick(r, [p.accent, mix(p.far, p.near, 0.3), mix(p.far, p.light, 0.3)]))}`
  }
  return trees + hills
}

function cloudsOver(ink: Ink, floor: number): string {
  const { w, r, u } = ink
  return [0, 1, 2]
    .map((i) =>
      place(
        `<path fill="#ffffff" fill-opacity=".9" d="M-60 0C-84 0-84-34-58-34C-52-62-10-66 0-42C14-58 46-50 44-28C70-30 72 0 50 0Z"/>`,
        w * (0.1 + 0.36 * i + between(r, -0.05, 0.05)),
        floor - between(r, 190, 400) * u,
        between(r, 0.6, 1.1) * u,
      ),
    )
    .join('')
}

/** A bright toy country: round hills, a smiling sun, one large beast. */
export function toys(ink: Ink): Layer[] {
  const { w, h, r, p, u } = ink
  const x = w * ink.focus
  const floor = h * (ink.calm === 'top' ? 0.84 : 0.58)
  const sunX = w * (ink.focus + (r() < 0.5 ? -0.3 : 0.28))
  const sunY = floor - between(r, 280, 340) * u
  const draw = beasts[ink.subject ?? pick(r, beastNames)]
  const hue = pick(r, [p.accent, mix(p.accent, '#ffffff', 0.2), '#7a5cd6', '#f2728c', '#2f9fb0'])
  const flowers = Array.from({ length: whole(r, 9, 15) }, () =>
    disc(
      r() * w,
      floor + between(r, 70, 170) * u,
      between(r, 4, 8) * u,
      pick(r, [p.light, p.accent, '#ffffff']),
    ),
  ).join('')
  return [
    {
      name: 'sky',
      depth: 0,
      body: sky(ink) + smilingSun(ink, sunX, sunY) + birds(r, 3, w, floor * 0.5, 12 * u, p.near),
    },
    { name: 'clouds', depth: 0.1, body: cloudsOver(ink, floor), motion: { kind: 'drift', xPerSec: 9 } },
    { name: 'hills', depth: 0.35, body: hillsAndTrees(ink, x, floor) },
    {
      name: 'beast',
      depth: 0.7,
      body:
        draw === undefined
          ? ''
          : place(
              draw(hue, mix(hue, p.near, 0.4), mix(hue, '#ffffff', 0.72), p.near),
              x,
              floor + 74 * u,
              1.28 * u,
              r() < 0.35,
            ),
      motion: { kind: 'bob', byPx: 10, periodSec: 1.6 },
    },
    {
      name: 'flowers',
      depth: 0.95,
      body:
        path(
          `M-9 ${n(floor + 60 * u)}Q${n(w * 0.3)} ${n(floor + 30 * u)} ${n(w * 0.6)} ${n(floor + 66 * u)}T${w + 9} ${n(floor + 50 * u)}V${h}H-9Z`,
          mix(p.far, p.near, 0.2),
          ' opacity=".9"',
        ) + flowers,
    },
  ]
}
