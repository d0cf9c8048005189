/** How a tariff looks: in its record, its row and its state of fields. Pure. */
import { type TariffIcon, tariffIconNames } from '#contract/form/tariff-look.ts'
import type { Fields } from '#server/changes/changes.ts'

/** '' stands for none. */
export interface TariffLook {
  readonly description: { readonly ru: string; readonly uz: string }
  /** A built-in icon; '' when there is a picture. */
  readonly icon: TariffIcon | ''
  /** The version of an uploaded picture. */
  readonly picture: string
  /** `#rrggbb`, seen on dark and on light pages. */
  readonly colour: string
}

/** Of a tariff that has only a name. */
export const plainLook: TariffLook = { description: { ru: '', uz: '' }, icon: '', picture: '', colour: '' }

/** A look as a part of a record: nothing for a tariff that has only a name. A picture takes the place of an icon. */
export function partOfLook(look: TariffLook): { readonly look?: TariffLook } {
  const { description, icon, picture, colour } = look
  if ([description.ru, description.uz, icon, picture, colour].every((part) => part === '')) return {}
  return { look: { description, icon: picture === '' ? icon : '', picture, colour } }
}

interface LookRow {
  readonly description_ru: string
  readonly description_uz: string
  readonly icon: string
  readonly picture: string
  readonly colour: string
}

/** The columns of a look. */
export function lookRow({ description, icon, picture, colour }: TariffLook = plainLook): LookRow {
  return { description_ru: description.ru, description_uz: description.uz, icon, picture, colour }
}

export function lookOfRow(row: LookRow): { readonly look?: TariffLook } {
  return partOfLook({
    description: { ru: row.description_ru, uz: row.description_uz },
    // An icon of a newer version of the program is none here.
    icon: tariffIconNames.find((name) => name === row.icon) ?? '',
    ...{ picture: row.picture, colour: row.colour },
  })
}

/** Only the fields that are set: those of former sets of changes have none. */
export function lookFields(look: TariffLook | undefined): Fields {
  return Object.fromEntries(Object.entries(lookRow(look)).filter(([, value]) => value !== ''))
}

export function lookOfFields(fields: Fields): { readonly look?: TariffLook } {
  const text = (name: keyof LookRow) => String(fields[name] ?? '')
  return lookOfRow({
    ...{ description_ru: text('description_ru'), description_uz: text('description_uz') },
    ...{ icon: text('icon'), picture: text('picture'), colour: text('colour') },
  })
}
