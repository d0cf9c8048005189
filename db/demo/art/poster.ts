/** Posters, backdrops and stills: a painted scene, grain, and letters as outlines. */
import { demoPeople } from '#db/demo/catalogue/people.ts'
import type { DemoEpisode, DemoTitle } from '#db/demo/catalogue/titles.ts'
import { grain } from '#db/demo/painting/grain.ts'
import { n } from '#db/demo/painting/ink.ts'
import { lightness, mix, type Palette } from '#db/demo/painting/palette.ts'
import { pick, randomFrom, seedOf, type Random } from '#db/demo/painting/random.ts'
import { paintScene, type SceneName } from '#db/demo/scenes/scenes.ts'
import { letters, measure, outline, setBlock, type Weight } from '#db/demo/painting/type.ts'

type Calm = 'top' | 'bottom'

const W = 600
const H = 900

// Scenes with an empty area, and where it is.
const calmOf: Partial<Record<SceneName, Calm>> = {
  caravan: 'top',
  steppe: 'top',
  stage: 'bottom',
  train: 'top',
  forest: 'bottom',
  lane: 'top',
  corridor: 'bottom',
  toys: 'top',
  thing: 'bottom',
  cumulus: 'top',
  madrasa: 'top',
  windows: 'bottom',
}

// Scenes that may be mirrored and moved off the middle.
const wandering = new Set<SceneName>([
  'steppe',
  'caravan',
  'city',
  'mountains',
  'sea',
  'train',
  'cumulus',
  'storm',
  'lane',
  'space',
  'road',
])

function chosen(title: DemoTitle): { palette?: string; subject?: string } {
  return {
    ...(title.palette === undefined ? {} : { palette: title.palette }),
    ...(title.subject === undefined ? {} : { subject: title.subject }),
  }
}

interface Style {
  readonly weight: Weight
  readonly upper: boolean
  readonly tracking: number
  readonly align: 'left' | 'middle'
  readonly largest: number
  readonly leading: number
}

const styles: readonly Style[] = [
  { weight: 900, upper: true, tracking: -22, align: 'left', largest: 116, leading: 0.92 },
  { weight: 800, upper: false, tracking: -24, align: 'left', largest: 112, leading: 0.96 },
  { weight: 300, upper: true, tracking: 90, align: 'middle', largest: 70, leading: 1.16 },
  { weight: 900, upper: true, tracking: -10, align: 'middle', largest: 108, leading: 0.93 },
  { weight: 500, upper: false, tracking: -30, align: 'middle', largest: 100, leading: 1 },
  { weight: 700, upper: true, tracking: 30, align: 'left', largest: 82, leading: 1.06 },
]

const toys: readonly Style[] = [
  { weight: 900, upper: false, tracking: -20, align: 'middle', largest: 112, leading: 0.94 },
  { weight: 800, upper: true, tracking: -6, align: 'middle', largest: 96, leading: 0.98 },
]

/** The darkest or lightest colour a title may have on this background. */
function inkFor(
  palette: Palette,
  calm: Calm,
  scene: SceneName,
): { colour: string; veil: string | undefined } {
  const ground = calm === 'top' ? palette.sky[0] : palette.near
  if (scene === 'thing')
    return {
      colour: lightness(palette.sky[1]) > 0.55 ? mix(palette.near, '#000000', 0.15) : palette.type,
      veil: undefined,
    }
  const bright = lightness(ground) > 0.55
  if (bright)
    return {
      colour: lightness(palette.type) < 0.5 ? palette.type : mix(palette.near, '#000000', 0.1),
      veil: undefined,
    }
  return {
    colour: lightness(palette.type) < 0.5 ? '#fff8ec' : palette.type,
    veil: mix(ground, '#000000', calm === 'top' ? 0.25 : 0.45),
  }
}

function veil(id: string, calm: Calm, colour: string, w: number, h: number, reach: number): string {
  const [from, to] = calm === 'top' ? [0, reach] : [1 - reach, 1]
  const stops =
    calm === 'top'
      ? [
          [0, 0.82],
          [0.55, 0.5],
          [1, 0],
        ]
      : [
          [0, 0],
          [0.5, 0.62],
          [1, 0.9],
        ]
  return `<defs><linearGradient id="${id}" x1="0" x2="0" y1="${from}" y2="${to}">${stops.map(([at, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('')}</linearGradient></defs><rect width="${w}" height="${h}" fill="url(#${id})"/>`
}

function line(
  text: string,
  x: number,
  y: number,
  align: 'left' | 'middle',
  size: number,
  weight: Weight,
  tracking: number,
): string {
  const setting = { weight, size, tracking }
  const width = measure(text, setting)
  return outline(text, align === 'middle' ? x - width / 2 : x, y, setting)
}

