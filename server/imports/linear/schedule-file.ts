import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { readZone, type Zone } from '#server/imports/source/zone.ts'

/** An item of a line, as written. */
export interface WrittenItem {
  readonly kind: 'film' | 'series' | 'episode' | 'collection'
  /** A catalogue number, a name, or the name of a packaged file; `12/1x3` for an episode. */
  readonly ref: string
  readonly line: number
}

export type LineContent =
  | { readonly kind: 'items'; readonly items: readonly WrittenItem[]; readonly isShuffled: boolean }
  /** The programmes that started then: on that day, or (without one) on the last day before. */
  | { readonly kind: 'repeat'; readonly day?: number; readonly fromMin: number }

/** A line of the schedule. Days are days since 1970 by the schedule's calendar, minutes those of the day. */
export type ScheduleLine = { readonly line: number; readonly content: LineContent } & (
  | { readonly when: 'dated'; readonly day: number; readonly fromMin: number; readonly toMin?: number }
  | {
      readonly when: 'weekly'
      /** 0 is Monday. */
      readonly weekdays: ReadonlySet<number>
      readonly fromMin: number
      /** Above 1440 it ends the next day. */
      readonly toMin: number
    }
)

export interface Schedule {
  /** The number of an existing channel. */
  readonly channel?: number
  /** The names of a channel that the file creates. */
  readonly name?: { readonly ru: string; readonly uz: string }
  readonly number?: number
  readonly category?: number
  readonly zone: Zone
  readonly daysAhead: number
  readonly filler: readonly WrittenItem[]
  readonly lines: readonly ScheduleLine[]
}

export interface LineProblem {
  /** 0 for the file as a whole. */
  readonly line: number
  /** The error, and what to write instead. */
  readonly why: string
}

export type ReadSchedule =
  | { readonly kind: 'schedule'; readonly schedule: Schedule }
  | { readonly kind: 'wrong'; readonly problems: readonly LineProblem[] }

const maxCharacters = 1_000_000
const maxLines = 20_000
const maxProblems = 50
const dayMs = 86_400_000
const defaultDays = 7
const maxDays = 14

/** Parses a schedule file; docs/guides/linear-channels.md describes its format. */
export function readSchedule(text: string): ReadSchedule {
  if (text.length > maxCharacters) return wrong(0, 'the file is larger than a million letters')
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (rows.length > maxLines) return wrong(0, `the file has more than ${maxLines} lines`)
  const problems: LineProblem[] = []
  const header: Header = {
    zone: readZone('Asia/Tashkent') ?? readZone('+05:00'),
    daysAhead: defaultDays,
    filler: [],
  }
  const lines: ScheduleLine[] = []
  for (const [index, row] of rows.entries()) {
    const line = index + 1
    const words = withoutRemark(row).trim()
    if (words === '') continue
    const [, field, value] = /^(channel|name|number|category|zone|days|filler)\s*:\s*(.*)$/i.exec(words) ?? []
    try {
      if (field !== undefined) readField(header, field.toLowerCase(), value ?? '', line)
      else lines.push(readLine(words, line))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      problems.push({ line, why: error.message })
      if (problems.length >= maxProblems) break
    }
  }
  if (problems.length === 0 && lines.length === 0 && header.filler.length === 0)
    return wrong(
      0,
      'the file holds no programme; write for example: every day 18:00-24:00 collection:"Классика"',
    )
  if (problems.length > 0) return { kind: 'wrong', problems }
  const { zone } = header
  return zone === undefined
    ? wrong(0, 'its zone is none')
    : { kind: 'schedule', schedule: { ...header, zone, lines } }
}

function wrong(line: number, why: string): ReadSchedule {
  return { kind: 'wrong', problems: [{ line, why }] }
}

class Unreadable extends Error {}

type Header = { -readonly [Name in keyof Omit<Schedule, 'lines' | 'zone'>]: Schedule[Name] } & {
  zone: Zone | undefined
}

/** `#` starts a comment at the start of a line or after a space, unless it is inside quotes. */
function withoutRemark(row: string): string {
  let isQuoted = false
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === '"') isQuoted = !isQuoted
    if (row[at] === '#' && !isQuoted && (at === 0 || /\s/.test(row[at - 1] ?? ''))) return row.slice(0, at)
  }
  return row
}

function readField(header: Header, field: string, value: string, line: number): void {
  const whole = (min: number, max: number): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Unreadable(`${field}: takes a number from ${min} to ${max}`)
    return number
  }
  switch (field) {
    case 'channel':
      header.channel = whole(1, 999_999)
      return
    case 'number':
      header.number = whole(1, 999_999)
      return
    case 'category':
      header.category = whole(1, 99)
      return
    case 'days':
      header.daysAhead = whole(1, maxDays)
      return
    case 'name': {
      const [ru = '', uz = ''] = value.split('|').map((part) => part.trim())
      if (ru === '' || value.length > 200)
        throw new Unreadable('name: takes a name, or a Russian and an Uzbek one: name: Кино | Kino')
      header.name = { ru, uz }
      return
    }
    case 'zone': {
      const zone = readZone(value)
      if (zone === undefined)
        throw new Unreadable(`zone: ${value} is neither like +05:00 nor like Asia/Tashkent`)
      header.zone = zone
      return
    }
    default:
      header.filler = readItems(value, line)
  }
}

