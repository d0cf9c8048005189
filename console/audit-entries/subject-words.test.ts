import { expect, it } from 'vitest'
import { auditWords as en } from '#console/i18n/en/audit-words.ts'
import { auditWords as ru } from '#console/i18n/ru/audit-words.ts'
import { auditWords as uz } from '#console/i18n/uz/audit-words.ts'
import { type KindNames, shownSubject, typedSubject } from './subject-words.ts'

const stored = [
  ...(Object.keys(ru) as (keyof typeof ru)[])
    .filter((key) => key.startsWith('about.'))
    .map((key) => `${key.slice('about.'.length)} 12`),
  ...['payment payme 7', 'queue', 'film:12', 'Гора (2021).mkv', 'nothing 3', ''],
]

it.for([
  ['Russian', (key) => ru[key]],
  ['Uzbek', (key) => uz[key] as string],
  ['English', (key) => en[key] as string],
] satisfies [string, KindNames][])('[STAFF-03] a subject in %s is typed as it is shown', ([, nameOf]) => {
  const shown = stored.map((subject) => shownSubject(subject, nameOf))
  expect(shown.map((text) => typedSubject(text, nameOf))).toEqual(stored)
  expect(new Set(shown).size).toBe(stored.length)
})

it('[STAFF-03] a subject is shown in words, and typed in words or as it is stored', () => {
  const nameOf: KindNames = (key) => ru[key]
  expect(shownSubject('subscriber 12', nameOf)).toBe('абонент 12')
  expect(shownSubject('alarm rule 2', nameOf)).toBe('правило тревог 2')
  expect(shownSubject('payment click 6', nameOf)).toBe('платёж click 6')
  expect(shownSubject('outside service fiscal', nameOf)).toBe('внешняя служба fiscal')
  expect(shownSubject('queue', nameOf)).toBe('queue')
  expect(typedSubject('Абонент 12', nameOf)).toBe('subscriber 12')
  expect(typedSubject('subscriber 12', nameOf)).toBe('subscriber 12')
  expect(typedSubject('тариф', nameOf)).toBe('тариф')
})
