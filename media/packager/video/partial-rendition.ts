/**
 * Resumes an interrupted encoding of a rendition: its complete segments are saved, the rest is encoded, and the two
 * become one file. `<rendition>.mp4.part` has a `.key` file with the settings it was made with, and a file with its
 * rest (`.<frames>.rest`: encoded after that many frames).
 */
import { open, readdir, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readInit } from '#media/containers/init-segment.ts'
import { parseMoof, patchTfdt, patchSequence } from '#media/containers/movie-fragment.ts'
import { segmentIndex, type IndexedPiece } from '#media/containers/segment-index.ts'
import { Refusal } from '#media/packager/job/job.ts'

export interface PartialPiece extends IndexedPiece {
  readonly offset: number
  readonly frames: number
}

/** The complete part of a track file without its index. */
export interface PartialFile {
  readonly init: Buffer
  readonly trackId: number
  readonly timescale: number
  readonly pieces: readonly PartialPiece[]
}

export function keyOf(part: string): string {
  return `${part}.key`
}

export function restOf(part: string, afterFrames: number): string {
  return `${part}.${afterFrames}.rest`
}

/** The unfinished file that a temporary file of an interrupted encoding belongs to; undefined for other files. */
export function partialNameOf(name: string): string | undefined {
  return /^(v\d+\.mp4\.part)(?:\.key|\.\d+\.rest)?$/.exec(name)?.[1]
}

const largestHead = 16 * 1024 * 1024
const largestSegment = 256 * 1024 * 1024
/** A film of twelve hours has 21,600 segments of a moof and an mdat each. */
const maxBoxes = 100_000

async function bytesAt(file: FileHandle, offset: number, size: number): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, offset)
  return bytesRead === size ? bytes : undefined
}

/** Reads as long as segments follow each other; undefined when not even the init segment is complete. */
export async function readPartial(path: string): Promise<PartialFile | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  try {
    return await readBoxes(file)
  } catch {
    // The file may be cut anywhere, so these bytes may be anything.
    return undefined
  } finally {
    await file.close()
  }
}

async function readBoxes(file: FileHandle): Promise<PartialFile | undefined> {
  const { size: fileSize } = await file.stat()
  const pieces: PartialPiece[] = []
  let [init, trackId, timescale, ticks]: [Buffer | undefined, number, number, number] = [undefined, 1, 0, 0]
  for (let at = 0, count = 0; at + 8 <= fileSize && count < maxBoxes; count += 1) {
    const header = await bytesAt(file, at, 8)
    const size = header?.readUInt32BE(0) ?? 0
    const type = header?.toString('latin1', 4)
    if (size < 8 || at + size > fileSize) break
    if (type === 'moov' && size <= largestHead) {
      init = await bytesAt(file, 0, at + size)
      timescale = readInit(init?.subarray(at) ?? Buffer.alloc(0)).timescale
    }
    if (type === 'moof') {
      const piece = await readPiece(file, at, size, fileSize)
      if (piece === undefined || piece.startTicks !== ticks) break
      trackId = piece.trackId
      ticks += piece.ticks
      pieces.push({ offset: at, size: piece.size, ticks: piece.ticks, frames: piece.frames })
      at += piece.size
    } else at += size
  }
  return init === undefined ? undefined : { init, trackId, timescale, pieces }
}

/** A moof and the mdat after it, when both are complete and belong together. */
async function readPiece(file: FileHandle, at: number, moofSize: number, fileSize: number) {
  const moof = moofSize <= largestHead ? await bytesAt(file, at, moofSize) : undefined
  const header = await bytesAt(file, at + moofSize, 8)
  if (moof === undefined || header?.toString('latin1', 4) !== 'mdat') return undefined
  const { trackId, decodeTicks, durationTicks, samples } = parseMoof(moof)
  const size = moofSize + header.readUInt32BE(0)
  const media = samples.reduce((sum, sample) => sum + sample.size, 0)
  if (header.readUInt32BE(0) !== media + 8 || size > largestSegment || at + size > fileSize) return undefined
  return { trackId, startTicks: decodeTicks, ticks: durationTicks, frames: samples.length, size }
}

/**
 * How many frames of each of these unfinished files are saved: the same number for all, without the last segment,
 * which may be incomplete. First appends the rest of an earlier attempt. Returns zeros and deletes the files when they
 * were made with anything else than `key` or contain too little.
 */
