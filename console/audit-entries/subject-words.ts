/** What an entry is about: stored as `subscriber 12`, shown and typed in the words of the language, `абонент 12`. */
import { auditWords } from '#console/i18n/ru/audit-words.ts'

type KindKey = Extract<keyof typeof auditWords, `about.${string}`>

/** The names of the kinds in one language. */
export type KindNames = (key: KindKey) => string

const kindKeys = Object.keys(auditWords).filter(isKind)

/** `абонент 12` of `subscriber 12`, `платёж click 6` of `payment click 6`; a kind without a name stays as it is stored. */
export function shownSubject(subject: string, nameOf: KindNames): string {
  const [key] = kindKeys
    .filter((one) => subject.startsWith(`${kindOf(one)} `))
    .toSorted((one, other) => other.length - one.length)
  return key === undefined ? subject : nameOf(key) + subject.slice(kindOf(key).length)
}

/** The stored form of what was typed: the reverse of `shownSubject`. The stored form itself may be typed too. */
export function typedSubject(typed: string, nameOf: KindNames): string {
  const lower = typed.toLowerCase()
  const [best] = kindKeys
    .map((key) => ({ kind: kindOf(key), name: nameOf(key) }))
    .filter(({ name }) => lower.startsWith(`${name.toLowerCase()} `))
    .toSorted((one, other) => other.name.length - one.name.length)
  return best === undefined ? typed : best.kind + typed.slice(best.name.length)
}

function kindOf(key: KindKey): string {
  return key.slice('about.'.length)
}

function isKind(key: string): key is KindKey {
  return key.startsWith('about.') && Object.hasOwn(auditWords, key)
}
