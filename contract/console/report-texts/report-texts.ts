/** What reports, their figures and tables are called, and how each figure is counted: on screens, in files and in mails. */
import { type Measure, type ReportTable, type Unit, measures } from '#contract/console/report-measures.ts'
import { groupDigits } from '#contract/form/money.ts'
import { en } from './en.ts'
import { ru } from './ru.ts'
import type { ReportTexts } from './texts-form.ts'
import { uz } from './uz.ts'

export type ReportLanguage = 'ru' | 'uz' | 'en'

export const reportTexts: Readonly<Record<ReportLanguage, ReportTexts>> = { ru, uz, en }

/** The name of a row, where it is a word of ours and not a name from the data: a device, a payment system. */
export function rowName(
  table: ReportTable,
  { key, name }: { readonly key: string; readonly name: Readonly<Record<ReportLanguage, string>> },
  language: ReportLanguage,
): string {
  const texts = reportTexts[language]
  if (table === 'devices') return texts.devices[key] ?? key
  if (table === 'sources') return texts.sources[key] ?? key
  if (table === 'quality') {
    const [device = '', kind = ''] = key.split(':')
    return `${texts.devices[device] ?? device}, ${texts.kinds[kind] ?? kind}`
  }
  if (table === 'quality_cities' && key === 'none') return texts.networks.no_city
  if (table === 'quality_cities' && key === 'few') return texts.networks.small_city
  if (table === 'quality_networks') return networkName(key, name[language], texts)
  if (table === 'quality_network_devices') {
    const [device = '', network = ''] = key.split(':')
    if (network === 'few') return texts.networks.small
    const what = device === 'rest' ? texts.networks.rest : (texts.devices[device] ?? device)
    return `${networkName(network, name[language], texts)}, ${what}`
  }
  return name[language]
}

function networkName(key: string, name: string, { networks }: ReportTexts): string {
  return key === 'none' ? networks.none : key === 'few' ? networks.small : name
}

const units: Readonly<
  Record<ReportLanguage, { money: string; hours: string; seconds: string; point: string }>
> = {
  ru: { money: 'сум', hours: 'ч', seconds: 'с', point: ',' },
  uz: { money: 'soʻm', hours: 'soat', seconds: 's', point: ',' },
  en: { money: 'soʻm', hours: 'h', seconds: 's', point: '.' },
}

/** `Выручка, сум`: the heading of a column of numbers in a file. */
export function headingOf(measure: Measure, note: string, language: ReportLanguage): string {
  const { money, hours } = units[language]
  const unit = { money, hours, percent: '%', milliseconds: 'ms', count: '' }[measures[measure]]
  return [
    reportTexts[language].measures[measure].name,
    note === '' ? '' : ` ${note}`,
    unit === '' ? '' : `, ${unit}`,
  ].join('')
}

/** `1 234 567 сум`, `12,5 %`, `340 ч`, `0,75 с`; `—` for what cannot be said. Spaces do not break. */
export function shownAmount(value: number | null, unit: Unit, language: ReportLanguage): string {
  if (value === null) return '—'
  const { money, hours, seconds, point } = units[language]
  const digits = (number: number, decimals: number) => {
    const [whole = '', part = ''] = Math.abs(number).toFixed(decimals).split('.')
    const shown = groupDigits(whole)
    const rest = part.replace(/0+$/, '')
    return `${number < 0 ? '−' : ''}${shown}${rest === '' ? '' : point + rest}`
  }
  if (unit === 'money') return `${digits(value, Math.abs(value) < 100_000 ? 2 : 0)}\u00A0${money}`
  if (unit === 'percent') return `${digits(value, 1)}\u00A0%`
  if (unit === 'hours') return `${digits(value, Math.abs(value) < 100 ? 1 : 0)}\u00A0${hours}`
  if (unit === 'milliseconds') return `${digits(value / 1000, 2)}\u00A0${seconds}`
  return digits(value, 2)
}
