/** What a member of staff changed: a section, a subject in it, and its values before and after. */
import { isSecretName } from '#server/platform/log/redact.ts'

/** A value that JSON can contain. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A change as its author reports it. */
export interface Change {
  /** Who did it; undefined for an operator at the command line. */
  readonly staff?: { readonly staffId: number; readonly name: string }
  /** A section of the console, `channels`. */
  readonly section: string
  /** The changed thing, `channel 12`: the same text for each of its changes. */
  readonly subject: string
  /** What differs, before and after; absent when there was, or is, nothing. */
  readonly before?: ChangedValues | undefined
  readonly after?: ChangedValues | undefined
}

/** Values of any depth; what JSON cannot contain is left out. */
export type ChangedValues = Readonly<Record<string, unknown>>

/** A change as stored: bounded, cleaned, without secrets. */
export interface StoredChange {
  readonly staffId: number | null
  readonly staffName: string
  readonly section: string
  readonly subject: string
  readonly before: Json
  readonly after: Json
}

const max = { name: 100, section: 40, subject: 100, text: 2000, entries: 200, depth: 6, characters: 20_000 }
const hidden = '[hidden]'

/** Cleans a text and cuts it to a length. */
type Clean = (text: string, length: number) => string

export function storedChange(change: Change, clean: Clean): StoredChange {
  const { staff, section, subject, before, after } = change
  return {
    staffId: staff?.staffId ?? null,
    staffName: clean(staff?.name ?? '', max.name),
    section: clean(section, max.section) || 'unnamed',
    subject: clean(subject, max.subject),
    before: storedValues(before, clean),
    after: storedValues(after, clean),
  }
}

function storedValues(values: ChangedValues | undefined, clean: Clean): Json {
  if (values === undefined) return null
  const stored = storedValue(values, clean, 0)
  const { length } = JSON.stringify(stored)
  // The row must stay readable; the size says that there was more.
  return length <= max.characters ? stored : { too_large_characters: length }
}

function storedValue(value: unknown, clean: Clean, depth: number): Json {
  if (typeof value === 'string') return clean(value, max.text)
  if (typeof value === 'boolean' || value === null || value === undefined) return value ?? null
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || depth >= max.depth) return clean(String(value), max.text)
  if (Array.isArray(value))
    return value.slice(0, max.entries).map((item) => storedValue(item, clean, depth + 1))
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .slice(0, max.entries)
  return Object.fromEntries(
    entries.map(([name, item]) => [
      clean(name, max.name),
      isSecret(name) ? hidden : storedValue(item, clean, depth + 1),
    ]),
  )
}

/** `smsCode` is as secret as `sms_code`. */
export function isSecret(name: string): boolean {
  return isSecretName(name) || isSecretName(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))
}

/** JSON with sorted names: the database does not keep the order of names. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
