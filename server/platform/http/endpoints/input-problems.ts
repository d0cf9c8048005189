import type * as z from 'zod/mini'
import type { Language } from '#contract/form/failures.ts'
import { fieldForms, formOf } from '#contract/form/field-forms.ts'

/** One invalid field, in the viewer's language. The typed client parses the same shape. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

type Words = Readonly<Record<Language, string>>

const missing: Words = { ru: 'обязательное поле', uz: 'toʻldirilishi shart' }
const notInAddress: Words = {
  ru: 'токен не принимается в адресе: передайте его в заголовке Authorization: Bearer',
  uz: 'token manzilda qabul qilinmaydi: uni Authorization: Bearer sarlavhasida yuboring',
}
const unstorable: Words = {
  ru: 'текст содержит повреждённый символ: удалите его и введите заново',
  uz: 'matnda buzilgan belgi bor: uni oʻchirib, qaytadan kiriting',
}
const wrongForm: Words = { ru: 'неверное значение', uz: 'notoʻgʻri qiymat' }

/** At most one problem per field, in the order they were found, 20 at most. */
export function inputProblems(
  issues: readonly z.core.$ZodIssue[],
  raw: unknown,
  language: Language,
): readonly FieldProblem[] {
  const problems = new Map<string, string>()
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.').slice(0, 100)
    if (!problems.has(field)) problems.set(field, words(issue, raw)[language])
    if (problems.size >= 20) break
  }
  return [...problems].map(([field, message]) => ({ field, message }))
}

/** The value of the failure text's `{fields}`: `phone — неверное значение; page — не меньше 1`. */
export function listOfProblems(problems: readonly FieldProblem[]): string {
  return problems.map(({ field, message }) => `${field} — ${message}`).join('; ')
}

/** A problem with the request as a whole (its address, its body) under its own name. */
export function requestProblem(field: 'address' | 'body' | 'content-type', language: Language): FieldProblem {
  return { field, message: wrongForm[language] }
}

/** A value with a character that the database cannot store: NUL, or half a surrogate pair. */
export function characterProblem(field: string, language: Language): FieldProblem {
  return { field, message: unstorable[language] }
}

/** A token in the address of a request that changes data. */
export function authkeyProblem(language: Language): FieldProblem {
  return { field: 'authkey', message: notInAddress[language] }
}

function words(issue: z.core.$ZodIssue, raw: unknown): Words {
  if (valueAt(raw, issue.path) === undefined) return missing
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? minCharacters(issue.minimum) : min(issue.minimum)
    case 'too_big':
      return issue.origin === 'string' ? maxCharacters(issue.maximum) : max(issue.maximum)
    case 'not_multiple_of':
      return multipleOf(issue.divisor)
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union':
    case 'invalid_type':
    case 'invalid_format':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom': {
      const form = formOf(issue.message)
      return form === undefined ? wrongForm : fieldForms[form]
    }
  }
}

function min(limit: number | bigint): Words {
  return { ru: `не меньше ${limit}`, uz: `kamida ${limit}` }
}

function max(limit: number | bigint): Words {
  return { ru: `не больше ${limit}`, uz: `koʻpi bilan ${limit}` }
}

function multipleOf(divisor: number | bigint): Words {
  return {
    ru: `кратно ${divisor}`,
    uz: `${divisor} ga karrali`,
  }
}

function minCharacters(limit: number | bigint): Words {
  return Number(limit) <= 1 ? missing : { ru: `знаков не меньше ${limit}`, uz: `kamida ${limit} ta belgi` }
}

function maxCharacters(limit: number | bigint): Words {
  return {
    ru: `знаков не больше ${limit}`,
    uz: `koʻpi bilan ${limit} ta belgi`,
  }
}

function oneOf(values: readonly unknown[]): Words {
  const list = values.slice(0, 10).map(String).join(', ')
  return { ru: `одно из: ${list}`, uz: `quyidagilardan biri: ${list}` }
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([name]) => name === String(key))?.[1]
  }
  return value
}
