import { passwordMax, passwordMin } from '#contract/form/constants.ts'
import type { RegisterText } from './register-text.ts'

/** What is wrong with the length, in words; the server judges the rest. A letter outside the first plane is one. */
export function lengthProblem(password: string, t: RegisterText): string | undefined {
  const { length } = [...password]
  if (length < passwordMin) return t('tooShort', { count: passwordMin })
  return length > passwordMax ? t('tooLong', { count: passwordMax }) : undefined
}
