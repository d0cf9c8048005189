/** Minutes of a day as `23:00`, and back. Pure. */

export function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Null for nothing, undefined for what is no time. */
export function minuteOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const [, hour = '', minute = ''] = /^\s*([01]?\d|2[0-3])[:.]([0-5]\d)\s*$/.exec(text) ?? []
  return hour === '' ? undefined : Number(hour) * 60 + Number(minute)
}
