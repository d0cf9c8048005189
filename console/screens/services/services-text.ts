import { en } from '#console/i18n/en/services.ts'
import { ru } from '#console/i18n/ru/services.ts'
import { uz } from '#console/i18n/uz/services.ts'
import type { ChangeWords } from '#console/changes/change-list.tsx'
import { createTextHook } from '#console/session/text.ts'

export const useServicesText = createTextHook(ru, uz, en)
export type ServicesText = ReturnType<typeof useServicesText>

type Key = Extract<keyof typeof ru, `f.${string}` | `h.${string}` | `s.${string}` | `word.${string}`>

/** Names in braces that are part of a value, not of the text. */
const braces = { phone: '{phone}', merchant: '{merchant}', abonement: '{abonement}', tiyin: '{tiyin}' }

function textOf(t: ServicesText, keys: readonly string[]): string | undefined {
  const key = keys.find((one): one is Key => Object.hasOwn(ru, one))
  return key === undefined ? undefined : (t as (name: Key, values: object) => string)(key, braces)
}

/** The name of a service's field. */
export function fieldLabel(t: ServicesText, service: string, field: string): string {
  return textOf(t, [`f.${service}.${field}`, `f.${field}`]) ?? field
}

/** What a field is for; undefined where its name says it. A hint of another service's field does not count. */
export function fieldHint(t: ServicesText, service: string, field: string): string | undefined {
  const own = Object.hasOwn(ru, `f.${service}.${field}`)
  return textOf(t, own ? [`h.${service}.${field}`] : [`h.${service}.${field}`, `h.${field}`])
}

/** The names of services and their fields in the history of changes; a secret is a word, never a value. */
export function useServiceWords(): ChangeWords {
  const t = useServicesText()
  return {
    thing: (label) => textOf(t, [`s.${label}`]) ?? label,
    field: (label, name) => fieldLabel(t, label, name.replace(/_is$/, '')),
    value: (name, value) => (name.endsWith('_is') ? textOf(t, [`word.${String(value)}`]) : undefined),
  }
}

/** A value with its unit. */
export function withUnit(t: ServicesText, value: string, unit: string): string {
  const named = units.find((one) => one === unit)
  return named === undefined ? value : t(`unit.${named}`, { value })
}

/** What settings are measured in. */
const units = ['GB', 'MB', 'days', 'seconds', 'milliseconds'] as const
