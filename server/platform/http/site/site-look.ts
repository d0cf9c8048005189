/** What the service is called and looks like, as the first HTML of a page and the files beside it say it. */
import { contrastOf, mixed, textContrast, textOn } from '#contract/form/colours.ts'
import { type SiteFonts, fontFaces, fontFamilies } from './font-style.ts'
import type { Language } from '#contract/form/failures.ts'

/** The address of the manifest of the installed site. It stands in the head of every page, so it names no service. */
export function manifestPath(language: Language): string {
  return `/site-${language}.webmanifest`
}

/** Read for every page; '' stands for what is built in. */
export interface SiteLook {
  readonly name: Readonly<Record<Language, string>>
  /** Under the icon of the installed site; '' for the name. */
  readonly shortName: string
  /** The address of the logo. */
  readonly logo: string
  /** Addresses of the icon by its width in pixels; undefined for the built-in one. */
  readonly icon: SiteIcon | undefined
  /** For state and navigation, and for the one primary action; `#rrggbb`. */
  readonly accent: string
  readonly action: string
  /** Absent: the built-in one. */
  readonly fonts?: SiteFonts | undefined
  /** Of a visitor who has not chosen one. */
  readonly language: Language
}

/** Squares. */
export interface SiteIcon {
  /** JPEG of 240 pixels, for bookmarks and home screens that know nothing else. */
  readonly small: string
  /** WebP of 240 and of 640 pixels. */
  readonly medium: string
  readonly large: string
  /** JPEG of 640 pixels, for the previews of shared links. */
  readonly shared: string
}

export const builtInLook: SiteLook = {
  ...{ name: { ru: 'Ekran', uz: 'Ekran' }, shortName: '', logo: '', icon: undefined },
  ...{ accent: '', action: '', language: 'ru' },
}

/** The looks of the services of one installation. */
export interface SiteLooks {
  /** The service of a `Host` header; 1 for a host that belongs to no other one. */
  at(host: string | undefined): number
  of(serviceId: number): SiteLook
}

/** One service with the built-in look. */
export const builtInLooks: SiteLooks = { at: () => 1, of: () => builtInLook }

/** Whether anything but the built-in name is shown. */
export function isNamed({ name }: SiteLook): boolean {
  return name.ru !== builtInLook.name.ru || name.uz !== builtInLook.name.uz
}

/** The name where the language of the reader is unknown. */
export function nameIn({ name, language }: SiteLook): string {
  return name[language]
}

/** Its rules outweigh those of the built styles, whichever comes first. */
export const stylePath = '/service.css'

/** The colours and the font of the service as CSS variables (`web/ui/tokens.css`); '' when none is set. */
export function styleOf({ accent, action, fonts }: SiteLook): string {
  const lines = [
    ...(accent === ''
      ? []
      : [`--firuza:${accent}`, `--firuza-deep:${underWhite(accent)}`, `--on-firuza:${textOn(accent)}`]),
    ...(action === ''
      ? []
      : [
          `--zafar:${action}`,
          `--zafar-hover:${mixed(action, '#ffffff', 0.25)}`,
          `--on-zafar:${onBoth(action)}`,
        ]),
  ]
  if (fonts !== undefined) lines.push(`--font:${fontFamilies}`)
  if (lines.length === 0) return ''
  return `${fonts === undefined ? '' : fontFaces(fonts)}:root:root{${lines.join(';')}}\n`
}

/** The name of the styles' content, so that a browser fetches other colours at once. */
export function styleAddress(look: SiteLook): string {
  const { text, bold } = look.fonts ?? {}
  const fonts = [text, bold].map((font) => font?.address.replace(/^.*\/(\w{8})\w*\.woff2$/, '$1') ?? '')
  return `${stylePath}?v=${`${look.accent}${look.action}`.replaceAll('#', '')}${fonts.join('')}`
}

/** Dark enough for white text upon it. */
function underWhite(colour: string): string {
  let dark = mixed(colour, '#000000', 0.45)
  for (let step = 0; step < 10 && contrastOf(dark, '#ffffff') < textContrast; step++)
    dark = mixed(dark, '#000000', 0.15)
  return dark
}

/** Readable on the button, and on its lighter shade under the pointer. */
function onBoth(action: string): string {
  return textOn(mixed(action, '#ffffff', 0.12))
}

/** A manifest of the built site, under the name and with the icon of the service. */
export function manifestOf(built: Buffer, look: SiteLook, language: Language): string {
  const manifest = JSON.parse(built.toString('utf8')) as Readonly<Record<string, unknown>>
  const name = look.name[language]
  const { icon } = look
  const named = isNamed(look) ? { name, short_name: look.shortName || name } : {}
  const short = look.shortName === '' ? {} : { short_name: look.shortName }
  return JSON.stringify({ ...manifest, ...named, ...short, ...(icon && { icons: iconsOf(icon) }) })
}

/** An icon has its content in the middle four fifths: it may be cut to a circle. */
function iconsOf({ medium, large }: SiteIcon) {
  const type = 'image/webp'
  return [
    { src: medium, sizes: '240x240', type },
    { src: large, sizes: '640x640', type },
    { src: large, sizes: '640x640', type, purpose: 'maskable' },
  ]
}
