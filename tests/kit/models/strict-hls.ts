/**
 * The rules of RFC 8216bis for playlists that we write, as a list of the errors of one text, and of a text after the
 * previous one. It parses lines by itself: our own reader is too tolerant to be a judge.
 */

export interface StrictPart {
  readonly uri: string
  readonly durationSec: number
  readonly independent: boolean
}

export interface StrictSegment {
  readonly uri: string
  readonly durationSec: number
  readonly map: string | undefined
  readonly dateMs: number | undefined
  readonly discontinuity: boolean
  readonly gap: boolean
  readonly parts: readonly StrictPart[]
}

/** A media playlist as in its lines. */
export interface StrictPlaylist {
  readonly header: ReadonlyMap<string, string>
  readonly segments: readonly StrictSegment[]
  /** Parts after the last whole segment. */
  readonly openParts: readonly StrictPart[]
  readonly hint: string | undefined
  readonly reports: readonly ReadonlyMap<string, string>[]
  readonly skipped: number
  readonly ended: boolean
}

const once = [
  'EXT-X-VERSION',
  'EXT-X-TARGETDURATION',
  'EXT-X-MEDIA-SEQUENCE',
  'EXT-X-DISCONTINUITY-SEQUENCE',
  'EXT-X-PLAYLIST-TYPE',
  'EXT-X-INDEPENDENT-SEGMENTS',
  'EXT-X-I-FRAMES-ONLY',
  'EXT-X-IMAGES-ONLY',
  'EXT-X-START',
  'EXT-X-SERVER-CONTROL',
  'EXT-X-PART-INF',
  'EXT-X-SKIP',
]
/** These must precede the first segment. */
const first = ['EXT-X-MEDIA-SEQUENCE', 'EXT-X-DISCONTINUITY-SEQUENCE', 'EXT-X-SKIP']
const others = new Set([
  'EXTM3U',
  'EXTINF',
  'EXT-X-BYTERANGE',
  'EXT-X-DISCONTINUITY',
  'EXT-X-KEY',
  'EXT-X-MAP',
  'EXT-X-PROGRAM-DATE-TIME',
  'EXT-X-GAP',
  'EXT-X-BITRATE',
  'EXT-X-PART',
  'EXT-X-PRELOAD-HINT',
  'EXT-X-RENDITION-REPORT',
  'EXT-X-DATERANGE',
  'EXT-X-TILES',
  'EXT-X-ENDLIST',
])
/** Values of these attributes are quoted strings; all others are not. */
const quoted = new Set(['URI', 'BYTERANGE', 'ID', 'CLASS', 'GROUP-ID', 'NAME', 'LANGUAGE', 'CODECS', 'AUDIO'])
const quotedToo = new Set(['SUBTITLES', 'CHANNELS', 'START-DATE', 'END-DATE'])

type Say = (fault: string) => void

function attributesOf(tag: string, value: string, say: Say): Map<string, string> {
  const matches = new Map<string, string>()
  let rest = value
  while (rest !== '') {
    const match = /^([A-Z0-9-]+)=("[^"\r\n]*"|[^",\s][^",]*)(,|$)/.exec(rest)
    if (match === null) {
      say(`${tag}: no attribute list at "${rest.slice(0, 40)}"`)
      break
    }
    const [whole, name = '', text = '', comma] = match
    const isQuoted = text.startsWith('"')
    if (matches.has(name)) say(`${tag}: ${name} twice`)
    if (isQuoted !== (quoted.has(name) || quotedToo.has(name)) && !name.startsWith('X-'))
      say(`${tag}: ${name} ${isQuoted ? 'may not' : 'must'} be quoted`)
    matches.set(name, isQuoted ? text.slice(1, -1) : text)
    rest = rest.slice(whole.length)
    if (comma === ',' && rest === '') say(`${tag}: ends with a comma`)
  }
  return matches
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

/** What the lines so far define for the next segment. */
interface Reading {
  header: Map<string, string>
  segments: StrictSegment[]
  parts: StrictPart[]
  map: string | undefined
  dateMs: number | undefined
  durationSec: number | undefined
  discontinuity: boolean
  gap: boolean
  hint: string | undefined
  reports: ReadonlyMap<string, string>[]
  ended: boolean
}

const tags: Readonly<Record<string, (value: string, reading: Reading, say: Say) => void>> = {
  EXTINF: (value, reading, say) => {
    const match = /^(\d+(?:\.\d+)?),(.*)$/.exec(value)
    if (match === null) say(`EXTINF:${value} is no duration and title`)
    if (reading.durationSec !== undefined) say('EXTINF twice before one uri')
    reading.durationSec = numberOf(match?.[1])
  },
  'EXT-X-MAP': (value, reading, say) => {
    const attributes = attributesOf('MAP', value, say)
    if (!attributes.has('URI')) say('MAP without URI')
    reading.map = value
  },
  'EXT-X-PROGRAM-DATE-TIME': (value, reading, say) => {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(value))
      say(`PROGRAM-DATE-TIME ${value}`)
    reading.dateMs = Date.parse(value)
  },
  'EXT-X-DISCONTINUITY': (_, reading) => {
    reading.discontinuity = true
  },
  'EXT-X-GAP': (_, reading) => {
    reading.gap = true
  },
  'EXT-X-PART': (value, reading, say) => {
    const attributes = attributesOf('PART', value, say)
    const [uri, durationSec] = [attributes.get('URI'), numberOf(attributes.get('DURATION'))]
    if (uri === undefined || Number.isNaN(durationSec)) say(`PART:${value}`)
    reading.parts.push({ uri: uri ?? '', durationSec, independent: attributes.get('INDEPENDENT') === 'YES' })
  },
  'EXT-X-PRELOAD-HINT': (value, reading, say) => {
    const attributes = attributesOf('PRELOAD-HINT', value, say)
    if (attributes.get('TYPE') === 'PART' && reading.hint !== undefined) say('two hints of one type')
    if (attributes.get('TYPE') === 'PART') reading.hint = attributes.get('URI')
    if (!attributes.has('URI') || !attributes.has('TYPE')) say(`PRELOAD-HINT:${value}`)
  },
  'EXT-X-RENDITION-REPORT': (value, reading, say) => {
    const attributes = attributesOf('RENDITION-REPORT', value, say)
    if (!attributes.has('URI') || Number.isNaN(numberOf(attributes.get('LAST-MSN'))))
      say(`RENDITION-REPORT:${value}`)
    reading.reports.push(attributes)
  },
  'EXT-X-ENDLIST': (_, reading) => {
    reading.ended = true
  },
}

