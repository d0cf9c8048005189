/** One channel of a playlist as it is written there. */
export interface PlaylistEntry {
  /** The line of its `#EXTINF`, or of its address when it has none; from 1. */
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

const mostEntries = 200_000

interface Pending {
  line: number
  name: string
  attributes: Map<string, string>
  groups: string[]
  userAgent?: string
  referer?: string
}

/** Reads a playlist (names and attributes: `#EXTM3U`, `#EXTINF`, `#EXTGRP`, `#EXTVLCOPT`, `#KODIPROP`, `|User-Agent=`). */
export function parsePlaylist(text: string): Playlist {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (/^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)/m.test(text)) {
    return { kind: 'refused', why: 'it is the playlist of one HLS stream, not a list of channels' }
  }
  const header = new Map<string, string>()
  const entries: PlaylistEntry[] = []
  const problems: PlaylistProblem[] = []
  let group: string[] = []
  let pending: Pending | undefined
  const abandon = () => {
    if (pending !== undefined && pending.name !== '') problems.push(withoutAddress(pending))
    pending = undefined
  }
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim()
    if (line === '') continue
    if (entries.length >= mostEntries) {
      return { kind: 'refused', why: `it has more than ${mostEntries} channels` }
    }
    if (line.startsWith('#EXTM3U')) {
      for (const [name, value] of attributesOf(line.slice(7)).attributes) header.set(name, value)
    } else if (/^#EXTINF:/i.test(line)) {
      abandon()
      pending = readInfo(line.slice(8), index + 1)
    } else if (/^#EXTGRP:/i.test(line)) {
      // Before its channel or after it, and for all that follow until another comes: players take it both ways.
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
  const name = rest.replace(/^\s*,/, '').trim()
  const groups = splitGroups(attributes.get('group-title') ?? '')
  const userAgent = attributes.get('user-agent') ?? attributes.get('http-user-agent')
  const referer =
    attributes.get('referer') ?? attributes.get('http-referrer') ?? attributes.get('http-referer')
  return {
    line,
    name: name === '' ? (attributes.get('tvg-name') ?? '') : name,
    attributes,
    groups,
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(referer === undefined ? {} : { referer }),
  }
}

// A quoted value ends at a quote that something sensible follows, so that quotes inside a name do no harm.
const attributeForm =
  /^[\s;]*([A-Za-z][\w-]*)=(?:"(.*?)"(?=\s*(?:,|$)|[\s;]+[A-Za-z][\w-]*=|\s+[^=]*$)|'([^']*)'|"?([^\s,"]*))/

function attributesOf(text: string): { attributes: Map<string, string>; rest: string } {
  const attributes = new Map<string, string>()
  let rest = text
  for (let count = 0; count < 60; count += 1) {
    const match = attributeForm.exec(rest)
    if (match === null) break
    const [whole, name = '', quoted, single, bare] = match
    attributes.set(name.toLowerCase(), (quoted ?? single ?? bare ?? '').trim())
    rest = rest.slice(whole.length)
  }
  return { attributes, rest }
}

function splitGroups(text: string): string[] {
  return text
    .split(';')
    .map((group) => group.trim())
    .filter((group) => group !== '')
}

function readOption(line: string, pending: Pending): void {
  const [, name = '', value = ''] = /^#(?:EXTVLCOPT|KODIPROP):([^=]+)=(.*)$/i.exec(line) ?? []
  const kept = value.trim().replace(/^"(.*)"$/, '$1')
  if (/^http-user-agent$/i.test(name)) pending.userAgent = kept
  if (/^http-refer?rer$/i.test(name)) pending.referer = kept
  if (/^inputstream\.adaptive\.(?:stream_headers|manifest_headers)$|^http-headers$/i.test(name)) {
    takeHeaders(kept, pending)
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
  return decoded(last ?? '').replace(/\.\w{2,5}$/, '')
}
