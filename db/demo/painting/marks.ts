// Each mark is drawn in a box 100 wide and 100 high around (0, 0), in the colour `c`, with `g` as its background.
type Mark = (c: string, g: string) => string

const marks = {
  star: (c, g) =>
    `<path fill="${c}" d="M0-50L14.6-35.4H35.4V-14.6L50 0L35.4 14.6V35.4H14.6L0 50L-14.6 35.4H-35.4V14.6L-50 0L-35.4-14.6V-35.4H-14.6Z"/><path fill="${g}" d="M-13-22L24 0L-13 22Z"/>`,
  dome: (c, g) =>
    `<path fill="${c}" d="M-34 44V4C-52-22-18-34 0-52C18-34 52-22 34 4V44Z"/><path fill="${g}" d="M-15 44V20C-15 8-8 2 0-4C8 2 15 8 15 20V44Z"/><path stroke="${g}" stroke-width="5" d="M-36 6H36"/>`,
  clapper: (c, g) =>
    `<path fill="${c}" d="M-46-14H46V44H-46ZM-48-42L42-50L45-26L-46-18Z"/><path stroke="${g}" stroke-width="7" d="M-26-42L-14-22M4-46L16-26M30-48L40-28"/><path fill="${g}" d="M-8 2L16 16L-8 30Z"/>`,
  reel: (c, g) =>
    `<circle r="47" fill="${c}"/><g fill="${g}"><circle r="7"/><circle cy="-26" r="12"/><circle cx="24.700" cy="-8" r="12"/><circle cx="15.300" cy="21" r="12"/><circle cx="-15.300" cy="21" r="12"/><circle cx="-24.700" cy="-8" r="12"/></g>`,
  moon: (c) =>
    `<path fill="${c}" d="M16-46A48 48 0 1 0 44 22A40 40 0 0 1 16-46Z"/><path fill="${c}" d="M30-34L34-22L46-18L34-14L30-2L26-14L14-18L26-22Z"/>`,
  pages: (c, g) =>
    `<path fill="${c}" d="M-50-34C-30-44-12-42 0-32C12-42 30-44 50-34V36C30 28 12 30 0 40C-12 30-30 28-50 36Z"/><path stroke="${g}" stroke-width="5" fill="none" d="M0-30V38M-38-16C-28-20-20-19-12-15M-38 2C-28-2-20-1-12 3M38-16C28-20 20-19 12-15M38 2C28-2 20-1 12 3"/>`,
  flower: (c, g) =>
    `<g fill="${c}">${[0, 72, 144, 216, 288].map((a) => `<path transform="rotate(${a})" d="M0-6C-24-16-20-50 0-48C20-50 24-16 0-6Z"/>`).join('')}</g><circle r="11" fill="${g}"/>`,
  wave: (c) =>
    `<path fill="none" stroke="${c}" stroke-width="12" stroke-linecap="round" d="M-46-24C-30-44-16-44 0-24S30-4 46-24M-46 4C-30-16-16-16 0 4S30 24 46 4M-46 32C-30 12-16 12 0 32S30 52 46 32"/>`,
  bubble: (c, g) =>
    `<path fill="${c}" d="M-48-40H48V22H4L-20 46V22H-48Z"/><path stroke="${g}" stroke-width="8" stroke-linecap="round" d="M-28-20H28M-28 2H12"/>`,
  bars: (c) =>
    `<path fill="${c}" d="M-46 44V8H-26V44ZM-12 44V-14H8V44ZM22 44V-40H42V44Z"/><path fill="none" stroke="${c}" stroke-width="6" d="M-46-10L-10-34L4-28L30-52"/>`,
  ball: (c, g) =>
    `<circle r="47" fill="${c}"/><path fill="${g}" d="M0-18L17-6L11 14H-11L-17-6ZM-6-46H6L0-34ZM44-14L46 0L34-6ZM28 38L18 44L20 30ZM-28 38L-20 30L-18 44ZM-44-14L-34-6L-46 0Z"/><path stroke="${g}" stroke-width="5" d="M0-34V-18M34-6L17-6M20 30L11 14M-20 30L-11 14M-34-6H-17"/>`,
  horse: (c, g) =>
    `<path fill="${c}" d="M-30 48C-34 10-22-22 2-34L4-52L18-36C34-28 44-6 46 12C46 22 34 26 28 18C20 12 10 12 4 10C8 24 22 30 22 48Z"/><circle cx="18" cy="-14" r="4.500" fill="${g}"/><path stroke="${g}" stroke-width="5" fill="none" d="M-16 30C-16 6-10-8 0-18"/>`,
  spark: (c) =>
    `<path fill="${c}" d="M0-50C4-14 14-4 50 0C14 4 4 14 0 50C-4 14-14 4-50 0C-14-4-4-14 0-50Z"/><path fill="${c}" d="M34-46C35-36 38-33 48-32C38-31 35-28 34-18C33-28 30-31 20-32C30-33 33-36 34-46Z"/>`,
  bird: (c, g) =>
    `<path fill="${c}" d="M-50 12C-30 10-24-10-8-26C6-40 30-38 34-20L50-14L34-6C34 24 8 40-18 40L-34 48L-30 32C-40 28-46 22-50 12Z"/><circle cx="20" cy="-18" r="4.500" fill="${g}"/><path fill="${g}" d="M-18 6C-4-8 8-8 14 0C8 18-8 22-18 6Z"/>`,
  lute: (c, g) =>
    `<path stroke="${c}" stroke-width="9" stroke-linecap="round" d="M2-2L44-44"/><path fill="${c}" d="M-44 24C-46-4-16-24 8-6C26 10 4 44-24 46C-36 46-44 38-44 24Z"/><circle cx="-12" cy="14" r="8" fill="${g}"/><path stroke="${c}" stroke-width="7" stroke-linecap="round" d="M32-48L48-32"/>`,
  note: (c) => `<path fill="${c}" d="M-14-44L40-50V24A16 14 0 1 1 30 11V-26L-4-22V34A16 14 0 1 1-14 21Z"/>`,
  drum: (c, g) =>
    `<circle r="47" fill="${c}"/><circle r="34" fill="none" stroke="${g}" stroke-width="5"/><g fill="${g}">${[0, 45, 90, 135, 180, 225, 270, 315].map((a) => `<circle transform="rotate(${a})" cy="-41" r="3.500"/>`).join('')}</g><path fill="${g}" d="M0-20L6-6L20 0L6 6L0 20L-6 6L-20 0L-6-6Z"/>`,
  planet: (c, g) =>
    `<circle r="30" fill="${c}"/><ellipse rx="52" ry="15" transform="rotate(-24)" fill="none" stroke="${c}" stroke-width="6"/><path d="M-29-1A30 30 0 0 0 27 13" fill="none" stroke="${g}" stroke-width="5" transform="rotate(-14)"/>`,
  road: (c, g) =>
    `<path fill="${c}" d="M-12-46H12L46 46H-46Z"/><path stroke="${g}" stroke-width="7" stroke-dasharray="16 11" d="M0-42V46"/>`,
  leaf: (c, g) =>
    `<path fill="${c}" d="M-40 42C-52-20-6-50 46-46C50 8 18 50-40 42Z"/><path stroke="${g}" stroke-width="6" fill="none" stroke-linecap="round" d="M-46 50C-24 14 0-8 24-24M-14 12H12M0-4V-26"/>`,
  bowl: (c) =>
    `<path fill="${c}" d="M-48-2H48C46 28 26 44 12 44H-12C-26 44-46 28-48-2Z"/><path fill="none" stroke="${c}" stroke-width="7" stroke-linecap="round" d="M-22-16C-30-28-14-34-22-48M0-16C-8-28 8-34 0-48M22-16C14-28 30-34 22-48"/>`,
  tower: (c, g) =>
    `<path fill="${c}" d="M-20 48L-13-26H-18V-38H-12L0-52L12-38H18V-26H13L20 48Z"/><path stroke="${g}" stroke-width="6" d="M-15-6H15M-17 14H17M-19 34H19"/>`,
  bolt: (c) => `<path fill="${c}" d="M10-52L-36 10H-6L-14 52L36-12H4Z"/>`,
  house: (c, g) =>
    `<path fill="${c}" d="M0-48L50-4H36V44H-36V-4H-50Z"/><path fill="${g}" d="M0 34C-30 12-20-8-8-6C-3-5 0 0 0 2C0 0 3-5 8-6C20-8 30 12 0 34Z"/>`,
} satisfies Record<string, Mark>

export type MarkName = keyof typeof marks

export function drawMark(name: MarkName, colour: string, ground: string): string {
  return (marks as Record<MarkName, Mark>)[name](colour, ground)
}