function takeUri(uri: string, reading: Reading, say: Say): void {
  if (reading.durationSec === undefined) say(`${uri} without EXTINF`)
  if (/\s/.test(uri)) say(`a uri with a space: ${uri}`)
  reading.segments.push({
    uri,
    durationSec: reading.durationSec ?? 0,
    map: reading.map,
    dateMs: reading.dateMs,
    discontinuity: reading.discontinuity,
    gap: reading.gap,
    parts: reading.parts,
  })
  reading.parts = []
  reading.dateMs = undefined
  reading.durationSec = undefined
  reading.discontinuity = false
  reading.gap = false
}

function takeTag(line: string, reading: Reading, say: Say): void {
  const [, name = '', , value = ''] = /^#([A-Z0-9-]+)(:(.*))?$/.exec(line) ?? []
  if (once.includes(name)) {
    if (reading.header.has(name)) say(`${name} twice`)
    if (first.includes(name) && (reading.segments.length > 0 || reading.parts.length > 0))
      say(`${name} behind a segment`)
    if (name === 'EXT-X-DISCONTINUITY-SEQUENCE' && reading.discontinuity)
      say(`${name} behind a DISCONTINUITY`)
    reading.header.set(name, value)
    return
  }
  if (!others.has(name)) return say(`an unknown tag: ${line.slice(0, 60)}`)
  tags[name]?.(value, reading, say)
}

/** Parses one media playlist and returns all errors in its lines. */
export function readStrictly(text: string): { playlist: StrictPlaylist; faults: string[] } {
  const faults: string[] = []
  const say = (fault: string): void => void faults.push(fault)
  const reading: Reading = {
    header: new Map(),
    segments: [],
    parts: [],
    map: undefined,
    dateMs: undefined,
    durationSec: undefined,
    discontinuity: false,
    gap: false,
    hint: undefined,
    reports: [],
    ended: false,
  }
  const lines = text.split(/\r?\n/)
  if (lines[0] !== '#EXTM3U') say('the first line is not #EXTM3U')
  if (lines.at(-1) !== '') say('the last line has no end')
  for (const line of lines.slice(1, -1)) {
    if (line === '') continue
    if (line.startsWith('#EXT')) takeTag(line, reading, say)
    else if (!line.startsWith('#')) takeUri(line, reading, say)
  }
  if (reading.durationSec !== undefined) say('EXTINF without a uri')
  const { header, segments, parts: openParts, hint, reports, ended } = reading
  const skip = attributesOf('SKIP', header.get('EXT-X-SKIP') ?? '', say).get('SKIPPED-SEGMENTS')
  const skipped = skip === undefined ? 0 : numberOf(skip)
  return { playlist: { header, segments, openParts, hint, reports, skipped, ended }, faults }
}

export function targetOf(playlist: StrictPlaylist): number {
  return numberOf(playlist.header.get('EXT-X-TARGETDURATION'))
}

export function sequenceOf(playlist: StrictPlaylist): number {
  return Number(playlist.header.get('EXT-X-MEDIA-SEQUENCE') ?? 0)
}

