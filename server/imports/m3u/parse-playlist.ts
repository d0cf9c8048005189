/** One channel of a playlist as written. */
export interface PlaylistEntry {
  /** The line of its `#EXTINF`, or of its address without one; from 1. */
  readonly line: number
  readonly name: string
  readonly url: string
  /** Attribute names in lower case. */
  readonly attributes: ReadonlyMap<string, string>
  readonly groups: readonly string[]
  readonly userAgent?: string
  readonly referer?: string
}

/** A line that could not be used, with the reason. */
export interface PlaylistProblem {
  readonly line: number
  readonly what: string
  readonly why: string
}

export type Playlist =
  | {
      readonly kind: 'playlist'
      /** Attributes of `#EXTM3U`, names in lower case. */
      readonly header: ReadonlyMap<string, string>
      readonly entries: readonly PlaylistEntry[]
      readonly problems: readonly PlaylistProblem[]
    }
  /** It is not a list of channels. */
  | { readonly kind: 'refused'; readonly why: string }

const maxEntries = 200_000

interface Pending {
  line: number
  name: string
  attributes: Map<string, string>
  groups: string[]
  userAgent?: string
  referer?: string
}

/**
 * Parses a playlist (names and attributes: `#EXTM3U`, `#EXTINF`, `#EXTGRP`, `#EXTVLCOPT`, `#KODIPROP`,
 * `|User-Agent=`).
 */
export function parsePlaylist(text: string): Playlist {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (/^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)/m.test(text)) {
    return { kind: 'refused', why: 'it is the playlist of one HLS stream, not a list of channels' }
  }
  const header = new Map<string, string>()
  const entries: PlaylistEntry[] = []
  const problems: PlaylistProblem[] = []
  if (
    /^[\uFEFF\s]*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*(?:<!DOCTYPE\s+tv\b|<tv\b)/i.test(
      text.slice(0, 4096),
    )
  )
    return { kind: 'refused', why: 'it is a guide (XMLTV), not a list of channels: load it under the guide' }
  let group: string[] = []
  let pending: Pending | undefined
  const abandon = () => {
    if (pending !== undefined && pending.name !== '') problems.push(withoutAddress(pending))
    pending = undefined
  }
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim()
    if (line === '') continue
    if (entries.length >= maxEntries) {
      return { kind: 'refused', why: `it has more than ${maxEntries} channels` }
    }
    if (line.startsWith('#EXTM3U')) {
      for (const [name, value] of attributesOf(line.slice(7)).attributes) header.set(name, value)
    } else if (/^#EXTINF:/i.test(line)) {
      abandon()
      pending = readInfo(line.slice(8), index + 1)
    } else if (/^#EXTGRP:/i.test(line)) {
      // Before or after its channel, and for all that follow until another one: players accept both.
      group = splitGroups(line.slice(8))
      if (pending !== undefined && pending.groups.length === 0) pending.groups = group
    } else if (/^#(?:EXTVLCOPT|KODIPROP):/i.test(line)) {
      readOption(line, (pending ??= emptyEntry(index + 1)))
    } else if (line.startsWith('#')) {
      // Any other such line is a comment.
      continue
    } else {
      const entry = finish(pending, line, index + 1, group)
      if ('why' in entry) problems.push(entry)
      else entries.push(entry)
      pending = undefined
    }
  }
  abandon()
  if (entries.length === 0 && problems.length === 0) {
    return { kind: 'refused', why: 'it holds no channel' }
  }
  if (
    header.size === 0 &&
    !/^\uFEFF?\s*#EXT/i.test(text) &&
    !entries.some(({ url }) => /^\w+:\/\//.test(url))
  ) {
    return { kind: 'refused', why: 'it is not a playlist: no #EXTM3U, no #EXTINF and no address in it' }
  }
  return { kind: 'playlist', header, entries, problems }
}

function emptyEntry(line: number): Pending {
  return { line, name: '', attributes: new Map(), groups: [] }
}

function withoutAddress(pending: Pending): PlaylistProblem {
  return { line: pending.line, what: pending.name, why: 'no address follows it' }
}

/** `-1 tvg-id="x" group-title="A;B",Name, with a comma`; the comma before the name may be missing. */
function readInfo(text: string, line: number): Pending {
  const { attributes, rest } = attributesOf(text.replace(/^\s*-?\d*(?:\.\d+)?/, ''))
  const name = rest.replace(/^\s*,/, '').trim().slice(0, maxNameCharacters)
  const groups = splitGroups(attributes.get('group-title') ?? '')
  const userAgent = attributes.get('user-agent') ?? attributes.get('http-user-agent')
  const referer =
    attributes.get('referer') ?? attributes.get('http-referrer') ?? attributes.get('http-referer')
  return {
    line,
    name: name === '' ? (attributes.get('tvg-name') ?? '').slice(0, maxNameCharacters) : name,
    attributes,
    groups,
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(referer === undefined ? {} : { referer }),
  }
}

