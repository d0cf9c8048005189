import { zoneAbbreviations } from './zone-abbreviations.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** The UTC offset of a place. `localMs` is the local time, read as if it were UTC. */
export interface Zone {
  /** The moment of the local time `localMs`: the first one in a repeated hour, an hour later in a skipped one. */
  utcOf(localMs: number): number
  /** The local time at a moment. */
  localOf(utcMs: number): number
}

const cached = new Map<string, Zone | undefined>()
/** A file can have as many zones as programmes. */
const maxCached = 500

/** `+05:00`, `+5`, `-0330`, `UTC+3`, `MSK`, `Z`, `Europe/London`; undefined for an invalid zone. */
export function readZone(text: string): Zone | undefined {
  const name = text.trim()
  if (cached.has(name)) return cached.get(name)
  const zone = name.length > 60 ? undefined : zoneOf(name)
  if (cached.size < maxCached) cached.set(name, zone)
  return zone
}

function zoneOf(name: string): Zone | undefined {
  const [, sign, hours = '', minutes = ''] =
    /^(?:UTC|GMT)?\s*([+\-\u2212\u2013])(\d{1,2})(?::?(\d{2}))?$/i.exec(name) ?? []
  if (sign !== undefined) {
    const offset = Number(hours) * 60 + Number(minutes === '' ? 0 : minutes)
    if (offset > 14 * 60 || Number(minutes) > 59) return undefined
    return fixedZone(sign === '+' ? offset : -offset)
  }
  const offset = zoneAbbreviations[name.toUpperCase()]
  if (offset !== undefined) return fixedZone(offset)
  return /^[A-Za-z_]+\/[\w+\-/]+$/.test(name) ? namedZone(name) : undefined
}

function fixedZone(offsetMin: number): Zone {
  const offsetMs = offsetMin * minuteMs
  return { utcOf: (localMs) => localMs - offsetMs, localOf: (utcMs) => utcMs + offsetMs }
}

/** A place with daylight saving time, from the machine's time zone data. */
function namedZone(name: string): Zone | undefined {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  } catch {
    return undefined
  }
  // Computing is a thousand times slower than the cache, and clocks change at full quarters of an hour.
  const remembered = new Map<number, number>()
  const offsetAt = (utcMs: number): number => {
    const quarter = Math.floor(utcMs / (hourMs / 4))
    let offset = remembered.get(quarter)
    if (offset === undefined) {
      offset = readOffset(
        format.formatToParts(utcMs).find(({ type }) => type === 'timeZoneName')?.value ?? '',
      )
      if (remembered.size > 20_000) remembered.clear()
      remembered.set(quarter, offset)
    }
    return offset
  }
  return {
    utcOf: (localMs) => {
      const before = offsetAt(localMs - dayMs)
      const first = localMs - before
      if (offsetAt(first) === before) return first
      const after = offsetAt(localMs + dayMs)
      const second = localMs - after
      return offsetAt(second) === after ? second : first
    },
    localOf: (utcMs) => utcMs + offsetAt(utcMs),
  }
}

/** `GMT`, `GMT+05:30` in milliseconds. */
function readOffset(text: string): number {
  const [, sign, hours, minutes] = /([+\-\u2212])(\d{2}):(\d{2})/.exec(text) ?? []
  if (sign === undefined) return 0
  const offset = (Number(hours) * 60 + Number(minutes)) * minuteMs
  return sign === '+' ? offset : -offset
}
