/**
 * Rewrites a finished audio file so that its segments begin where those of the video do. ffmpeg can cut audio only at
 * a fixed length, which in whole AAC frames is 2.005 s for every 2.000 s of video: after an hour the two would differ
 * by ten seconds, and a linear channel could not use the same segment numbers for both.
 */
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { indexTrackFile } from '#media/containers/index-of-track.ts'
import { parseMoof } from '#media/containers/movie-fragment.ts'
import { box, segmentIndex, u32, u64, type IndexedPiece } from '#media/containers/segment-index.ts'
import type { AssetTrack } from '#media/playlists/asset-description.ts'
import { invariant } from '#media/playlists/invariant.ts'

interface Frame {
  readonly bytes: Buffer
  readonly durationTicks: number
}

// ISO/IEC 14496-12: every audio frame can be decoded by itself (depends on no other, is a sync sample).
const syncSample = 0x02000000
const defaultBaseIsMoof = 0x020000
const defaultFlagsPresent = 0x20
const dataOffsetDurationAndSize = 0x301

function segmentOf(sequence: number, trackId: number, startTicks: number, frames: readonly Frame[]): Buffer {
  const moof = (dataOffset: number): Buffer =>
    box(
      'moof',
      box('mfhd', u32(0, sequence)),
      box(
        'traf',
        box('tfhd', u32(defaultBaseIsMoof | defaultFlagsPresent, trackId, syncSample)),
        box('tfdt', u32(0x01000000), u64(startTicks)),
        box(
          'trun',
          u32(dataOffsetDurationAndSize, frames.length, dataOffset),
          u32(...frames.flatMap((frame) => [frame.durationTicks, frame.bytes.length])),
        ),
      ),
    )
  const { length } = moof(0)
  return Buffer.concat([moof(length + 8), box('mdat', ...frames.map((frame) => frame.bytes))])
}

/** The index in a space of this size. A last frame shorter than an audio frame leaves one entry unused. */
function indexIn(size: number, trackId: number, timescale: number, pieces: readonly IndexedPiece[]): Buffer {
  const spare = size - segmentIndex(trackId, timescale, pieces).length
  if (spare === 0) return segmentIndex(trackId, timescale, pieces)
  invariant(spare >= 8, 'no more audio segments than video segments')
  return Buffer.concat([
    segmentIndex(trackId, timescale, pieces, spare),
    box('free', Buffer.alloc(spare - 8)),
  ])
}

async function readAt(file: FileHandle, offset: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, offset)
  invariant(bytesRead === size, 'an indexed segment is in the file')
  return bytes
}

async function readInit(path: string, size: number): Promise<Buffer> {
  await using file = await open(path, 'r')
  return readAt(file, 0, size)
}

/** The frames of one ffmpeg segment: a moof with one track, its mdat directly after it. */
function framesOf(segment: Buffer): { trackId: number; frames: Frame[] } {
  const moofSize = segment.readUInt32BE(0)
  const { trackId, samples } = parseMoof(segment.subarray(0, moofSize))
  let at = moofSize + 8
  const frames = samples.map(({ size, durationTicks }) => {
    const bytes = segment.subarray(at, at + size)
    at += size
    return { bytes, durationTicks }
  })
  invariant(at === segment.length, 'a sound segment is one moof and its mdat')
  return { trackId, frames }
}

/** A file with some frames of a track. */
export interface AudioPart {
  readonly path: string
  /** How many of its first frames are skipped, then how many are taken. */
  readonly skip: number
  readonly take: number
}

/** The frames taken from one file, a segment at a time. */
async function* framesIn({ path, skip, take }: AudioPart): AsyncGenerator<ReturnType<typeof framesOf>> {
  await using source = await open(path, 'r')
  let passed = 0
  for (const segment of (await indexTrackFile(path)).segments) {
    const { trackId, frames } = framesOf(await readAt(source, segment.offset, segment.size))
    yield {
      trackId,
      frames: frames.slice(Math.max(0, skip - passed), Math.max(0, skip + take - passed)),
    }
    passed += frames.length
  }
}

/** Writes the frames in the segments of `grid`; a frame belongs to the segment in which it begins. */
async function cutOnGrid(
  parts: readonly [AudioPart, ...AudioPart[]],
  target: FileHandle,
  grid: AssetTrack,
): Promise<void> {
  const [{ path }] = parts
  const index = await indexTrackFile(path)
  const boundaries = grid.segments
    .slice(1)
    .map((segment) => Math.round((segment.startTicks / grid.timescale) * index.timescale))
  const pieces: IndexedPiece[] = []
  const init = await readInit(path, index.initEnd)
  // The index is before the segments; its size follows from their number, which the grid defines.
  const indexSize = segmentIndex(
    1,
    index.timescale,
    grid.segments.map(() => ({ size: 0, ticks: 0 })),
  ).length
  let position = init.length + indexSize
  let waiting: Frame[] = []
  let waitingStart = 0
  let now = 0
  let track = 1
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return
    const bytes = segmentOf(pieces.length + 1, track, waitingStart, waiting)
    await target.write(bytes, 0, bytes.length, position)
    position += bytes.length
    pieces.push({ size: bytes.length, ticks: now - waitingStart })
    waiting = []
    waitingStart = now
  }
  for (const part of parts)
    for await (const { trackId, frames } of framesIn(part)) {
      track = trackId
      for (const frame of frames) {
        const boundary = boundaries[pieces.length]
        if (boundary !== undefined && now >= boundary) await flush()
        waiting.push(frame)
        now += frame.durationTicks
      }
    }
  await flush()
  const head = Buffer.concat([init, indexIn(indexSize, track, index.timescale, pieces)])
  await target.write(head, 0, head.length, 0)
}

/**
 * Replaces the file by one on the video's grid, made of the frames of `parts`, or of its own frames when absent.
 * Throws when one of them is not an audio file written by this packager.
 */
export async function alignAudioSegments(
  path: string,
  grid: AssetTrack,
  parts: readonly [AudioPart, ...AudioPart[]] = [{ path, skip: 0, take: Infinity }],
): Promise<void> {
  const regridded = `${path}.part`
  try {
    await using target = await open(regridded, 'w')
    await cutOnGrid(parts, target, grid)
  } catch (error) {
    await rm(regridded, { force: true })
    throw error
  }
  await rename(regridded, path)
}
