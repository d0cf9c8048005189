/** Reads the layout of a packaged CMAF track file: the init segment, then the global segment index (sidx). */
import { open, type FileHandle } from 'node:fs/promises'
import { MalformedBoxError, printable } from './boxes.ts'
import { readInit } from './init-segment.ts'

/** One segment of a track file. Bytes from the file's start; ticks of the track's timescale. */
export interface TrackSegment {
  readonly offset: number
  readonly size: number
  readonly startTicks: number
  readonly durationTicks: number
}

/** A packaged track file, ready for playlists. Bit rates are in bits per second, measured from the index. */
export interface TrackIndex {
  /** Bytes of ftyp+moov: the init segment is [0, initEnd). */
  readonly initEnd: number
  /** The global sidx box with its header: bytes [indexBegin, indexEnd). */
  readonly indexBegin: number
  readonly indexEnd: number
  readonly codec: string
  readonly width?: number
  readonly height?: number
  readonly timescale: number
  readonly segments: readonly TrackSegment[]
  readonly durationMs: number
  /** As RFC 8216 defines it: the most of any run of segments lasting 0.5 to 1.5 target durations. */
  readonly peakBitsPerSecond: number
  readonly averageBitsPerSecond: number
}

const maxHeadBytes = 16 * 1024 * 1024
const maxHeadBoxes = 64

/**
 * Indexes one CMAF track file with a global sidx. Throws MalformedBoxError when the file has no moov, no sidx
 * before its media, an index of indexes, or segments that reach past the end of the file (a torn write).
 */
export async function indexTrackFile(path: string): Promise<TrackIndex> {
  await using file = await open(path, 'r')
  const { size: fileSize } = await file.stat()
  const head = await readHead(file, fileSize)
  const init = readInit(head.moov)
  const { timescale, segments } = readSidx(head.sidx, head.sidxEnd)
  const last = segments.at(-1)
  if (last === undefined) throw new MalformedBoxError('an empty segment index')
  if (last.offset + last.size > fileSize)
    throw new MalformedBoxError('the index reaches past the end of file')
  const ticks = segments.reduce((sum, segment) => sum + segment.durationTicks, 0)
  const bytes = segments.reduce((sum, segment) => sum + segment.size, 0)
  return {
    initEnd: head.initEnd,
    indexBegin: head.sidxEnd - head.sidx.length,
    indexEnd: head.sidxEnd,
    codec: init.codec,
    ...(init.width !== undefined && init.height !== undefined
      ? { width: init.width, height: init.height }
      : {}),
    timescale,
    segments,
    durationMs: (ticks / timescale) * 1000,
    peakBitsPerSecond: peakBitsPerSecond(segments, timescale),
    averageBitsPerSecond: Math.ceil((bytes * 8 * timescale) / Math.max(1, ticks)),
  }
}

interface Head {
  moov: Buffer
  initEnd: number
  sidx: Buffer
  sidxEnd: number
}

async function readHead(file: FileHandle, fileSize: number): Promise<Head> {
  const header = Buffer.alloc(16)
  let moov: Buffer | undefined
  let initEnd = 0
  let at = 0
  for (let count = 0; count < maxHeadBoxes && at + 8 <= fileSize; count++) {
    const { bytesRead } = await file.read(header, 0, 16, at)
    const type = header.toString('latin1', 4, 8)
    let size = header.readUInt32BE(0)
    if (size === 1 && bytesRead === 16) size = Number(header.readBigUInt64BE(8))
    if (size < 8 || at + size > fileSize)
      throw new MalformedBoxError(`box ${printable(type)} at ${at} claims ${size} bytes`)
    if (type === 'moof' || type === 'mdat') break
    if (type === 'moov' || type === 'sidx') {
      if (size > maxHeadBytes) throw new MalformedBoxError(`${type} of ${size} bytes`)
      const bytes = Buffer.alloc(size)
      await file.read(bytes, 0, size, at)
      if (type === 'moov') {
        moov = bytes
        initEnd = at + size
      } else if (moov !== undefined) return { moov, initEnd, sidx: bytes, sidxEnd: at + size }
    }
    at += size
  }
  throw new MalformedBoxError(moov === undefined ? 'no moov before the media' : 'no sidx before the media')
}

function readSidx(sidx: Buffer, sidxEnd: number): { timescale: number; segments: TrackSegment[] } {
  const long = sidx[8] === 1
  const timescale = sidx.readUInt32BE(16)
  let startTicks = long ? Number(sidx.readBigUInt64BE(20)) : sidx.readUInt32BE(20)
  let offset = sidxEnd + (long ? Number(sidx.readBigUInt64BE(28)) : sidx.readUInt32BE(24))
  let at = long ? 38 : 30
  const count = sidx.readUInt16BE(at)
  at += 2
  if (timescale === 0 || at + count * 12 > sidx.length) throw new MalformedBoxError('sidx is cut short')
  const segments: TrackSegment[] = []
  for (let index = 0; index < count; index++, at += 12) {
    const reference = sidx.readUInt32BE(at)
    if (reference >>> 31) throw new MalformedBoxError('an index of indexes')
    const durationTicks = sidx.readUInt32BE(at + 4)
    segments.push({ offset, size: reference, startTicks, durationTicks })
    offset += reference
    startTicks += durationTicks
  }
  return { timescale, segments }
}

/** RFC 8216 4.3.4.2: peak over contiguous segments that together last 0.5 to 1.5 of the target duration. */
function peakBitsPerSecond(segments: readonly TrackSegment[], timescale: number): number {
  const target = segments.reduce((max, segment) => Math.max(max, segment.durationTicks), 1)
  let peak = 0
  for (let from = 0; from < segments.length; from++) {
    let ticks = 0
    let bytes = 0
    for (let to = from; to < segments.length; to++) {
      const segment = segments[to]
      if (segment === undefined) break
      ticks += segment.durationTicks
      bytes += segment.size
      if (ticks > target * 1.5 && to > from) break
      if (ticks >= target * 0.5) peak = Math.max(peak, (bytes * 8 * timescale) / ticks)
    }
  }
  return Math.ceil(peak)
}
