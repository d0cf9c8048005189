import { between, type Random } from './random.ts'
import { n } from './ink.ts'

// Every figure is drawn around (0, 0) with its feet on y = 0 and is 100 units high unless stated otherwise.

/** A man from behind in a long coat. */
export function man(fill: string): string {
  return `<path fill="${fill}" d="M-4-85C-8-86-9-94-6-98C-3-101 3-101 6-98C9-94 8-86 4-85L4-82C10-80 15-78 16-71L20-41L15-40L12-60L15-20L9-19L8 0H2L1-20H-1L-2 0H-8L-9-19L-15-20L-12-60L-15-40L-20-41L-16-71C-15-78-10-80-4-82Z"/>`
}

/** A woman in a long dress, a braid down her back. */
export function woman(fill: string): string {
  return `<path fill="${fill}" d="M-3.5-84C-9-87-8-97 0-99C8-97 9-87 3.5-84V-81C9-79 12-76 12-70L16-45L12-44L8-61V-54C12-40 18-18 19 0H-19C-18-18-12-40-8-54V-61L-12-44L-16-45L-12-70C-12-76-9-79-3.5-81Z"/><path d="M1-90C4-80 2-70 4-56" stroke="${fill}" stroke-width="3.6" fill="none" stroke-linecap="round"/>`
}

/** A child, 62 high, arms a little out. */
export function child(fill: string): string {
  return `<path fill="${fill}" d="M-3-46C-9-48-9-60 0-62C9-60 9-48 3-46V-44C8-43 10-40 11-36L17-24L14-22L8-31L9-18L7-17L6 0H1V-15H-1V0H-6L-7-17L-9-18L-8-31L-14-22L-17-24L-11-36C-10-40-8-43-3-44Z"/>`
}

/** A horse at a walk with its rider, facing right, 100 high at the rider's head. */
export function rider(fill: string): string {
  return (
    `<g fill="${fill}" stroke="${fill}" stroke-linejoin="round" stroke-linecap="round">` +
    '<path stroke-width="2" d="M-34-50C-30-60-12-58 2-57C14-56 20-60 27-72C29-77 33-81 38-81L46-74C50-71 51-67 48-65L38-66C34-58 34-48 28-40C20-33-6-32-20-34C-30-36-36-42-34-50Z"/>' +
    '<path fill="none" stroke-width="5.5" d="M-28-40L-33-20L-29-1M-20-36L-18-18L-24-1M20-38L26-20L22-1M26-40L36-24L34-3"/>' +
    '<path fill="none" stroke-width="4" d="M-33-50C-42-48-44-34-41-22"/>' +
    '<path stroke-width="1" d="M-8-58C-10-70-8-82-2-85C-6-88-5-99 2-99C9-99 9-89 5-86C10-83 11-72 10-66L18-60L16-57L6-62L8-56L12-38L7-37L0-56Z"/>' +
    '</g>'
  )
}

/** A two-humped camel with its load, facing right, about 90 high. */
export function camel(fill: string, load: string): string {
  return (
    `<g fill="${fill}" stroke="${fill}" stroke-linejoin="round" stroke-linecap="round">` +
    '<path stroke-width="1" d="M-36-44C-38-54-30-60-24-60C-21-74-12-76-8-60C-4-57 2-57 5-60C9-76 18-73 21-58C27-54 33-52 36-60C38-70 38-80 44-84C50-87 58-84 60-80C58-76 52-77 48-76C46-64 46-48 36-42C24-34-24-34-36-44Z"/>' +
    '<path fill="none" stroke-width="5" d="M-30-42L-32-20L-30-1M-22-38L-20-18L-25-1M22-38L25-20L21-1M30-42L35-20L37-2"/>' +
    '<path fill="none" stroke-width="2.5" d="M-36-48L-41-32"/></g>' +
    `<path fill="${load}" d="M-10-60C-6-56 2-56 6-60L10-40C4-36-8-36-12-40Z"/>`
  )
}

/** A poplar, 100 high. */
export function poplar(fill: string): string {
  return `<path fill="${fill}" d="M-1.5 0V-8C-9-14-11-40-7-66C-5-82-2-94 0-100C2-94 6-80 7-64C11-38 9-14 1.5-8V0Z"/>`
}