/** The names over or under the title, as far as they fit. */
function namesOf(title: DemoTitle, language: 'ru' | 'uz'): string {
  const byId = new Map(demoPeople().map((one) => [one.aid, one]))
  const name = (aid: number): string => {
    const person = byId.get(aid)
    return (language === 'ru' ? person?.name_ru : person?.name_uz) ?? ''
  }
  return title.castIds.slice(0, 2).map(name).join('   ')
}

function lettering(
  title: DemoTitle,
  language: 'ru' | 'uz',
  calm: Calm,
  colour: string,
  accent: string,
  r: Random,
): string {
  const style = pick(r, title.isKids ? toys : styles)
  const raw = language === 'ru' ? title.name_ru : title.name_uz
  const text = style.upper ? raw.toLocaleUpperCase(language === 'ru' ? 'ru' : 'en') : raw
  const margin = 44
  const box = {
    text,
    x: margin,
    width: W - margin * 2,
    height: calm === 'top' ? 232 : 262,
    largest: style.largest,
    weight: style.weight,
    align: style.align,
    tracking: style.tracking,
    leading: style.leading,
  }
  const trial = setBlock({ ...box, y: 0 })
  // A badge covers the upper left corner of a card, and a rating the lower right one: the text lies between them.
  const top = calm === 'top' ? 170 : H - 182 - trial.height
  const block = setBlock({ ...box, y: top })
  const at = style.align === 'middle' ? W / 2 : margin
  const names = namesOf(title, language).toUpperCase()
  const namesY = calm === 'top' ? 142 : H - 142
  let body = letters(block.d, colour)
  body += letters(
    line(
      names,
      at,
      namesY,
      style.align,
      Math.min(17, (15 * 460) / Math.max(1, measure(names, { weight: 500, size: 15, tracking: 120 }))),
      500,
      120,
    ),
    colour,
    0.86,
  )
  const rule = calm === 'top' ? top + block.height + 26 : top - 24
  if (style.weight !== 300)
    body += `<rect x="${n(style.align === 'middle' ? W / 2 - 26 : margin + 2)}" y="${n(rule)}" width="52" height="5" fill="${accent}"/>`
  return body
}

/** A film's poster, 600 × 900, its title in Russian by default. */
export function posterSvg(title: DemoTitle, language: 'ru' | 'uz' = 'ru'): string {
  const seed = `poster ${title.vid}`
  const r = randomFrom(seedOf(`${seed} letters`))
  const calm = calmOf[title.scene] ?? (r() < 0.5 ? 'top' : 'bottom')
  const { layers, palette } = paintScene({
    scene: title.scene,
    seed,
    w: W,
    h: H,
    calm,
    focus: wandering.has(title.scene) ? pick(r, [0.34, 0.42, 0.5, 0.6]) : 0.5,
    ...chosen(title),
  })
  const turned = wandering.has(title.scene) && r() < 0.5
  const painted = layers.map((layer) => layer.body).join('')
  const { colour, veil: shade } = inkFor(palette, calm, title.scene)
  const id = `p${title.vid}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}">` +
    (turned ? `<g transform="translate(${W} 0) scale(-1 1)">${painted}</g>` : painted) +
    (shade === undefined ? '' : veil(`${id}v`, calm, shade, W, H, 0.46)) +
    grain(`${id}g`, W, H) +
    lettering(title, language, calm, colour, palette.accent, r) +
    '</svg>'
  )
}

function wide(
  seed: string,
  title: DemoTitle,
  palette: string | undefined,
  w: number,
  h: number,
  focus: number,
): { body: string; palette: Palette } {
  const painted = paintScene({
    scene: title.scene,
    seed,
    w,
    h,
    calm: 'bottom',
    focus,
    ...chosen(title),
    ...(palette === undefined ? {} : { palette }),
  })
  return { body: painted.layers.map((layer) => layer.body).join(''), palette: painted.palette }
}

/** The wide picture behind a film's page, 1600 × 900, without letters: the page writes its own over the left part. */
export function backdropSvg(title: DemoTitle): string {
  const { body } = wide(`poster ${title.vid}`, title, title.palette, 1600, 900, 0.68)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900">${body}${grain(`b${title.vid}g`, 1600, 900)}</svg>`
}

/** A still of an episode, 960 × 540: the series' own scene from another position. */
export function episodeStillSvg(title: DemoTitle, episode: DemoEpisode): string {
  const r = randomFrom(seedOf(`still ${episode.vfid}`))
  const palette = episode.number % 3 === 1 ? title.palette : undefined
  const { body } = wide(`still ${episode.vfid}`, title, palette, 960, 540, 0.3 + r() * 0.4)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540" width="960" height="540">${body}${grain(`s${episode.vfid}g`, 960, 540)}</svg>`
}
