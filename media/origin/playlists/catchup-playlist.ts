/** Playlists of a window that a channel's provider has. Pure. */
import type { CatchupSession, CatchupTrack } from '#media/catchup/catchup-session.ts'
import { cellMs } from '#media/catchup/catchup-session.ts'
import { writeMediaPlaylist, type MediaSegment } from '#media/playlists/hls.ts'
import { channelMaster } from './channel-playlists.ts'
import { isClosed, type ClosedTimes } from './closures.ts'

/** A provider's archive follows its live stream with this delay. */
const settleMs = 30_000
/** Cells begin at key frames, so one may last longer than its nominal time by up to that of another. */
const targetSec = (2 * cellMs) / 1000
/** The bit rate of a whole programme is not known at its beginning. */
const minBitsPerSecond = 1_000_000
const peakFactor = 1.5

type Described = Pick<CatchupSession, 'tracks' | 'bitsPerSecond' | 'beginMs' | 'endMs'>

/** Undefined while the tracks are not described. */
export function catchupMaster({ tracks, bitsPerSecond, beginMs, endMs }: Described): string | undefined {
  const average = Math.max(minBitsPerSecond, bitsPerSecond)
  const renditions = tracks.flatMap(({ rendition, language, init: { description } }) => {
    const { kind, codec, width, height, channels } = description
    if (kind === 'other') return []
    const isVideo = kind === 'video'
    const bits = isVideo ? average : Math.min(average, 192_000)
    return {
      ...{ id: rendition, kind, codec, averageBitsPerSecond: bits },
      peakBitsPerSecond: Math.ceil(bits * peakFactor),
      ...(width === undefined || height === undefined ? {} : { width, height }),
      ...(channels === undefined ? {} : { channels }),
      ...(language === undefined ? {} : { language }),
    }
  })
  return channelMaster({ renditions: () => renditions }, beginMs, endMs)
}

/** A complete playlist, or a growing one of a programme that is still on; undefined when nothing is there yet. */
export function catchupPlaylist(
  session: Pick<CatchupSession, 'beginMs' | 'endMs' | 'cellCount'>,
  track: CatchupTrack,
  nowMs: number,
  closed: readonly ClosedTimes[],
): string | undefined {
  const { beginMs, endMs, cellCount } = session
  const availableMs = nowMs - settleMs
  const ended = endMs <= availableMs
  const count = ended ? cellCount : Math.min(cellCount, Math.floor((availableMs - beginMs) / cellMs))
  if (count <= 0) return undefined
  const map = { uri: `${track.rendition}/init-${track.initKey}.mp4` }
  const segments = Array.from({ length: count }, (_, cell): MediaSegment => {
    const atMs = beginMs + cell * cellMs
    const durationMs = Math.min(cellMs, endMs - atMs)
    const isGap = isClosed(closed, atMs, atMs + durationMs)
    return {
      uri: `${track.rendition}/${atMs}-1.m4s`,
      durationSec: durationMs / 1000,
      programDateTimeMs: atMs,
      ...(isGap ? { gap: true } : { map }),
    }
  })
  return writeMediaPlaylist({
    type: ended ? 'VOD' : 'EVENT',
    ...{ mediaSequence: 0, discontinuitySequence: 0, targetDurationSec: targetSec, startOffsetSec: 0, ended },
    segments,
  })
}
