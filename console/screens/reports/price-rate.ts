/** Rates of prices as they are written: soʻm or percent, stored in hundredths. Pure. */

/** `12,5` → 1250 hundredths; undefined for what is no number from 0 to `max`. */
export function readRate(written: string, max: number): number | undefined {
  const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(written.replaceAll(/\s/g, ''))
  if (match === null) return undefined
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return hundredths <= max * 100 ? hundredths : undefined
}

/** 1250 hundredths → `12,5`. */
export function shownRate(hundredths: number): string {
  return String(hundredths / 100).replace('.', ',')
}
