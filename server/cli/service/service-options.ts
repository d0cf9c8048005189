/** The options that say what a service is called and looks like. */
import * as z from 'zod/mini'
import { consoleService } from '#contract/console/service.ts'
import { type CommandInput, shown } from '#server/cli/command/command.ts'
import type { ServiceFields, StoredService } from '#server/site/site.ts'

/** Option → field of the console's form. */
const fieldOf = {
  'name-ru': 'name_ru',
  'name-uz': 'name_uz',
  'short-name': 'short_name',
  accent: 'accent',
  action: 'action',
  phone: 'support_phone',
  email: 'support_email',
  telegram: 'support_telegram',
  'hours-ru': 'hours_ru',
  'hours-uz': 'hours_uz',
  company: 'company',
  'address-ru': 'address_ru',
  'address-uz': 'address_uz',
  language: 'default_language',
  hosts: 'hosts',
} as const
type Option = keyof typeof fieldOf

const formOf: Readonly<Record<Option, string>> = {
  'name-ru': 'a name of at most 40 letters',
  'name-uz': 'a name of at most 40 letters',
  'short-name': 'a name of at most 20 letters',
  accent: 'a colour such as #3ad0c3',
  action: 'a colour such as #ffb454',
  phone: 'a phone such as +998 71 200-11-22, or a short number of 3 or 4 digits',
  email: 'an e-mail address',
  telegram: 'a name such as @example_tv',
  'hours-ru': 'a text of at most 100 letters',
  'hours-uz': 'a text of at most 100 letters',
  company: 'a name of at most 200 letters',
  'address-ru': 'an address of at most 300 letters',
  'address-uz': 'an address of at most 300 letters',
  language: 'ru or uz',
  hosts: 'up to 20 host names such as tv.example.uz, with blanks between',
}
const options = Object.keys(fieldOf) as readonly Option[]

export const optionsHelp = `  --name-ru, --name-uz  the name of the service
  --short-name          the name under the icon of the installed site
  --logo, --icon <file> JPEG, PNG, WebP or SVG; without an icon the logo is framed as one
  --font, --font-bold <file> WOFF2 up to 150 KB with the letters of Russian and Uzbek; the bold one of a font with one
                        weight in each file
  --accent, --action    the colour of state and navigation, and of the main button
  --phone, --email, --telegram, --hours-ru, --hours-uz   support
  --company, --address-ru, --address-uz   the provider in the documents
  --language            ru or uz, for a visitor who has not chosen one
  --hosts               the host names of a service beside the main one`

export const fieldOptions = {
  ...Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
  logo: { type: 'string' },
  icon: { type: 'string' },
  font: { type: 'string' },
  'font-bold': { type: 'string' },
} as const

/** Whether anything of a service was typed. */
export function hasField(input: CommandInput): boolean {
  return [...options, 'logo', 'icon', 'font', 'font-bold'].some((name) => input.text(name) !== undefined)
}

const { save } = consoleService

/** The fields of a service with what was typed; its pictures and fonts are left out. */
export function typedFields(
  input: CommandInput,
  stored: StoredService | undefined,
):
  | { readonly kind: 'read'; readonly fields: Omit<ServiceFields, 'logo' | 'icon' | 'font' | 'fontBold'> }
  | { readonly kind: 'refused'; readonly why: string } {
  const texts: Record<string, unknown> = { ...storedTexts(stored), version: 0, picture: '', icon: '' }
  for (const option of options) {
    const text = input.text(option)
    if (text !== undefined) texts[fieldOf[option]] = text === '-' ? '' : text
  }
  const parsed = z.safeParse(save.input, texts)
  if (parsed.success) {
    const read = parsed.data
    return {
      kind: 'read',
      fields: {
        ...{ hosts: read.hosts, nameRu: read.name_ru, nameUz: read.name_uz, shortName: read.short_name },
        ...{ accent: read.accent, actionColour: read.action, supportPhone: read.support_phone },
        ...{ supportEmail: read.support_email, supportTelegram: read.support_telegram },
        ...{ hoursRu: read.hours_ru, hoursUz: read.hours_uz, company: read.company },
        ...{ addressRu: read.address_ru, addressUz: read.address_uz },
        defaultLanguage: read.default_language,
      },
    }
  }
  const option = options.find((name) => parsed.error.issues.some(({ path }) => path[0] === fieldOf[name]))
  const why = option === undefined ? 'wrong options' : `--${option} takes ${formOf[option]}`
  return { kind: 'refused', why }
}

function storedTexts(stored: StoredService | undefined): Readonly<Record<string, string>> {
  return {
    ...{ name_ru: stored?.nameRu ?? '', name_uz: stored?.nameUz ?? '', short_name: stored?.shortName ?? '' },
    ...{ accent: stored?.accent ?? '', action: stored?.actionColour ?? '' },
    ...{ support_phone: stored?.supportPhone ?? '', support_email: stored?.supportEmail ?? '' },
    ...{ support_telegram: stored?.supportTelegram ?? '', company: stored?.company ?? '' },
    ...{ hours_ru: stored?.hoursRu ?? '', hours_uz: stored?.hoursUz ?? '' },
    ...{ address_ru: stored?.addressRu ?? '', address_uz: stored?.addressUz ?? '' },
    ...{ default_language: stored?.defaultLanguage ?? '', hosts: stored?.hosts.join(' ') ?? '' },
  }
}

/** A service as lines of a terminal. */
export function linesOf(service: StoredService): readonly string[] {
  const line = (name: string, value: string) =>
    `  ${name.padEnd(16)} ${value === '' ? 'built-in' : shown(value)}`
  const texts = storedTexts(service)
  const named = options.map((option) => [option, texts[fieldOf[option]] ?? ''] as const)
  return [
    ...named.filter(([option]) => option !== 'hosts' || service.hosts.length > 0),
    ['logo', service.logo] as const,
    ['icon', service.icon] as const,
    ['font', service.font] as const,
    ['font-bold', service.fontBold] as const,
  ].map(([option, value]) => line(wordsOf[option] ?? option.replace('-', ' '), value))
}

const wordsOf: Readonly<Record<string, string>> = {
  'name-ru': 'name (ru)',
  'name-uz': 'name (uz)',
  'hours-ru': 'hours (ru)',
  'hours-uz': 'hours (uz)',
  'address-ru': 'address (ru)',
  'address-uz': 'address (uz)',
  phone: 'support phone',
}
