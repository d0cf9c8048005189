/** What an entry is about: stored as `subscriber 12`, shown and typed in the words of the language, `абонент 12`. */
import { auditWords } from '#console/i18n/ru/audit-words.ts'

type KindKey = Extract<keyof typeof auditWords, `about.${string}`>

/** The names of the kinds in one language. */
export type KindNames = (key: KindKey) => string

const kindKeys = Object.keys(auditWords).filter(isKind)

/** `абонент 12` of `subscriber 12`; a kind without a name stays as it is stored. */
export function shownSubject(subject: string, nameOf: KindNames): string {
  const [, kind = '', rest = ''] = /^([a-z]+(?: [a-z]+)*)( .*)$/s.exec(subject) ?? []
  const key = `about.${kind}`
  return isKind(key) ? nameOf(key) + rest : subject
}

/** The stored form of what was typed: the reverse of `shownSubject`. The stored form itself may be typed too. */
export function typedSubject(typed: string, nameOf: KindNames): string {
  const lower = typed.toLowerCase()
  const [best] = kindKeys
    .map((key) => ({ kind: key.slice('about.'.length), name: nameOf(key) }))
    .filter(({ name }) => lower.startsWith(`${name.toLowerCase()} `))
    .toSorted((one, other) => other.name.length - one.name.length)
  return best === undefined ? typed : best.kind + typed.slice(best.name.length)
}

function isKind(key: string): key is KindKey {
  return key.startsWith('about.') && Object.hasOwn(auditWords, key)
}