const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const clock = String.raw`(\d{1,2}:\d{2})`
const until = String.raw`(?:\s*[-–—]\s*${clock})?`
const datedForm = new RegExp(String.raw`^(\d{4}-\d{2}-\d{2})\s+${clock}${until}\s+(.+)$`)
const weeklyForm = new RegExp(String.raw`^every\s+([a-z,–—-]+)\s+${clock}${until}\s+(.+)$`, 'i')
const repeatForm = new RegExp(String.raw`^repeat\s+(?:(\d{4}-\d{2}-\d{2})\s+)?${clock}$`, 'i')

function readLine(words: string, line: number): ScheduleLine {
  const dated = datedForm.exec(words)
  if (dated !== null) {
    const [, date = '', from = '', to, rest = ''] = dated
    const fromMin = minuteOf(from)
    const content = readContent(rest, line)
    if (to === undefined && content.kind === 'repeat')
      throw new Unreadable('a repeat needs its end: 2026-11-24 10:00-14:00 repeat 2026-11-23 19:00')
    const end = to === undefined ? {} : { toMin: endAfter(fromMin, minuteOf(to)) }
    return { line, content, when: 'dated', day: dayOf(date), fromMin, ...end }
  }
  const weekly = weeklyForm.exec(words)
  if (weekly === null)
    throw new Unreadable(
      'it is neither like 2026-11-23 19:00 film:12, nor like every day 18:00-24:00 collection:"Классика", nor a field like name: …',
    )
  const [, days = '', from = '', to, rest = ''] = weekly
  if (to === undefined) throw new Unreadable('every needs an end: every day 18:00-24:00 …')
  const fromMin = minuteOf(from)
  return {
    line,
    content: readContent(rest, line),
    when: 'weekly',
    weekdays: weekdaysOf(days.toLowerCase()),
    fromMin,
    toMin: endAfter(fromMin, minuteOf(to)),
  }
}

function endAfter(fromMin: number, toMin: number): number {
  return toMin > fromMin ? toMin : toMin + 1440
}

function minuteOf(text: string): number {
  const [hours = '', minutes = ''] = text.split(':')
  const minute = Number(hours) * 60 + Number(minutes)
  if (Number(minutes) > 59 || minute > 1440)
    throw new Unreadable(`${text} is no time of a day (00:00 to 24:00)`)
  return minute
}

function dayOf(date: string): number {
  if (!isCalendarDay(date)) throw new Unreadable(`${date} is no day of the calendar`)
  return Date.parse(`${date}T00:00:00Z`) / dayMs
}

function weekdaysOf(text: string): ReadonlySet<number> {
  const days = new Set<number>()
  for (const part of text.split(',')) {
    if (part === 'day' || part === 'days') return new Set(weekdayNames.keys())
    const [first = '', last = first, ...more] = part.split(/[-–—]/)
    const [from, to] = [weekdayNames.indexOf(first), weekdayNames.indexOf(last)]
    if (from < 0 || to < 0 || more.length > 0)
      throw new Unreadable(
        `every ${text} is not understood; write day, or mon, tue, wed, thu, fri, sat, sun: every mon-fri,sun`,
      )
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day)
      if (day === to) break
    }
  }
  return days
}

function readContent(text: string, line: number): LineContent {
  const repeat = repeatForm.exec(text.trim())
  if (repeat !== null) {
    const [, date, from = ''] = repeat
    return { kind: 'repeat', fromMin: minuteOf(from), ...(date === undefined ? {} : { day: dayOf(date) }) }
  }
  const isShuffled = /\s+shuffled$/i.test(text)
  const bare = text.replace(/\s+shuffled$/i, '').replace(/^from\s+/i, '')
  return { kind: 'items', items: readItems(bare, line), isShuffled }
}

const itemForm = /^(film|series|episode|collection):\s*(?:"([^"]+)"|([^\s,"]+))\s*(?:,\s*|$)/i

function readItems(text: string, line: number): WrittenItem[] {
  const items: WrittenItem[] = []
  let rest = text.trim()
  while (rest !== '') {
    const match = itemForm.exec(rest)
    if (match === null)
      throw new Unreadable(
        `"${rest.slice(0, 60)}" is not understood; write film:12 or film:"Name", series:…, episode:12/1x3, collection:…, with commas between`,
      )
    const [whole, kind = '', quoted, bare] = match
    items.push({ kind: kind.toLowerCase() as WrittenItem['kind'], ref: (quoted ?? bare ?? '').trim(), line })
    rest = rest.slice(whole.length)
  }
  if (items.length === 0) throw new Unreadable('it says nothing to play; write for example film:12')
  return items
}
