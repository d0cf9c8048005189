/** What the service is called and looks like, as the first HTML of a page and the files beside it say it. */
import { contrastOf, mixed, textContrast, textOn } from '#contract/form/colours.ts'
import type { Language } from '#contract/form/failures.ts'

/** Read for every page; '' stands for what is built in. */
export interface SiteLook {
  readonly name: Readonly<Record<Language, string>>
  /** The address of the logo. */
  readonly logo: string
  /** For state and navigation, and for the one primary action; `#rrggbb`. */
  readonly accent: string
  readonly action: string
  /** Of a visitor who has not chosen one. */
  readonly language: Language
}

export const builtInLook: SiteLook = {
  ...{ name: { ru: 'Ekran', uz: 'Ekran' }, logo: '', accent: '', action: '', language: 'ru' },
}

/** Its rules outweigh those of the built styles, whichever comes first. */
export const stylePath = '/service.css'

/** The colours of the service as CSS variables (`web/ui/tokens.css`); '' when none is set. */
export function styleOf({ accent, action }: SiteLook): string {
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
  return lines.length === 0 ? '' : `:root:root{${lines.join(';')}}\n`
}

/** The name of the styles' content, so that a browser fetches other colours at once. */
export function styleAddress(look: SiteLook): string {
  return `${stylePath}?v=${`${look.accent}${look.action}`.replaceAll('#', '')}`
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

/** A manifest of the built site, under the name of the service. */
export function manifestOf(built: Buffer, name: string): string {
  const manifest = JSON.parse(built.toString('utf8')) as Readonly<Record<string, unknown>>
  return JSON.stringify({ ...manifest, name, short_name: name })
}