/** A pine, 100 high. */
export function pine(fill: string): string {
  return `<path fill="${fill}" d="M0-100L9-74H5L15-50H9L20-25H12L24-6H2V0H-2V-6H-24L-12-25H-20L-9-50H-15L-5-74H-9Z"/>`
}

/** A round-headed tree of the plain, 100 high. */
export function plane(fill: string): string {
  return `<path fill="${fill}" d="M-4 0C-2-18-3-30-4-38C-24-36-36-46-33-60C-40-74-24-88-12-86C-6-100 16-102 22-88C36-88 42-70 34-60C38-46 22-36 5-38C3-28 3-14 5 0Z"/>`
}

/** A yurt with its smoke-hole, 60 high and 120 wide; the door is lit. */
export function yurt(fill: string, light: string): string {
  return `<path fill="${fill}" d="M-58 0V-26C-50-44-22-56-10-60H10C22-56 50-44 58-26V0Z"/><path fill="${light}" d="M-9 0V-24H9V0Z"/><path d="M-58-24H-12M12-24H58M-44-37L44-37" stroke="${light}" stroke-opacity=".35" stroke-width="2"/>`
}

/** A boat with two sails, 110 high. */
export function sailBoat(hull: string, sail: string): string {
  return `<path fill="${hull}" d="M-52-14H56C50 0 40 6 30 6H-34C-44 4-50-4-52-14Z"/><path d="M0-14V-110" stroke="${hull}" stroke-width="3"/><path fill="${sail}" d="M4-106C34-80 42-50 42-20H4Z"/><path fill="${sail}" fill-opacity=".82" d="M-4-98C-26-72-34-48-38-20H-4Z"/>`
}

/** A flock in the shape of birds far off. */
export function birds(r: Random, count: number, w: number, h: number, size: number, colour: string): string {
  let d = ''
  for (let i = 0; i < count; i += 1) {
    const x = r() * w
    const y = r() * h
    const s = between(r, 0.6, 1.2) * size
    d += `M${n(x - s)} ${n(y)}q${n(s * 0.5)} ${n(-s * 0.55)} ${n(s)} 0q${n(s * 0.5)} ${n(-s * 0.55)} ${n(s)} 0`
  }
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(size * 0.16)}" stroke-linecap="round"/>`
}

/** A face in profile looking right, in a box 100 wide and 140 high with its top-left corner at (0, 0). */
export const profile =
  'M26 142C28 126 22 118 17 106C5 94 0 74 4 52C8 22 32 4 58 6C76 8 86 20 88 36C89 42 87 46 88 50L97 67C99 70 97 72 92 73L90 74C89 77 91 79 92 82C91 84 89 84 89 85C91 87 92 89 91 91C90 93 88 93 88 95C89 101 88 107 82 110C74 113 66 110 62 114C58 119 60 130 66 142Z'

/** A man's hair and beard, or a woman's scarf or bun, over the same profile. */
export const headdress = {
  cap: 'M2 50C2 40 8 26 14 20L22-6C36-14 62-14 74-4L84 28C60 20 26 28 2 50Z',
  beard:
    'M40 96C48 104 56 92 64 88C72 86 80 88 89 85C91 89 92 92 88 96C90 110 84 124 68 124C54 124 40 114 40 96Z',
  bun: 'M90 34C70 38 52 28 44 34C40 52 34 66 24 76C26 92 20 104 17 106C2 92-4 70 2 48C-14 46-20 28-10 18C-2 8 12 12 16 20C30 2 52-2 66 4C80 8 90 20 90 34Z',
  scarf:
    'M86 28C70 20 54 30 48 48C44 66 50 92 44 112C42 126 46 136 50 142H-8C-2 124-12 84-2 50C4 18 32-4 60 0C76 4 84 14 86 28Z',
  long: 'M88 34C72 30 58 24 48 34C44 56 42 74 34 88C36 110 28 128 34 142H-14C-4 116-12 74-2 46C6 14 34-4 60 2C78 6 88 18 88 34Z',
} as const
