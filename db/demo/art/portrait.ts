/** Portraits of fictional people, in the style of coloured paper. */
import type { DemoPerson } from '#db/demo/catalogue/people.ts'
import { grain } from '#db/demo/painting/grain.ts'
import { mix, palettes } from '#db/demo/painting/palette.ts'
import { between, pick, randomFrom, seedOf, type Random } from '#db/demo/painting/random.ts'

const skins = ['#e8b48e', '#d89b72', '#c98a62', '#f0c4a0', '#b97a55', '#e2a57f'] as const
const hairs = ['#1b1513', '#2b1d17', '#4a2f21', '#6b4630', '#3a3335'] as const

function hairOf(r: Random, person: DemoPerson, colour: string): { back: string; front: string } {
  const cap = `<path fill="${colour}" d="M188 300C176 190 226 146 300 146C374 146 424 190 412 300C404 262 392 238 372 226C330 236 262 232 232 218C206 236 196 262 188 300Z"/>`
  if (person.gender === 'm') {
    const styles = [
      cap,
      `<path fill="${colour}" d="M190 290C182 196 230 150 300 150C372 150 418 196 410 290C402 250 386 226 360 214C320 200 270 206 236 222C208 238 198 262 190 290Z"/>`,
      `<path fill="${colour}" d="M192 306C186 250 196 214 214 196C206 250 204 270 206 306ZM408 306C414 250 404 214 386 196C394 250 396 270 394 306Z"/>`,
    ]
    return { back: '', front: styles[Math.floor(r() * (2026 - person.born > 44 ? 3 : 2))] ?? cap }
  }
  const long = `<path fill="${colour}" d="M176 320C150 180 226 128 300 128C374 128 450 180 424 320C430 420 440 470 452 540H392C404 470 392 400 384 350H216C208 400 196 470 208 540H148C160 470 170 420 176 320Z"/>`
  const bob = `<path fill="${colour}" d="M168 380C150 180 226 130 300 130C374 130 450 180 432 380C424 420 400 430 384 420V300H216V420C200 430 176 420 168 380Z"/>`
  const bun = `<circle cx="300" cy="124" r="52" fill="${colour}"/>`
  const fringe = `<path fill="${colour}" d="M190 304C180 194 232 150 300 150C368 150 420 194 410 304C400 250 372 222 318 204C296 240 238 262 206 262C198 276 192 288 190 304Z"/>`
  return { back: pick(r, [long, bob, bun]), front: pick(r, [fringe, cap]) }
}

function faceOf(r: Random, person: DemoPerson, skin: string, hair: string): string {
  const shade = mix(skin, '#7a3d22', 0.28)
  const dark = mix(hair, '#000000', 0.3)
  const lift = between(r, -6, 8)
  const lips = person.gender === 'f' ? mix(skin, '#b0202f', 0.62) : mix(skin, '#8a3a2c', 0.45)
  let body =
    `<path fill="${shade}" d="M252 420H348V520C330 552 270 552 252 520Z"/>` +
    `<path fill="${skin}" d="M198 290C198 200 240 170 300 170C360 170 402 200 402 290C402 380 356 452 300 452C244 452 198 380 198 290Z"/>` +
    `<path fill="${shade}" opacity=".55" d="M300 170C360 170 402 200 402 290C402 380 356 452 300 452C340 400 352 330 346 270C342 226 328 190 300 170Z"/>` +
    `<path fill="none" stroke="${dark}" stroke-width="9" stroke-linecap="round" d="M228 ${278 + lift}Q250 ${264 + lift} 274 ${276 + lift}M326 ${276 + lift}Q350 ${264 + lift} 372 ${278 + lift}"/>` +
    `<path fill="${dark}" d="M236 306Q252 294 268 306Q252 316 236 306ZM332 306Q348 294 364 306Q348 316 332 306Z"/>` +
    `<path fill="none" stroke="${shade}" stroke-width="6" stroke-linecap="round" d="M304 300C308 330 316 346 296 352"/>` +
    `<path fill="none" stroke="${lips}" stroke-width="${person.gender === 'f' ? 11 : 7}" stroke-linecap="round" d="M272 ${394 + lift / 2}Q300 ${408 - lift} 330 ${392 + lift / 2}"/>`
  if (person.gender === 'm' && r() < 0.45)
    body += `<path fill="${hair}" d="M202 320C204 410 250 470 300 470C350 470 396 410 398 320C388 366 370 384 344 378C320 366 282 366 258 378C230 384 212 366 202 320Z"/><path fill="none" stroke="${lips}" stroke-width="7" stroke-linecap="round" d="M276 402Q300 412 326 402"/>`
  else if (person.gender === 'm' && r() < 0.35)
    body += `<path fill="${hair}" d="M254 380C270 360 288 364 300 372C312 364 330 360 346 380C330 384 314 382 300 384C286 382 270 384 254 380Z"/>`
  if (person.born < 1962 || r() < 0.14)
    body += `<g fill="none" stroke="${dark}" stroke-width="6"><circle cx="252" cy="306" r="31"/><circle cx="348" cy="306" r="31"/><path d="M283 304Q300 294 317 304"/></g>`
  return body
}

/** A person's portrait, 600 × 750. */
export function portraitSvg(person: DemoPerson): string {
  const r = randomFrom(seedOf(`portrait ${person.aid}`))
  const palette = pick(r, palettes)
  const old = 2026 - person.born
  const hair =
    old > 68
      ? mix(pick(r, hairs), '#e4e4e6', 0.85)
      : old > 55
        ? mix(pick(r, hairs), '#b9b9bd', 0.5)
        : pick(r, hairs)
  const skin = pick(r, skins)
  const { back, front } = hairOf(r, person, hair)
  const coat = pick(r, [palette.near, palette.accent, palette.far])
  const collar = mix(coat, '#ffffff', 0.3)
  const id = `q${person.aid}`
  const turn = r() < 0.5
  const cloth = pick(r, [
    `<path fill="${collar}" d="M252 520L300 600L348 520L372 540L316 660L300 640L284 660L228 540Z"/>`,
    `<path fill="${collar}" d="M236 530C262 570 338 570 364 530L378 560C346 610 254 610 222 560Z"/>`,
    `<path fill="none" stroke="${collar}" stroke-width="9" stroke-dasharray="16 14" d="M252 530C270 580 290 640 296 750M348 530C330 580 310 640 304 750"/>`,
  ])
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 750" width="600" height="750"><defs><linearGradient id="${id}" x2="0.3" y2="1" x1="0" y1="0"><stop offset="0" stop-color="${palette.sky[1]}"/><stop offset="1" stop-color="${palette.sky[2]}"/></linearGradient></defs>` +
    `<rect width="600" height="750" fill="url(#${id})"/><circle cx="${turn ? 350 : 250}" cy="330" r="${Math.round(between(r, 220, 260))}" fill="${mix(palette.light, palette.sky[2], 0.3)}" opacity=".6"/>` +
    `<g${turn ? ' transform="translate(600 0) scale(-1 1)"' : ''}>${back}<path fill="${coat}" d="M60 750C70 620 150 572 252 540L300 590L348 540C450 572 530 620 540 750Z"/><path fill="#000000" opacity=".14" d="M348 540C450 572 530 620 540 750H330C352 690 356 610 348 540Z"/>${faceOf(r, person, skin, hair)}${front}${cloth}</g>${grain(`${id}g`, 600, 750)}</svg>`
  )
}
