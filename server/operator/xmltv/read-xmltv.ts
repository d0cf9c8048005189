import { createGunzip } from 'node:zlib'
import { SaxesParser, type SaxesTagPlain } from 'saxes'

/** A channel of a guide. */
export interface XmltvChannel {
  readonly id: string
  readonly names: readonly string[]
}

/** A text with the language it says it is in; an empty language when it says nothing. */
export interface XmltvText {
  readonly language: string
  readonly text: string
}

/** A programme as it is written; times are still text. */
export interface XmltvProgramme {
  readonly line: number
  readonly channel: string
  readonly start: string
  readonly stop?: string
  readonly titles: readonly XmltvText[]
  readonly subtitles: readonly XmltvText[]
  readonly descriptions: readonly XmltvText[]
  readonly categories: readonly string[]
  readonly rating?: string
}

export type XmltvGuide =
  | {
      readonly kind: 'guide'
      readonly channels: readonly XmltvChannel[]
      readonly programmes: readonly XmltvProgramme[]
    }
  | { readonly kind: 'refused'; readonly why: string }

export interface XmltvLimits {
  /** Of the text, after it was unpacked. */
  readonly bytes: number
  readonly programmes: number
}

export const usualLimits: XmltvLimits = { bytes: 1024 * 1024 * 1024, programmes: 3_000_000 }

/** Reads a guide, plain or gzip (told by its first bytes), as it streams in. Broken XML refuses all of it. */
export async function readXmltv(
  source: AsyncIterable<Uint8Array>,
  limits: XmltvLimits = usualLimits,
): Promise<XmltvGuide> {
  const reading = new XmltvReading(limits)
  try {
    for await (const text of decoded(unpacked(source), limits.bytes)) reading.write(text)
    return reading.end()
  } catch (error) {
    return { kind: 'refused', why: error instanceof Error ? error.message : String(error) }
  }
}

async function* unpacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done === true) return
  async function* all(head: Uint8Array) {
    yield head
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  }
  const [a, b] = first.value
  if (a === 0x50 && b === 0x4b) throw new Error('it is a zip; unpack it first, or give it as gzip')
  if (a !== 0x1f || b !== 0x8b) return yield* all(first.value)
  const gunzip = createGunzip()
  const feeding = (async () => {
    for await (const piece of all(first.value)) {
      if (!gunzip.write(piece)) await new Promise((resolve) => gunzip.once('drain', resolve))
    }
    gunzip.end()
  })().catch((error: unknown) => gunzip.destroy(error instanceof Error ? error : new Error(String(error))))
  try {
    yield* gunzip
  } catch (error) {
    throw new Error(`the gzip is broken (${error instanceof Error ? error.message : ''})`)
  } finally {
    gunzip.destroy()
    await feeding
  }
}

async function* decoded(source: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let bytes = 0
  for await (const piece of source) {
    bytes += piece.length
    if (bytes > mostBytes)
      throw new Error(`it has more than ${Math.round(mostBytes / 1024 / 1024)} MB of text`)
    decoder ??= decoderOf(piece)
    yield decoder.decode(piece, { stream: true })
  }
  if (decoder !== undefined) yield decoder.decode()
}

function decoderOf(head: Uint8Array) {
  const [a, b] = head
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le')
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be')
  const declaration = Buffer.from(head.subarray(0, 200)).toString('latin1')
  const [, encoding = 'utf-8'] = /^[^<]*<\?xml[^>]*encoding=["']([\w.:-]+)["']/.exec(declaration) ?? []
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new Error(`its encoding ${encoding} is unknown`)
  }
}

type Mutable = {
  -readonly [Name in keyof XmltvProgramme]: XmltvProgramme[Name] extends readonly (infer Item)[]
    ? Item[]
    : XmltvProgramme[Name]
}

/** One reading of one document. */
class XmltvReading {
  readonly #parser = new SaxesParser()
  readonly #limits: XmltvLimits
  readonly #channels: { id: string; names: string[] }[] = []
  readonly #programmes: XmltvProgramme[] = []
  #channel: { id: string; names: string[] } | undefined
  #programme: Mutable | undefined
  #path: string[] = []
  #language = ''
  #text = ''

  constructor(limits: XmltvLimits) {
    this.#limits = limits
    this.#parser.on('error', (error) => {
      throw new Error(
        `the XML is broken at line ${this.#parser.line} (${error.message.replace(/^\d+:\d+:\s*/, '')})`,
      )
    })
    // A document type is read but never followed: entities of it stay unknown, which is an error.
    this.#parser.on('opentag', (tag) => this.#open(tag))
    this.#parser.on('text', (text) => this.#add(text))
    this.#parser.on('cdata', (text) => this.#add(text))
    this.#parser.on('closetag', (tag) => this.#close(tag.name))
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  end(): XmltvGuide {
    this.#parser.close()
    return { kind: 'guide', channels: this.#channels, programmes: this.#programmes }
  }

  #open(tag: SaxesTagPlain): void {
    this.#path.push(tag.name)
    if (this.#path.length === 1 && tag.name !== 'tv') {
      throw new Error(`it is not XMLTV: it begins with <${tag.name}> instead of <tv>`)
    }
    if (this.#path.length > 60) throw new Error('its elements are nested too deep')
    this.#text = ''
    this.#language = (tag.attributes['lang'] ?? '').toLowerCase().slice(0, 2)
    if (this.#path.length !== 2) return
    if (tag.name === 'channel') this.#channel = { id: (tag.attributes['id'] ?? '').trim(), names: [] }
    if (tag.name === 'programme') this.#programme = this.#begin(tag)
  }

  #begin(tag: SaxesTagPlain): Mutable {
    if (this.#programmes.length >= this.#limits.programmes) {
      throw new Error(`it has more than ${this.#limits.programmes} programmes`)
    }
    const stop = tag.attributes['stop']
    return {
      line: this.#parser.line,
      channel: (tag.attributes['channel'] ?? '').trim(),
      start: tag.attributes['start'] ?? '',
      ...(stop === undefined ? {} : { stop }),
      titles: [],
      subtitles: [],
      descriptions: [],
      categories: [],
    }
  }

  #add(text: string): void {
    if (this.#text.length < 20_000) this.#text += text
  }

  #close(name: string): void {
    const depth = this.#path.length
    this.#path.pop()
    if (depth === 2 && name === 'channel' && this.#channel !== undefined) {
      this.#channels.push(this.#channel)
      this.#channel = undefined
    }
    if (depth === 2 && name === 'programme' && this.#programme !== undefined) {
      this.#programmes.push(this.#programme)
      this.#programme = undefined
    }
    if (depth >= 3) this.#take(name, depth)
    this.#text = ''
  }

  #take(name: string, depth: number): void {
    const text = this.#text.replace(/\s+/g, ' ').trim()
    if (text === '') return
    if (this.#channel !== undefined && name === 'display-name') this.#channel.names.push(text)
    const programme = this.#programme
    if (programme === undefined) return
    const worded = { language: this.#language, text }
    if (depth === 3) {
      if (name === 'title') programme.titles.push(worded)
      if (name === 'sub-title') programme.subtitles.push(worded)
      if (name === 'desc') programme.descriptions.push(worded)
      if (name === 'category') programme.categories.push(text)
    }
    if (name === 'value' && this.#path.at(-1) === 'rating') programme.rating ??= text
  }
}
