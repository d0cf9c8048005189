/** Reads a JSON schedule by a mapping, as a guide. */
import { setImmediate } from 'node:timers/promises'
import type { XmltvProgramme, XmltvSink } from '#server/imports/source/guide-sink.ts'
import { guessSchedule } from './guess-schedule.ts'
import type { ScheduleField, ScheduleMapping } from './schedule-mapping.ts'
import { type ListEntry, entriesOf, listsIn, textOf, valueAt } from './walk-json.ts'

/** Larger texts are refused: a JSON text is parsed as a whole. */
export const maxJsonBytes = 64 * 1024 * 1024
const entriesAtOnce = 500

export interface ScheduleOptions {
  /** Absent: guessed. */
  readonly mapping?: ScheduleMapping | undefined
  /** Names the channel of a file that says none. */
  readonly channel: string
  /** Told the mapping before anything is read, also one by which nothing can be read. */
  readonly onMapping?: ((mapping: ScheduleMapping | undefined) => void) | undefined
}

/** Whether a text begins like JSON rather than XML. */
export function looksLikeJson(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, 100))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  return text.startsWith('{') || text.startsWith('[')
}

/** The whole text as JSON. Throws the reason why it is none. */
export async function parseJson(bytes: AsyncIterable<Uint8Array>): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > maxJsonBytes)
      throw new Error(`the JSON is larger than ${maxJsonBytes / 1024 / 1024} MB; give it in parts`)
    pieces.push(piece)
  }
  const text = Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the JSON is broken (${error instanceof Error ? error.message.slice(0, 200) : ''})`)
  }
}

/** Reads the programmes of a parsed file. Throws when no list with starts and titles is recognised. */
export async function readSchedule(root: unknown, sink: XmltvSink, options: ScheduleOptions): Promise<void> {
  const mapping = options.mapping ?? guessSchedule(listsIn(root), options.channel)
  options.onMapping?.(mapping)
  const problem = problemOf(mapping)
  if (mapping === undefined || problem !== undefined) throw new Error(problem ?? noList)
  const channels = new Set<string>()
  let line = 0
  for (const entry of entriesOf(root, mapping.list)) {
    line += 1
    const programme = programmeOfEntry(entry, mapping, line)
    if (!channels.has(programme.channel)) {
      channels.add(programme.channel)
      sink.channel({ id: programme.channel, names: [programme.channel] })
    }
    sink.programme(programme)
    if (line % entriesAtOnce === 0) {
      await sink.pause()
      // Entries of foreign channels wait for nothing: others have their turn too.
      await setImmediate()
    }
  }
  if (line === 0) throw new Error(`the JSON has no entry at ${mapping.list}`)
  await sink.pause()
}

const noList = 'the JSON has no list of programmes'

/** Why nothing can be read by a mapping; undefined when it can. */
function problemOf(mapping: ScheduleMapping | undefined): string | undefined {
  if (mapping === undefined) return noList
  const { fields } = mapping
  if (fields.start === undefined)
    return 'which field is the start of a programme is not clear; say it in the mapping'
  if (fields.title_ru === undefined && fields.title_uz === undefined)
    return 'which field is the title of a programme is not clear; say it in the mapping'
  return undefined
}

/** An entry as a programme; `line` is its place in the list. */
export function programmeOfEntry(entry: ListEntry, mapping: ScheduleMapping, line: number): XmltvProgramme {
  const text = (field: ScheduleField) => {
    const path = mapping.fields[field]
    return path === undefined ? '' : textOf(valueAt(entry, path)).replace(/\s+/g, ' ').trim().slice(0, 20_000)
  }
  const day = { date: text('date'), zone: text('zone') }
  const start = timeText(text('start'), day)
  const stop = stopText(text, start, mapping, day)
  const [season, episode] = [numberIn(text('season')), numberIn(text('episode'))]
  const number = `${season === '' ? '' : `S${season}`}${episode === '' ? '' : `E${episode}`}`
  const age = text('age')
  return {
    ...{ file: 'entry', line, channel: text('channel') || mapping.channel, start },
    ...(stop === '' ? {} : { stop }),
    titles: worded(text('title_ru'), text('title_uz')),
    subtitles: [],
    descriptions: worded(text('description_ru'), text('description_uz')),
    categories: text('genre')
      .split(/\s*[;,/|]\s*/)
      .filter((one) => one !== ''),
    ...(age === '' ? {} : { ratings: [/^\d{1,2}$/.test(age) ? `${age}+` : age] }),
    ...(number === '' ? {} : { episodes: [{ system: 'onscreen', text: number }] }),
  }
}

function worded(ru: string, uz: string) {
  return [
    ...(ru === '' ? [] : [{ language: 'ru', text: ru }]),
    ...(uz === '' ? [] : [{ language: 'uz', text: uz }]),
  ]
}

function numberIn(text: string): string {
  return /\d{1,5}/.exec(text)?.[0] ?? ''
}

const dayMs = 86_400_000
/** Smaller numbers are seconds since 1970, larger ones milliseconds; from 1973 on. */
const smallestSeconds = 1e8
const smallestMs = 1e11

/** A time in the form of XMLTV: epoch seconds or milliseconds, ISO, `28.11.2026 20:00`, or a time of a day. */
function timeText(text: string, { date, zone }: { readonly date: string; readonly zone: string }): string {
  const number = Number(text)
  if (/^\d{9,14}(?:\.\d+)?$/.test(text) && number >= smallestSeconds && number < 1e14 && !isCompact(text)) {
    const moment = new Date(number >= smallestMs ? number : number * 1000)
    return Number.isFinite(moment.getTime()) ? moment.toISOString().slice(0, 19) + 'Z' : text
  }
  const isClock = /^\d{1,2}:\d{2}(?::\d{2})?$/.test(text)
  const whole = isoOf(isClock ? `${date} ${text}` : text)
  const hasZone = /(?:Z|[+\u2212-]\d{1,2}:?\d{2}|[A-Za-z]\/.*)$/i.test(whole.slice(10))
  return hasZone || zone === '' || whole === '' ? whole : `${whole} ${zone}`
}

/** `20261128200000` is no number of milliseconds. */
function isCompact(text: string): boolean {
  return /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/.test(
    text,
  )
}

/** `28.11.2026 9:05` and `2026-11-28 9:05` with two digits each; anything else as it is. */
function isoOf(text: string): string {
  const local =
    /^(?:(\d{1,2})\.(\d{1,2})\.(\d{4})|(\d{4})-(\d{1,2})-(\d{1,2}))(?:T[^ ,T]*)?[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2}))?(.*)$/.exec(
      text,
    )
  if (local === null) return text
  const [
    ,
    d = '',
    m = '',
    y = '',
    year = y,
    month = m,
    day = d,
    hour = '',
    minute = '',
    second = '00',
    rest = '',
  ] = local
  const two = (value: string) => value.padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}${rest.replace(/^\.\d+/, '')}`
}

