/** Typed texts: Russian is the source, Uzbek must have the same keys, and a text's parameters are read from it. */
import type { Language } from '#contract/form/failures.ts'

/** Russian counts in three forms: 1 сезон, 2 сезона, 5 сезонов. */
export interface RussianForms {
  readonly one: string
  readonly few: string
  readonly many: string
}
/** Uzbek nouns do not change after a number; two forms exist for sentences that do. */
export interface UzbekForms {
  readonly one: string
  readonly other: string
}

export type RussianTexts = Readonly<Record<string, string | RussianForms>>
/** The Uzbek texts for the Russian ones: a missing or superfluous key does not compile. */
export type UzbekFor<Ru extends RussianTexts> = {
  readonly [Key in keyof Ru]: Ru[Key] extends string ? string : UzbekForms
}

/** `{service}` is filled in everywhere. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'service'> | Names<Rest>
  : never
type NamesOf<Entry> = Entry extends string
  ? Names<Entry>
  : Entry extends RussianForms
    ? Names<Entry['many']> | 'count'
    : never
type Values<Entry> = [NamesOf<Entry>] extends [never]
  ? []
  : [values: { readonly [Name in NamesOf<Entry>]: string | number }]

/** `t('key')`, or `t('key', { name: value })` where the text has `{name}`; plural texts take `count`. */
export type Translate<Ru extends RussianTexts> = <Key extends keyof Ru & string>(
  key: Key,
  ...values: Values<Ru[Key]>
) => string

/** The Russian plural form of a whole number (CLDR cardinal rules for ru). */
export function russianForm(count: number): keyof RussianForms {
  const tens = Math.abs(Math.trunc(count)) % 100
  const ones = tens % 10
  if (ones === 1 && tens !== 11) return 'one'
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 'few' : 'many'
}

let serviceIn: (language: Language) => string = () => 'Ekran'

/** From now on `{service}` in a text is what this returns: the name of the service in the text's language. */
export function nameService(read: (language: Language) => string): void {
  serviceIn = read
}

/** Creates the `t()` of both languages for one area of texts. */
export function makeTexts<const Ru extends RussianTexts>(
  ru: Ru,
  uz: UzbekFor<NoInfer<Ru>>,
): (language: Language) => Translate<Ru> {
  const say = (language: Language, key: string, values: Readonly<Record<string, string | number>>) => {
    const entry: string | RussianForms | UzbekForms | undefined = language === 'uz' ? uz[key] : ru[key]
    return chosen(entry ?? key, Number(values['count'] ?? 0)).replace(/\{(\w+)\}/g, (_, name: string) =>
      String(values[name] ?? (name === 'service' ? serviceIn(language) : '')),
    )
  }
  const of =
    (language: Language): Translate<Ru> =>
    (key, ...values) =>
      say(language, key, values[0] ?? {})
  const both = { ru: of('ru'), uz: of('uz') }
  return (language) => both[language]
}

function chosen(entry: string | RussianForms | UzbekForms, count: number): string {
  if (typeof entry === 'string') return entry
  if ('other' in entry) return count === 1 ? entry.one : entry.other
  return entry[russianForm(count)]
}
