const minuteMs = 60_000

/** Zones by name, in minutes east of UTC, as guides write them instead of an offset. */
const namedZones: Readonly<Record<string, number>> = {
  Z: 0, UTC: 0, GMT: 0, WET: 0, WEST: 60, BST: 60, CET: 60, CEST: 120, EET: 120, EEST: 180, MSK: 180, SAMT: 240,
  UZT: 300, YEKT: 300, PKT: 300, ALMT: 300, IST: 330, OMST: 360, NOVT: 420, KRAT: 420, IRKT: 480, JST: 540, KST: 540,
  EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420,
} // prettier-ignore

const form =
  /^(\d{4})-?(\d{2})?-?(\d{2})?[T ]?(?:(\d{2}):?(\d{2})?:?(\d{2})?(?:[.,]\d+)?)?\s*([+-]\d{1,2}:?\d{0,2}|[A-Za-z]{1,5})?$/

/**
 * A moment of XMLTV (`YYYYMMDDhhmmss +zzzz`, also shortened from the right, with a colon in the offset, with a zone's
 * name, or in the ISO form) as unix milliseconds; undefined when it is none. Without a zone it is
 * `zoneOffsetMin` east of UTC; the DTD says UTC.
 */
export function readXmltvTime(text: string, zoneOffsetMin = 0): number | undefined {
  const match = form.exec(text.trim())
  if (match === null) return undefined
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', zone] = match
  const offsetMin = zone === undefined ? zoneOffsetMin : offsetOf(zone)
  if (offsetMin === undefined) return undefined
  const parts = [
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  ] as const
  const [, monthNumber, dayNumber, hourNumber, minuteNumber, secondNumber] = parts
  if (monthNumber < 1 || monthNumber > 12 || hourNumber > 24 || minuteNumber > 59 || secondNumber > 60)
    return undefined
  const daysInMonth = new Date(Date.UTC(parts[0], monthNumber, 0)).getUTCDate()
  if (dayNumber < 1 || dayNumber > daysInMonth) return undefined
  return (
    Date.UTC(parts[0], monthNumber - 1, dayNumber, hourNumber, minuteNumber, secondNumber) -
    offsetMin * minuteMs
  )
}

function offsetOf(zone: string): number | undefined {
  const [, sign, hours = '', minutes = ''] = /^([+-])(\d{1,2}):?(\d{0,2})$/.exec(zone) ?? []
  if (sign === undefined) return namedZones[zone.toUpperCase()]
  const offset = Number(hours) * 60 + Number(minutes === '' ? 0 : minutes)
  if (offset > 14 * 60 || Number(minutes === '' ? 0 : minutes) > 59) return undefined
  return sign === '-' ? -offset : offset
}
