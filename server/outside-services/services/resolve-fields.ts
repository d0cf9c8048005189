/** What was typed, together with what is stored, as a value of the environment. Pure. */
import type { OutsideServiceName } from '#contract/form/outside-services.ts'
import {
  type FieldTexts,
  type ServiceField,
  serviceForms,
} from '#server/platform/settings/services/service-fields.ts'
import type { StoredService } from '#server/platform/settings/services/stored-services.ts'
import { parseSetting } from '#server/platform/settings/settings.ts'

export type Resolved =
  | {
      readonly kind: 'ready'
      /** All values, the secrets too. */
      readonly texts: FieldTexts
      /** In the format of the environment. */
      readonly text: string
    }
  | WrongField
  /** The fields are right one by one and not together; a sentence in English without any value. */
  | { readonly kind: 'wrong'; readonly problem: string }

export interface WrongField {
  readonly kind: 'field'
  readonly field: string
  /**
   * `again`: where the secret is sent has changed, so the stored one is not used. `sealed`: the stored one cannot be
   * opened with this installation's key.
   */
  readonly why: 'missing' | 'form' | 'absent' | 'again' | 'sealed'
}

/** An empty secret stands for the stored one; an empty field for its default. */
export function resolveFields(
  service: OutsideServiceName,
  typed: FieldTexts,
  stored: StoredService | undefined,
): Resolved {
  const { fields, variable, toText } = serviceForms[service]
  const absent = Object.keys(typed).find((name) => !fields.some((field) => field.name === name))
  if (absent !== undefined) return { kind: 'field', field: absent, why: 'absent' }
  const before = stored?.isSet === true ? stored : undefined
  const leadsElsewhere = fields.some(
    ({ name, leads, default: value = '' }) =>
      leads === true && ((typed[name] ?? '').trim() || value) !== (before?.texts[name] || value),
  )
  const texts: Record<string, string> = {}
  for (const field of fields) {
    const value = valueOf(field, typed, before, leadsElsewhere)
    if (typeof value !== 'string') return value
    const wrong = problemOf(field, value)
    if (wrong !== undefined) return { kind: 'field', field: field.name, why: wrong }
    texts[field.name] = value
  }
  const text = toText(texts)
  const parsed = parseSetting(variable, text)
  return parsed.kind === 'read' ? { kind: 'ready', texts, text } : { kind: 'wrong', problem: parsed.problem }
}

function valueOf(
  { name, isSecret }: ServiceField,
  typed: FieldTexts,
  before: StoredService | undefined,
  leadsElsewhere: boolean,
): string | WrongField {
  const value = (typed[name] ?? '').trim()
  if (value !== '' || isSecret !== true || before?.secretNames.includes(name) !== true) return value
  if (!before.isReadable) return { kind: 'field', field: name, why: 'sealed' }
  return leadsElsewhere ? { kind: 'field', field: name, why: 'again' } : (before.texts[name] ?? '')
}

function problemOf(field: ServiceField, value: string): 'missing' | 'form' | undefined {
  if (value === '') return field.default === undefined ? 'missing' : undefined
  if (field.choices !== undefined && !field.choices.includes(value)) return 'form'
  return field.form.test(value) && field.problem?.(value) === undefined ? undefined : 'form'
}