function stopText(
  text: (field: ScheduleField) => string,
  start: string,
  mapping: ScheduleMapping,
  day: { readonly date: string; readonly zone: string },
): string {
  const written = text('stop')
  const [moment = '', suffix = ''] = splitZone(start)
  if (written !== '') {
    const stop = timeText(written, day)
    const [stopMoment = '', stopSuffix = ''] = splitZone(stop)
    // A time of the day before the start is of the next day.
    const isNext = /^\d{1,2}:\d{2}/.test(written) && suffix === stopSuffix && stopMoment <= moment
    return isNext ? withZone(later(stopMoment, dayMs), suffix) : stop
  }
  const ms = durationMs(text('duration'), mapping.duration)
  return ms === undefined || moment === '' ? '' : withZone(later(moment, ms), suffix)
}

function withZone(moment: string, suffix: string): string {
  return moment === '' ? '' : moment + suffix
}

/** A local time and its zone as written. */
function splitZone(time: string): readonly string[] {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(.*)$/.exec(time)
  return match === null ? [] : match.slice(1)
}

/** '' for a date that does not exist. */
function later(localIso: string, ms: number): string {
  const moment = Date.parse(`${localIso}Z`) + ms
  return Number.isFinite(moment) ? new Date(moment).toISOString().slice(0, 19) : ''
}

function durationMs(text: string, unit: ScheduleMapping['duration']): number | undefined {
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (clock !== null) {
    const [, hours = '0', minutes = '0', seconds = '0'] = clock
    return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  }
  const units = { seconds: 1000, minutes: 60_000, milliseconds: 1 } as const
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * units[unit] : 0
  return ms > 0 && ms <= 2 * dayMs ? Math.round(ms) : undefined
}
