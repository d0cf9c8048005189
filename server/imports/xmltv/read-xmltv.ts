import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { XmltvProgramme, XmltvSink } from '#server/imports/source/guide-sink.ts'
import { readJtv } from './read-jtv.ts'
import {
  type ScheduleOptions,
  looksLikeJson,
  parseJson,
  readSchedule,
} from '#server/imports/guide-json/read-schedule.ts'
import { peek, unpack } from './unpack.ts'

export type ReadOutcome =
  | { readonly kind: 'read' }
  /** Parts of it may have been passed to the sink already. */
  | { readonly kind: 'refused'; readonly why: string }

export interface XmltvLimits {
  /** Of the unpacked text. */
  readonly bytes: number
  readonly programmes: number
  readonly channels: number
}

export const defaultLimits: XmltvLimits = {
  bytes: 4 * 1024 * 1024 * 1024,
  programmes: 5_000_000,
  channels: 100_000,
}

/**
 * Reads a guide as a stream: XMLTV, plain or gzip or in a zip, or JTV in a zip; or a JSON schedule, which is read as a
 * whole. Broken XML or JSON refuses all of it, with the reason. Errors of the sink are thrown.
 */
export async function readGuide(
  source: AsyncIterable<Uint8Array>,
  sink: XmltvSink,
  limits: XmltvLimits = defaultLimits,
  schedule: ScheduleOptions = { channel: '' },
): Promise<ReadOutcome> {
  let failed: { readonly error: unknown } | undefined
  const pause = async () => {
    try {
      await sink.pause()
    } catch (error) {
      failed = { error }
      throw error
    }
  }
  const limitedSink: XmltvSink = { ...limited(sink, limits), pause }
  try {
    const unpacked = await unpack(source, limits.bytes)
    if (unpacked.kind === 'zip') await readJtv(unpacked.files, limitedSink)
    else await readText(unpacked.bytes, limitedSink, limits, schedule)
    return { kind: 'read' }
  } catch (error) {
    if (failed !== undefined) throw failed.error
    return { kind: 'refused', why: error instanceof Error ? error.message : String(error) }
  }
}

function limited(sink: XmltvSink, limits: XmltvLimits): Pick<XmltvSink, 'channel' | 'programme'> {
  let programmes = 0
  let channels = 0
  return {
    channel: (channel) => {
      if ((channels += 1) > limits.channels) throw new Error(`it has more than ${limits.channels} channels`)
      sink.channel(channel)
    },
    programme: (programme) => {
      if ((programmes += 1) > limits.programmes)
        throw new Error(`it has more than ${limits.programmes} programmes`)
      sink.programme(programme)
    },
  }
}

