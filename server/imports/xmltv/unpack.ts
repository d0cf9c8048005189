import { createGunzip } from 'node:zlib'
import { rejectZipBomb } from './packed-size.ts'
import { readZip, type ZipFile } from './read-zip.ts'

/** The format of a delivered guide, by its first bytes. */
export type Unpacked =
  | { readonly kind: 'text'; readonly bytes: AsyncIterable<Uint8Array> }
  /** A zip without an XML file: perhaps JTV. */
  | { readonly kind: 'zip'; readonly files: readonly ZipFile[] }

/** The directory of a zip is at its end, so the whole zip is read into memory. */
const maxZipBytes = 64 * 1024 * 1024
/** Larger pieces are split: the reader processes one at a time. */
const pieceBytes = 64 * 1024

/** Opens a packed guide: gzip (several members in a row, too), or a zip with an XML file in it. */
export async function unpack(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Unpacked> {
  const iterator = source[Symbol.asyncIterator]()
  const head = await firstBytes(iterator)
  const all = joined(head, iterator)
  if (head[0] === 0x1f && head[1] === 0x8b) return { kind: 'text', bytes: gunzipped(all) }
  if (head[0] !== 0x50 || head[1] !== 0x4b) return { kind: 'text', bytes: all }
  const files = await readZip(await inMemory(all))
  const xml = files.filter(({ name }) => /\.(?:xml|xmltv|json)$/i.test(name))
  const [only] = xml
  if (only === undefined) return { kind: 'zip', files }
  if (xml.length > 1) throw new Error(`the zip holds ${xml.length} XML files; give one of them`)
  return { kind: 'text', bytes: only.open(maxBytes) }
}

/** The first bytes of a source, and all of it. */
export async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]()
  const head = await firstBytes(iterator)
  return { head, all: joined(head, iterator) }
}

/** At least the four bytes that identify the format, unless there are fewer. */
async function firstBytes(iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array()
  while (head.length < 4) {
    const next = await iterator.next()
    if (next.done === true) break
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  return head
}

async function* joined(head: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* cut(head)
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      yield* cut(next.value)
  } finally {
    // A reader that stops early closes the file or the connection.
    await iterator.return?.()
  }
}

function* cut(piece: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < piece.length; at += pieceBytes) yield piece.subarray(at, at + pieceBytes)
}

async function inMemory(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source) {
    bytes += piece.length
    if (bytes > maxZipBytes)
      throw new Error(`the zip is larger than ${maxZipBytes / 1024 / 1024} MB; give the guide as gzip`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  let trouble: unknown
  let [packed, unpacked, isBomb] = [0, 0, false]
  const feeding = (async () => {
    for await (const piece of source) {
      if (gunzip.destroyed) return
      packed += piece.length
      if (!gunzip.write(piece))
        await new Promise<void>((resolve) => gunzip.once('drain', resolve).once('close', resolve))
    }
    gunzip.end()
  })().catch((error: unknown) => {
    trouble = error
    gunzip.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
      unpacked += piece.length
      isBomb = true
      rejectZipBomb('the gzip', packed, unpacked)
      isBomb = false
      yield piece
    }
  } catch (error) {
    // The source may have failed, which is no error of the gzip.
    if (trouble !== undefined || isBomb) throw error
    throw new Error(`the gzip is broken (${error instanceof Error ? error.message : ''})`)
  } finally {
    gunzip.destroy()
    await feeding
  }
}