export function partTargetOf(playlist: StrictPlaylist): number {
  return Number(/PART-TARGET=([\d.]+)/.exec(playlist.header.get('EXT-X-PART-INF') ?? '')?.[1])
}

/** `name=number` from SERVER-CONTROL. */
function controlOf(playlist: StrictPlaylist, name: string): number {
  return Number(
    new RegExp(`(?:^|,)${name}=([\\d.]+)`).exec(playlist.header.get('EXT-X-SERVER-CONTROL') ?? '')?.[1],
  )
}

/** Times are written in milliseconds, durations in microseconds. */
const slackSec = 0.005
/** A video or audio frame between two segments is no gap. */
const seamSec = 0.3

/** All errors of one media playlist. */
export function faultsOf(text: string): string[] {
  const { playlist, faults } = readStrictly(text)
  const say = (fault: string): void => void faults.push(fault)
  checkHeader(playlist, say)
  checkSegments(playlist, say)
  checkParts(playlist, say)
  return faults
}

function checkHeader(playlist: StrictPlaylist, say: Say): void {
  const { header, segments } = playlist
  const version = Number(header.get('EXT-X-VERSION') ?? 1)
  const deps = (min: number, why: string): void => {
    if (version < min) say(`version ${version} is below ${min}: ${why}`)
  }
  if (!/^\d+$/.test(header.get('EXT-X-TARGETDURATION') ?? '')) say('no whole TARGETDURATION')
  if (segments.some((one) => one.map !== undefined)) deps(6, 'MAP')
  if (segments.some((one) => one.gap)) deps(8, 'GAP')
  if (header.has('EXT-X-SKIP')) deps(9, 'SKIP')
  if (segments.some((one) => !Number.isInteger(one.durationSec))) deps(3, 'decimal EXTINF')
  const type = header.get('EXT-X-PLAYLIST-TYPE')
  if (type !== undefined && type !== 'VOD' && type !== 'EVENT') say(`PLAYLIST-TYPE ${type}`)
  if (type === 'VOD' && !playlist.ended) say('VOD without ENDLIST')
}

function checkSegments(playlist: StrictPlaylist, say: Say): void {
  const target = targetOf(playlist)
  let before: StrictSegment | undefined
  for (const one of playlist.segments) {
    if (Math.round(one.durationSec) > target) say(`${one.uri} lasts ${one.durationSec}, over ${target}`)
    if (one.durationSec <= 0) say(`${one.uri} lasts ${one.durationSec}`)
    if (one.uri.endsWith('.m4s') && !one.gap && one.map === undefined && playlist.skipped === 0)
      say(`${one.uri} without MAP before it`)
    if (before?.dateMs !== undefined && one.dateMs !== undefined) {
      const offSec = (one.dateMs - before.dateMs) / 1000 - before.durationSec
      if (offSec < -slackSec - 0.05 || (!one.discontinuity && offSec > seamSec))
        say(`${one.uri} is dated ${offSec.toFixed(3)} s off the end of the one before`)
    }
    before = one
  }
}

function checkParts(playlist: StrictPlaylist, say: Say): void {
  const { segments, openParts, hint, header, ended } = playlist
  const all = [...segments.map((one) => one.parts), openParts]
  if (!header.has('EXT-X-PART-INF')) {
    if (all.some((parts) => parts.length > 0)) say('parts without PART-INF')
    return
  }
  const [target, partTarget] = [targetOf(playlist), partTargetOf(playlist)]
  if (!(controlOf(playlist, 'PART-HOLD-BACK') >= partTarget * 2)) say('PART-HOLD-BACK below two parts')
  if (!(controlOf(playlist, 'HOLD-BACK') >= target * 3)) say('HOLD-BACK below three targets')
  if (!(controlOf(playlist, 'CAN-SKIP-UNTIL') >= target * 6)) say('CAN-SKIP-UNTIL below six targets')
  if (hint === undefined && !ended) say('no PRELOAD-HINT')
  const names = all.flat().map((part) => part.uri)
  if (new Set(names).size !== names.length) say('one part twice')
  if (hint !== undefined && names.includes(hint)) say(`the hint ${hint} is there already`)
  all.forEach((parts, position) => {
    parts.forEach((part, at) => {
      if (part.durationSec > partTarget + slackSec)
        say(`${part.uri} lasts ${part.durationSec}, over ${partTarget}`)
      if (at < parts.length - 1 && part.durationSec < partTarget * 0.85 - slackSec)
        say(`${part.uri} lasts ${part.durationSec}, under 85 % of ${partTarget}`)
      if (at === 0 && !part.independent) say(`${part.uri} begins a segment and is not INDEPENDENT`)
    })
    const whole = segments[position]
    const sum = parts.reduce((seconds, part) => seconds + part.durationSec, 0)
    if (whole !== undefined && parts.length > 0 && Math.abs(sum - whole.durationSec) > slackSec)
      say(`the parts of ${whole.uri} last ${sum}, it says ${whole.durationSec}`)
  })
}
