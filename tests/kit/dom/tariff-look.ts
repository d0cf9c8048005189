import type { ShownTariffLook } from '#contract/form/shown-tariff-look.ts'
import { tariffIcons } from '#contract/form/tariff-look.ts'

/** Of a tariff that has only a name. */
export const plainLook: ShownTariffLook = { colour: '', on_colour: '', icon: '', glyph: '', image: '' }

/** With an icon on its colour. */
export const sportLook: ShownTariffLook = {
  ...{ colour: '#4c8b3f', on_colour: '#000000', icon: 'sport', glyph: tariffIcons.sport, image: '' },
}
