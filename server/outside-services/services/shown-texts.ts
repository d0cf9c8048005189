/** The values of a service for the audit and for sets of changes: never a secret. Pure. */
import type { OutsideServiceName } from '#contract/form/outside-services.ts'
import { type FieldTexts, serviceForms } from '#server/platform/settings/services/service-fields.ts'

/** The texts without secrets; `password_is` and the like say what became of each. */
export function shownTexts(
  service: OutsideServiceName,
  texts: FieldTexts,
  wordOf: (name: string) => string,
  secretNames: readonly string[] = [],
): FieldTexts {
  const shown = serviceForms[service].fields.flatMap(({ name, isSecret }) => {
    const value = texts[name] ?? ''
    if (isSecret !== true) return value === '' ? [] : [[name, value]]
    return value === '' && !secretNames.includes(name) ? [] : [[`${name}_is`, wordOf(name)]]
  })
  return Object.fromEntries(shown) as FieldTexts
}
