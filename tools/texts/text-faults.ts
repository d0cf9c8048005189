import type { PluralForms, SourceText } from './read-texts.ts'

/** Units that must stay on the line of their number; words such as `дней` may wrap. */
const unit =
  '(?:сум(?:а|ов|у)?|soʻm\\p{L}*|ч|мин|с|сек|дн|КБ|МБ|ГБ|ТБ|кбит/с|Мбит/с|KB|kB|MB|GB|TB|kbit/s|Mbit/s|' +
  'soat\\p{L}*|daqiqa\\p{L}*|soniya\\p{L}*|%)(?![\\p{L}\\d])'
const unitAfterNumber = new RegExp(`(?:\\d|\\{\\w+\\}) ${unit}`, 'u')
const unitAfterValue = new RegExp(`^ ${unit}`, 'u')
/** `25 000` with a plain space; digits of a telephone number are not such a group. */
const brokenGroup = /(?<![\d+-])(?<!\+\d+ )\d{1,3}(?: \d{3})+(?![\d-])/
/** A counted number and the Russian noun after it. An ordinal (`{number} серия`) has one form. */
const countedNoun = /\{(?:count|days|minutes|seconds|hours|total|left|\w*Count)\} \p{Script=Cyrillic}{4,}/u
const official = 'a word of officials: say it as people do'
/** Letters and signs that are not mixed: a pattern, and what to write. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/[oOgG]['‘’`ʼ](?=\p{Ll}|$)/u, 'oʻ and gʻ take U+02BB'],
  [/\p{L}(?<![oOgG])ʻ/u, 'U+02BB stands only in oʻ and gʻ: the Uzbek apostrophe is U+02BC'],
  [/[“”„]/, 'quotation marks are «»'],
  [/(?:^|[\s(])"[\p{Script=Cyrillic}{]/u, 'quotation marks are «»'],
]
/** What the product itself says, unlike a film or a programme of the demo: a pattern, and what to write. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/[A-Za-z][’‘`][A-Za-z]/, 'the Uzbek apostrophe is U+02BC'],
  [/\p{L} [-–] \p{L}|\} [-–] \{/u, 'a dash between words is —'],
  [/\} · |· \{/, 'a middle dot in a sentence: write a comma or a colon'],
  [/\p{Script=Cyrillic}\((?:а|ла|ась|ый|ая)\)/u, 'two genders in one word: say it otherwise'],
  [/№(?: |(?=[\d{]))/, 'a number after № stands behind \\u00a0'],
  [/\p{Ll}!(?:\s|$)(?<!(?:пожаловать|kelibsiz)!\s?)/u, 'an exclamation mark without need'],
  [
    /(?<!\p{L})(?:akkaunt|byudjet|andoza|talqin|telegid|mavsum(?!i\?))/iu,
    'another word than everywhere else',
  ],
  [/(?<!\p{L})(?:осуществ|надлежащ|данн(?:ый|ая|ое|ого|ому|ой|ом)(?!\p{L})|являе?тся)/iu, official],
  [/(?<!\p{L})(?:произв(?:ести|едите) оплату|в целях|посредством|ввиду|во избежание)/iu, official],
  [/(?<!\p{L})необходимо(?! авторизоваться)/iu, official],
]
const viewerFolders = /^(?:web|console)\/i18n\/(?:ru|uz)\/|^contract\/.*failures|\/texts\/|\/policy\/terms/
const fiction = /^db\/demo\/(?:catalogue|guide|news)/
/** English pages and terminal output: a space there does not break a sum, and must stay searchable. */
const operatorFolders = /^server\/(?:operator|cli|console|monitoring)\/|\/tariff-words\.ts$/

/** The problems of a text, as messages; empty when it is correct. */
export function faultsOf({ path, text, followsValue }: SourceText): readonly string[] {
  const isForViewers =
    !operatorFolders.test(path) && (/[\p{Script=Cyrillic}ʻ]/u.test(text) || viewerFolders.test(path))
  const faults: string[] = []
  if (hasDoubleSpace(text, isForViewers)) faults.push('two spaces where one belongs')
  if (!isForViewers) return faults
  if (unitAfterNumber.test(text) || (followsValue && unitAfterValue.test(text)))
    faults.push('a number and its unit may stand on two lines: write \\u00a0 between them')
  if (brokenGroup.test(text)) faults.push('a number may break between its groups: write \\u00a0 there')
  if (countedNoun.test(text)) faults.push('a counted noun without plural forms: one, few, many')
  const rules = fiction.test(path) ? signs : [...signs, ...wordings]
  for (const [pattern, fault] of rules) if (pattern.test(text)) faults.push(fault)
  return faults
}

/** Columns of help are aligned with spaces: there only a sentence within one line is checked. */
function hasDoubleSpace(text: string, isForViewers: boolean): boolean {
  if (isForViewers) return text.split('\n').some((line) => /\S {2,}\S/.test(line.trim()))
  return !text.includes('\n') && /[a-z.,:;] {2}[a-zA-Z]/.test(text)
}

/** Forms that a Russian text lacks or leaves empty. */
export function missingForms({ forms }: PluralForms): readonly string[] {
  if (!/\p{Script=Cyrillic}/u.test(Object.values(forms).join(''))) return []
  return ['one', 'few', 'many'].filter((form) => (forms[form] ?? '').trim() === '')
}
