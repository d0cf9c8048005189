/** Whether a text that begins like `2026-11-22` names an existing day: `Date` reads 31 February as 3 March. */
export function isCalendarDay(text: string): boolean {
  const day = text.slice(0, 10)
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
