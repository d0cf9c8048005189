import { passwordMax, passwordMin } from '#contract/form/constants.ts'
import type { RegisterText } from './register-text.ts'

/**
 * The problem with the length, as text; the server checks the rest. A character outside the basic plane counts as
 * one.
 */
export function lengthProblem(password: string, t: RegisterText): string | undefined {
  const { length } = [...password]
  if (length < passwordMin) return t('tooShort', { count: passwordMin })
  return length > passwordMax ? t('tooLong', { count: passwordMax }) : undefined
}