const maxAttributes = 60
/** A longer text is no channel name. */
const maxNameCharacters = 1000

function attributesOf(text: string): { attributes: Map<string, string>; rest: string } {
  const attributes = new Map<string, string>()
  // After the last `=` there are no more attributes.
  const lastEquals = text.lastIndexOf('=')
  let at = 0
  for (let count = 0; count < maxAttributes; count += 1) {
    const start = /[\s;]*([A-Za-z][\w-]*)=/y
    start.lastIndex = at
    const [, name] = start.exec(text) ?? []
    if (name === undefined) break
    const { value, end } = readValue(text, start.lastIndex, lastEquals)
    attributes.set(name.toLowerCase(), value.trim())
    at = end
  }
  return { attributes, rest: text.slice(at) }
}

/**
 * In double quotes, in single ones, or without any up to a space or a comma. Each character is read a few times at
 * most.
 */
function readValue(
  text: string,
  from: number,
  lastEquals: number,
): { readonly value: string; readonly end: number } {
  if (text[from] === "'") {
    const end = text.indexOf("'", from + 1)
    if (end !== -1) return { value: text.slice(from + 1, end), end: end + 1 }
  }
  const isQuoted = text[from] === '"'
  if (isQuoted) {
    let quote = text.indexOf('"', from + 1)
    while (quote !== -1 && !endsValue(text, quote + 1, lastEquals)) quote = text.indexOf('"', quote + 1)
    if (quote !== -1) return { value: text.slice(from + 1, quote), end: quote + 1 }
  }
  const bare = /[^\s,"]*/y
  bare.lastIndex = from + (isQuoted ? 1 : 0)
  return { value: bare.exec(text)?.[0] ?? '', end: bare.lastIndex }
}

/**
 * A quoted value ends at a quote that is followed by an attribute or the name, so quotes inside a name are accepted.
 */
function endsValue(text: string, after: number, lastEquals: number): boolean {
  const next = /\s*(?:,|$)|[\s;]+[A-Za-z][\w-]*=/y
  next.lastIndex = after
  return next.test(text) || (lastEquals < after && /\s/.test(text[after] ?? ''))
}

function splitGroups(text: string): string[] {
  return text
    .split(';')
    .map((group) => group.trim())
    .filter((group) => group !== '')
}

function readOption(line: string, pending: Pending): void {
  const [, name = '', value = ''] = /^#(?:EXTVLCOPT|KODIPROP):([^=]+)=(.*)$/i.exec(line) ?? []
  const unquoted = value.trim().replace(/^"(.*)"$/, '$1')
  if (/^http-user-agent$/i.test(name)) pending.userAgent = unquoted
  if (/^http-refer?rer$/i.test(name)) pending.referer = unquoted
  if (/^inputstream\.adaptive\.(?:stream_headers|manifest_headers)$|^http-headers$/i.test(name)) {
    takeHeaders(unquoted, pending)
  }
}

/** `User-Agent=…&Referer=…`, percent-encoded or not. */
function takeHeaders(text: string, into: { userAgent?: string; referer?: string }): void {
  for (const pair of text.split('&')) {
    const [name = '', ...rest] = pair.split('=')
    const value = decoded(rest.join('='))
    if (/^user-agent$/i.test(name.trim())) into.userAgent = value
    if (/^referr?er$/i.test(name.trim())) into.referer = value
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function finish(
  pending: Pending | undefined,
  line: string,
  lineNumber: number,
  group: readonly string[],
): PlaylistEntry | PlaylistProblem {
  const entry = pending ?? emptyEntry(lineNumber)
  const [url = '', ...suffix] = line.split('|')
  if (suffix.length > 0) takeHeaders(suffix.join('|'), entry)
  const name = entry.name === '' ? nameFromAddress(url) : entry.name
  if (name === '') return { line: entry.line, what: line.slice(0, 80), why: 'it has no name' }
  return {
    line: entry.line,
    name,
    url: url.trim(),
    attributes: entry.attributes,
    groups: entry.groups.length > 0 ? entry.groups : group,
    ...(entry.userAgent === undefined ? {} : { userAgent: entry.userAgent }),
    ...(entry.referer === undefined ? {} : { referer: entry.referer }),
  }
}

function nameFromAddress(url: string): string {
  const path = url.replace(/[?#].*$/, '')
  const last = path
    .split('/')
    .filter((part) => part !== '' && !/^(?:index|playlist|mono|video|live)\.m3u8$/i.test(part))
    .at(-1)
  return decoded(last ?? '')
    .replace(/\.\w{2,5}$/, '')
    .slice(0, maxNameCharacters)
}
