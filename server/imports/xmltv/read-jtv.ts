import type { XmltvSink } from '#server/imports/source/guide-sink.ts'
import type { ZipFile } from './read-zip.ts'

interface JtvFile extends Pick<ZipFile, 'name'> {
  read(maxBytes: number): Promise<Buffer> | Buffer
}

const heading = Buffer.from('JTV 3.x TV Program Data')
const recordBytes = 12
/** Both files of a channel are small: offsets into the texts have sixteen bits. */
const maxFileBytes = 2 * 1024 * 1024
/** Per title, one byte per letter. Sixty thousand records may refer to the same sixty thousand letters. */
const maxTitleBytes = 1000
/** The Windows epoch is 1601, counted in tenths of microseconds; this is its distance to 1970. */
const epochMs = 11_644_473_600_000n

/**
 * Parses JTV: for each channel a file `.ndx` (times and offsets) beside one `.pdt` (titles in Windows-1251), the
 * channel's name being the files'. Its times are local without a zone; programmes have no end. Layout:
 * https://code.google.com/archive/p/xmltv2jtv
 */
export async function readJtv(files: readonly JtvFile[], sink: XmltvSink): Promise<void> {
  const titles = new Map<string, JtvFile>()
  for (const file of files) if (/\.pdt$/i.test(file.name)) titles.set(stemOf(file.name).toLowerCase(), file)
  const indexes = files.filter(({ name }) => /\.ndx$/i.test(name))
  if (indexes.length === 0) throw new Error('the zip holds neither an XML file nor JTV (.ndx and .pdt)')
  for (const index of indexes) {
    const stem = stemOf(index.name)
    const pdt = titles.get(stem.toLowerCase())
    if (pdt === undefined) throw new Error(`the JTV is broken: there is no ${stem}.pdt beside ${stem}.ndx`)
    const name = stem
      .replace(/^.*[/\\]/, '')
      .replaceAll('_', ' ')
      .trim()
    sink.channel({ id: name, names: [name] })
    readChannel(name, await index.read(maxFileBytes), await pdt.read(maxFileBytes), sink)
    await sink.pause()
  }
}

function stemOf(name: string) {
  return name.replace(/\.\w+$/, '')
}

function readChannel(name: string, index: Buffer, titles: Buffer, sink: XmltvSink): void {
  if (!titles.subarray(0, heading.length).equals(heading))
    throw new Error(`the JTV is broken: ${name}.pdt does not begin like one`)
  const count = index.length < 2 ? 0 : index.readUInt16LE(0)
  if (index.length < 2 + count * recordBytes)
    throw new Error(`the JTV is broken: ${name}.ndx is cut off after ${index.length} bytes`)
  const decoder = new TextDecoder('windows-1251')
  for (let record = 0; record < count; record += 1) {
    const at = 2 + record * recordBytes
    const localMs = Number(index.readBigUInt64LE(at + 2) / 10_000n - epochMs)
    const place = index.readUInt16LE(at + 10)
    const length = place + 2 <= titles.length ? titles.readUInt16LE(place) : titles.length
    if (place + 2 + length > titles.length)
      throw new Error(`the JTV is broken: title ${record + 1} of ${name} lies outside ${name}.pdt`)
    const text = decoder
      .decode(titles.subarray(place + 2, place + 2 + Math.min(length, maxTitleBytes)))
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    sink.programme({
      file: `${name}.ndx`,
      line: record + 1,
      channel: name,
      start: new Date(Math.min(Math.max(localMs, 0), 8e15)).toISOString().slice(0, 19),
      titles: text === '' ? [] : [{ language: '', text }],
      subtitles: [],
      descriptions: [],
      categories: [],
    })
  }
}