async function readText(
  bytes: AsyncIterable<Uint8Array>,
  sink: XmltvSink,
  limits: XmltvLimits,
  schedule: ScheduleOptions,
): Promise<void> {
  const { head, all } = await peek(bytes)
  if (/^[\uFEFF\s]*#EXT(?:M3U|INF)/i.test(new TextDecoder().decode(head)))
    throw new Error('it is a list of channels (M3U), not a guide: load it under the lists of channels')
  if (looksLikeJson(head)) await readSchedule(await parseJson(all), sink, schedule)
  else await readXmltv(all, sink, limits)
}

async function readXmltv(
  bytes: AsyncIterable<Uint8Array>,
  sink: XmltvSink,
  limits: XmltvLimits,
): Promise<void> {
  const reading = new XmltvReading(sink)
  for await (const text of decoded(bytes, limits.bytes)) {
    reading.write(text)
    await sink.pause()
  }
  reading.end()
  await sink.pause()
}

async function* decoded(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let head: Uint8Array = new Uint8Array()
  let bytes = 0
  for await (const piece of source) {
    bytes += piece.length
    if (bytes > maxBytes) throw new Error(`it has more than ${Math.round(maxBytes / 1024 / 1024)} MB of text`)
    if (decoder !== undefined) {
      yield decoder.decode(piece, { stream: true })
      continue
    }
    // The declaration with the encoding may arrive in pieces.
    head = head.length === 0 ? piece : Buffer.concat([head, piece])
    if (head.length < declarationBytes) continue
    decoder = decoderOf(head)
    yield decoder.decode(head, { stream: true })
  }
  if (decoder === undefined) yield decoderOf(head).decode(head)
  else yield decoder.decode()
}

const declarationBytes = 200

function decoderOf(head: Uint8Array) {
  const [a, b] = head
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le')
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be')
  const declaration = Buffer.from(head.subarray(0, declarationBytes)).toString('latin1')
  const [, encoding = 'utf-8'] = /^[^<]*<\?xml[^>]*encoding=["']([\w.:-]+)["']/.exec(declaration) ?? []
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new Error(`its encoding ${encoding} is unknown`)
  }
}

type Lists = 'titles' | 'subtitles' | 'descriptions' | 'categories' | 'ratings' | 'episodes'
type PartialProgramme = Omit<XmltvProgramme, Lists> & {
  readonly [Name in Lists]: NonNullable<XmltvProgramme[Name]>[number][]
}

const maxCharactersOfOne = 8 * 1024 * 1024
/** Names of a channel, titles of a programme: more of one kind add nothing. */
const maxOfAKind = 50

function push<Item>(items: Item[], item: Item): void {
  if (items.length < maxOfAKind) items.push(item)
}

/** The parser of one document. */
class XmltvReading {
  readonly #parser = new SaxesParser()
  readonly #sink: XmltvSink
  #channel: { id: string; names: string[] } | undefined
  #programme: PartialProgramme | undefined
  #path: string[] = []
  #language = ''
  /** The system of the current episode number. */
  #system = ''
  #text = ''
  /** Characters since the last tag. */
  #sinceTag = 0

  constructor(sink: XmltvSink) {
    this.#sink = sink
    this.#parser.on('error', (error) => {
      throw new Error(
        `the XML is broken at line ${this.#parser.line} (${error.message.replace(/^\d+:\d+:\s*/, '')})`,
      )
    })
    // A document type is parsed but never loaded; a guide has no need for entities of its own.
    this.#parser.on('doctype', (text) => {
      if (/<!ENTITY/i.test(text))
        throw new Error(`the XML is broken at line ${this.#parser.line} (it declares entities of its own)`)
    })
    this.#parser.on('opentag', (tag) => this.#open(tag))
    this.#parser.on('text', (text) => this.#add(text))
    this.#parser.on('cdata', (text) => this.#add(text))
    this.#parser.on('closetag', (tag) => this.#close(tag.name))
  }

  write(text: string): void {
    this.#sinceTag += text.length
    this.#parser.write(text)
    if (this.#sinceTag > maxCharactersOfOne)
      throw new Error(`what begins at line ${this.#parser.line} or before does not end within 8 MB`)
  }

  end(): void {
    this.#parser.close()
  }

  #open(tag: SaxesTagPlain): void {
    this.#sinceTag = 0
    this.#path.push(tag.name)
    if (this.#path.length === 1 && tag.name !== 'tv') {
      throw new Error(`it is not XMLTV: it begins with <${tag.name}> instead of <tv>`)
    }
    if (this.#path.length > 60) throw new Error('its elements are nested too deep')
    this.#text = ''
    this.#system = (tag.attributes['system'] ?? '').trim().toLowerCase()
    this.#language = (tag.attributes['lang'] ?? '').toLowerCase().slice(0, 2)
    if (this.#path.length !== 2) return
    if (tag.name === 'channel') this.#channel = { id: (tag.attributes['id'] ?? '').trim(), names: [] }
    if (tag.name === 'programme') this.#programme = this.#start(tag)
  }

  #start(tag: SaxesTagPlain): PartialProgramme {
    const stop = tag.attributes['stop']
    const catchupId = (tag.attributes['catchup-id'] ?? '').trim()
    return {
      line: this.#parser.line,
      channel: (tag.attributes['channel'] ?? '').trim(),
      start: tag.attributes['start'] ?? '',
      ...(stop === undefined ? {} : { stop }),
      ...(isCatchupId(catchupId) ? { catchupId } : {}),
      titles: [],
      subtitles: [],
      descriptions: [],
      categories: [],
      ratings: [],
      episodes: [],
    }
  }

  #add(text: string): void {
    if (this.#text.length < 20_000) this.#text += text
  }

  #close(name: string): void {
    this.#sinceTag = 0
    const depth = this.#path.length
    this.#path.pop()
    if (depth === 2 && name === 'channel' && this.#channel !== undefined) {
      this.#sink.channel(this.#channel)
      this.#channel = undefined
    }
    if (depth === 2 && name === 'programme' && this.#programme !== undefined) {
      this.#sink.programme(this.#programme)
      this.#programme = undefined
    }
    if (depth >= 3) this.#take(name, depth)
    this.#text = ''
  }

  #take(name: string, depth: number): void {
    const text = this.#text.replace(/\s+/g, ' ').trim()
    if (text === '') return
    if (this.#channel !== undefined && name === 'display-name') push(this.#channel.names, text)
    const programme = this.#programme
    if (programme === undefined) return
    const worded = { language: this.#language, text }
    if (depth === 3) {
      if (name === 'title') push(programme.titles, worded)
      if (name === 'sub-title') push(programme.subtitles, worded)
      if (name === 'desc') push(programme.descriptions, worded)
      if (name === 'category') push(programme.categories, text)
      if (name === 'episode-num') push(programme.episodes, { system: this.#system, text })
      // Some guides omit the value element.
      if (name === 'rating' && programme.ratings.length === 0) push(programme.ratings, text)
    }
    if (name === 'value' && this.#path.at(-1) === 'rating') push(programme.ratings, text)
  }
}

/** An id becomes a part of an address. */
function isCatchupId(text: string): boolean {
  return /^[^\s\p{Cc}]{1,2000}$/u.test(text)
}
