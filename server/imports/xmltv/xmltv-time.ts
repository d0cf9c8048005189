import { readZone, type Zone } from '#server/imports/source/zone.ts'

const form =
  /^(\d{4})-?(\d{2})?-?(\d{2})?[T ]?(?:(\d{2}):?(\d{2})?:?(\d{2})?(?:[.,]\d+)?)?\s*([+\-\u2212\u2013]\d.*|[A-Za-z].*)?$/

/**
 * Parses an XMLTV time (`YYYYMMDDhhmmss +zzzz`, also shortened from the right, with a colon in the offset, with a
 * zone's abbreviation or name, or in the ISO form) to unix milliseconds; undefined when it is invalid. `zone` is the
 * default of times without one; the DTD says UTC.
 */
export function readXmltvTime(text: string, zone: Zone): number | undefined {
  const match = form.exec(text.trim().slice(0, 100))
  if (match === null) return undefined
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', named] = match
  const own = named === undefined ? zone : readZone(named)
  if (own === undefined) return undefined
  const [monthNumber, dayNumber, hourNumber] = [Number(month), Number(day), Number(hour)]
  if (monthNumber < 1 || monthNumber > 12 || hourNumber > 24 || Number(minute) > 59 || Number(second) > 60)
    return undefined
  const daysInMonth = new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate()
  if (dayNumber < 1 || dayNumber > daysInMonth) return undefined
  return own.utcOf(
    Date.UTC(Number(year), monthNumber - 1, dayNumber, hourNumber, Number(minute), Number(second)),
  )
}
