/** What is wrong with an input by the contract's own schema, told before a request is sent. */
import * as z from 'zod/mini'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import { formOf } from '#contract/form/field-forms.ts'
import type { FieldProblem } from './call-error.ts'
import { textNow } from './text.ts'

/** One problem for each wrong field, in the language of now; empty for a good input. */
export function inputProblems({ input: schema }: ConsoleEndpoint, input: object): readonly FieldProblem[] {
  const parsed = z.safeParse(schema, input)
  if (parsed.success) return []
  const problems = new Map<string, string>()
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '')
    if (!problems.has(field)) problems.set(field, sentence(issue, Reflect.get(input, field)))
  }
  return [...problems].map(([field, message]) => ({ field, message }))
}

/** A problem that the server has found with a field, when its own sentence is in another language. */
export function unnamedProblem(field: string): FieldProblem {
  return { field, message: textNow()('field.wrong') }
}

/** Fields that are filled in by half: the browser gives no value of such a date or time, as if the field were empty. */
export function unfinishedFields(form: EventTarget | undefined): readonly FieldProblem[] {
  if (!(form instanceof HTMLFormElement)) return []
  return [...form.elements]
    .filter((element) => element instanceof HTMLInputElement)
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => ({ field: name, message: textNow()('field.unfinished') }))
}

function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  const t = textNow()
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return t('field.required')
  if (issue.code === 'too_small')
    return t(issue.origin === 'string' ? 'field.min' : 'field.least', { limit: String(issue.minimum) })
  if (issue.code === 'too_big')
    return t(issue.origin === 'string' ? 'field.max' : 'field.most', { limit: String(issue.maximum) })
  switch (formOf(issue.message)) {
    case 'required':
      return t('field.required')
    case 'staff_login':
      return t('field.login')
    case 'country':
      return t('field.country')
    case 'sms_code':
      return t('field.code')
    case 'support_phone':
      return t('field.phone')
    case 'days_before':
      return t('field.days', { min: '1', max: '14' })
    case 'days_after':
      return t('field.days', { min: '0', max: '60' })
    case 'days_retry':
      return t('field.days', { min: '1', max: '30' })
    case 'price':
      return t('field.price')
    case 'link_token':
      return t('field.link')
    default:
      return t('field.wrong')
  }
}