export async function savePartial(parts: readonly string[], key: string): Promise<number[]> {
  const saved: PartialFile[] = []
  for (const part of parts) {
    const isSame = (await readFile(keyOf(part), 'utf8').catch(() => '')) === key
    const partial = isSame ? await readPartial(part) : undefined
    if (partial === undefined) break
    saved.push(await withRest(part, partial))
  }
  const whole = saved.length === parts.length ? Math.min(...saved.map(({ pieces }) => pieces.length)) - 1 : 0
  if (whole >= 1) {
    for (const [position, part] of parts.entries())
      await shorten(part, saved[position]?.pieces[whole]?.offset)
    return saved.map(({ pieces }) => framesIn(pieces.slice(0, whole)))
  }
  for (const part of parts) await dropPartial(part)
  for (const part of parts) await writeFile(keyOf(part), key)
  return parts.map(() => 0)
}

function framesIn(pieces: readonly PartialPiece[]): number {
  return pieces.reduce((sum, { frames }) => sum + frames, 0)
}

function ticksIn(pieces: readonly IndexedPiece[]): number {
  return pieces.reduce((sum, { ticks }) => sum + ticks, 0)
}

async function shorten(path: string, size: number | undefined): Promise<void> {
  if (size === undefined) return
  await using file = await open(path, 'r+')
  await file.truncate(size)
}

/**
 * Appends the complete segments of an earlier attempt at the rest, moved in time. An interruption during this never
 * duplicates frames: a longer file has another number of frames, and no rest file with that number.
 */
async function withRest(part: string, partial: PartialFile): Promise<PartialFile> {
  const restPath = restOf(part, framesIn(partial.pieces))
  const rest = await readPartial(restPath)
  const last = partial.pieces.at(-1)
  if (rest === undefined || last === undefined || !rest.init.equals(partial.init)) return partial
  const pieces = [...partial.pieces]
  await using target = await open(part, 'r+')
  await using source = await open(restPath, 'r')
  const beforeTicks = ticksIn(partial.pieces)
  let at = last.offset + last.size
  for (const piece of rest.pieces.slice(0, -1)) {
    const bytes = await movedPiece(source, piece, beforeTicks, pieces.length + 1)
    await target.write(bytes, 0, bytes.length, at)
    pieces.push({ ...piece, offset: at })
    at += piece.size
  }
  await target.truncate(at)
  await target.sync()
  await rm(restPath, { force: true })
  return { ...partial, pieces }
}

async function movedPiece(file: FileHandle, piece: PartialPiece, addTicks: number, sequence: number) {
  const bytes = await bytesAt(file, piece.offset, piece.size)
  if (bytes === undefined) throw new Refusal('not_verified', 'a rendition lost a part of what was made of it')
  patchTfdt(bytes, { addTicks })
  patchSequence(bytes, sequence)
  return bytes
}

/** Appends the finished rest to the saved part, as one file with one index; throws a Refusal if they do not fit. */
export async function joinPartial(part: string, afterFrames: number): Promise<void> {
  const restPath = restOf(part, afterFrames)
  const [partial, rest] = [await readPartial(part), await readPartial(restPath)]
  if (partial === undefined || rest === undefined || !rest.init.equals(partial.init))
    throw new Refusal('not_verified', 'the rest of a rendition does not fit what was made of it before')
  const joined = `${part}.joined`
  try {
    await using target = await open(joined, 'w')
    const pieces = [...partial.pieces, ...rest.pieces]
    const index = segmentIndex(partial.trackId, partial.timescale, pieces)
    await target.write(partial.init)
    await target.write(index)
    await using before = await open(part, 'r')
    await using after = await open(restPath, 'r')
    const beforeTicks = ticksIn(partial.pieces)
    for (const [position, piece] of pieces.entries()) {
      const isBefore = position < partial.pieces.length
      const addTicks = isBefore ? 0 : beforeTicks
      await target.write(await movedPiece(isBefore ? before : after, piece, addTicks, position + 1))
    }
  } catch (error) {
    await rm(joined, { force: true })
    throw error
  }
  await rename(joined, part)
  await rm(restPath, { force: true })
}

/** Deletes an unfinished file and all its temporary files. */
export async function dropPartial(part: string): Promise<void> {
  const [dir, name] = [dirname(part), basename(part)]
  for (const file of await readdir(dir))
    if (partialNameOf(file) === name) await rm(join(dir, file), { force: true })
}
