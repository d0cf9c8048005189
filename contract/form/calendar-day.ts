/** Days as the inputs of reports and files name them. */
import * as z from 'zod/mini'

/** `2026-11-28`, a day of this century that exists. */
export function calendarDay() {
  return z
    .string()
    .check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/))
    .check(z.refine(isRealDay))
}

/** Also called for a text of another form: every check of a field runs. */
function isRealDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
