import type { ShownTariffLook } from '#contract/form/shown-tariff-look.ts'
import { textOn } from '#contract/form/colours.ts'
import { tariffIcons } from '#contract/form/tariff-look.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { TariffRecord } from './rules.ts'
import { plainLook } from './tariff-look.ts'

/** How the picture of a tariff is shown: framed like a logo, it is seen on dark and on light pages. */
export const tariffPicture = { kind: 'logo', width: 160 } as const

/** How a tariff looks, for clients that have neither its icons nor a rule for what is readable on its colour. */
export function shownTariffLook(
  tariff: Pick<TariffRecord, 'tariffId' | 'look'> | undefined,
): ShownTariffLook {
  const { icon, picture, colour } = tariff?.look ?? plainLook
  const { kind, width } = tariffPicture
  return {
    colour,
    on_colour: colour === '' ? '' : textOn(colour),
    icon,
    glyph: icon === '' ? '' : tariffIcons[icon],
    image: picture === '' ? '' : pictureAddress(kind, tariff?.tariffId ?? 0, picture, width),
  }
}
