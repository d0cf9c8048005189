import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/constants.ts'
import type { RegisterText } from './register-text.ts'

/** What is wrong with the length, in words; the server judges the rest. A letter outside the first plane is one. */
export function lengthProblem(password: string, t: RegisterText): string | undefined {
  const { length } = [...password]
  if (length < PASSWORD_MIN) return t('tooShort', { count: PASSWORD_MIN })
  return length > PASSWORD_MAX ? t('tooLong', { count: PASSWORD_MAX }) : undefined
}
