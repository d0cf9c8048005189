/** Reads a finished track file back: its index, its position on the common grid, and whether its ends decode. */
import { open, rm, writeFile } from 'node:fs/promises'
import { indexTrackFile, type TrackIndex } from '#media/containers/index-of-track.ts'
import { decodeWhole } from '#media/ffmpeg/probe/decode-check.ts'
import type { AssetTrack } from '#media/playlists/asset-description.ts'
import { holdLastFrame } from './hold-last-frame.ts'
import { Refusal } from '#media/packager/job/job.ts'

export interface VerifyTrack {
  readonly ffmpegPath: string
  readonly path: string
  readonly kind: 'picture' | 'sound'
  /** The required length, when it is known already. */
  readonly expectedMs?: number
  /** A verified track of the same kind; the segments must begin at the same times. */
  readonly gridOf?: AssetTrack | undefined
  readonly signal?: AbortSignal | undefined
}

export type VerifiedTrack = Omit<AssetTrack, 'rendition' | 'file'> & {
  readonly width?: number
  readonly height?: number
}

// Half a frame at 25 per second: a larger difference means another frame.
const gridToleranceSec = 0.02
const lengthToleranceMs = 250

function insist(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Refusal('not_verified', words)
}

async function readRange(path: string, start: number, end: number): Promise<Buffer> {
  await using file = await open(path, 'r')
  const bytes = Buffer.alloc(end - start)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
  insist(bytesRead === bytes.length, `${path} ends before its index says`)
  return bytes
}

/** Bytes of the global sidx: the first one after the init segment. */
async function locateIndex(
  path: string,
  index: TrackIndex,
): Promise<{ indexBegin: number; indexEnd: number }> {
  const first = index.segments[0]?.offset ?? 0
  const between = await readRange(path, index.initEnd, first)
  for (let at = 0, turns = 0; at + 8 <= between.length && turns < 16; turns += 1) {
    const size = between.readUInt32BE(at)
    insist(size >= 8, `${path} has a broken box before its media`)
    if (between.toString('latin1', at + 4, at + 8) === 'sidx') {
      return { indexBegin: index.initEnd + at, indexEnd: index.initEnd + at + size }
    }
    at += size
  }
  throw new Refusal('not_verified', `${path} has no segment index`)
}

function checkGrid(path: string, index: TrackIndex, grid: AssetTrack): void {
  insist(
    index.segments.length === grid.segments.length,
    `${path} has ${index.segments.length} segments where ${grid.file} has ${grid.segments.length}`,
  )
  for (const [position, segment] of index.segments.entries()) {
    const other = grid.segments[position]
    const apart = segment.startTicks / index.timescale - (other?.startTicks ?? 0) / grid.timescale
    insist(
      Math.abs(apart) <= gridToleranceSec,
      `segment ${position} of ${path} begins ${apart.toFixed(3)} s away from that of ${grid.file}`,
    )
  }
}

/** Decodes the init segment with the first and the last segment: errors are mostly at the ends. */
async function checkDecoding(track: VerifyTrack, index: TrackIndex): Promise<void> {
  const ends = [...new Set([index.segments[0], index.segments.at(-1)])].filter((part) => part !== undefined)
  const parts = [await readRange(track.path, 0, index.initEnd)]
  for (const part of ends) parts.push(await readRange(track.path, part.offset, part.offset + part.size))
  const excerpt = `${track.path}.ends.mp4`
  try {
    await writeFile(excerpt, Buffer.concat(parts))
    const decoded = await decodeWhole({ ffmpegPath: track.ffmpegPath, path: excerpt, signal: track.signal })
    if (decoded.kind === 'failed') {
      if (decoded.reason === 'aborted') throw new Refusal('aborted', decoded.words)
      throw new Refusal('not_verified', `${track.path} does not decode: ${decoded.words}`)
    }
    const some = track.kind === 'picture' ? decoded.frames : decoded.outTimeMs
    insist(some > 0, `${track.path} decodes to nothing`)
  } finally {
    await rm(excerpt, { force: true })
  }
}

/** Throws a Refusal `not_verified` that says what is wrong with the file. */
export async function verifyTrack(track: VerifyTrack): Promise<VerifiedTrack> {
  let index: TrackIndex
  try {
    // The other renditions hold their last frame as long as the first one does.
    if (track.kind === 'picture' && track.gridOf !== undefined)
      await holdLastFrame(track.path, track.gridOf.durationMs)
    index = await indexTrackFile(track.path)
  } catch (error) {
    throw new Refusal('not_verified', `${track.path} cannot be read back: ${String(error)}`)
  }
  insist(index.segments.length > 0, `${track.path} holds no segment`)
  const startSec = (index.segments[0]?.startTicks ?? 0) / index.timescale
  insist(Math.abs(startSec) <= gridToleranceSec, `${track.path} begins at ${startSec} s instead of 0`)
  if (track.expectedMs !== undefined) {
    const apart = Math.abs(index.durationMs - track.expectedMs)
    insist(
      apart <= lengthToleranceMs,
      `${track.path} lasts ${Math.round(index.durationMs)} ms where the video lasts ${Math.round(track.expectedMs)} ms`,
    )
  }
  if (track.gridOf !== undefined) checkGrid(track.path, index, track.gridOf)
  await checkDecoding(track, index)
  return { ...index, ...(await locateIndex(track.path, index)) }
}
