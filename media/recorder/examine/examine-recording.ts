/** Says what a channel has received in its last seconds, from its recording: the source itself is left alone. */
import type { SegmentRef, Timeline, TimelineRendition } from '#media/archive/timeline/timeline.ts'
import {
  loudnessOf,
  stillOf,
  streamsOf,
  type ExaminationOutcome,
  type ExaminedStream,
  type MediaTools,
} from './describe-media.ts'

const windowMs = 10_000
/** What is older does not show the source of now. */
const recentMs = 60_000
const maxSegments = 12

interface Recorded {
  readonly kind: TimelineRendition['kind']
  readonly bytes: Buffer
  readonly mediaBytes: number
  readonly durationMs: number
}

/** Of the last ten seconds of the recording. Video that browsers cannot play is described as re-encoded. */
export async function examineRecording(
  timeline: Timeline,
  nowMs: number,
  tools: MediaTools,
): Promise<ExaminationOutcome> {
  const toMs = timeline.liveEdgeMs() ?? 0
  if (toMs < nowMs - recentMs) return { kind: 'failed', words: 'nothing was recorded within the last minute' }
  const within = { fromMs: toMs - windowMs, toMs }
  const tracks: Recorded[] = []
  for (const rendition of chosen(timeline.renditions(within.fromMs, within.toMs))) {
    const read = await readRendition(timeline, rendition, within)
    if (read !== undefined) tracks.push(read)
  }
  if (tracks.length === 0) return { kind: 'failed', words: 'nothing was recorded within the last minute' }
  const streams: ExaminedStream[] = []
  for (const { bytes } of tracks) streams.push(...(await streamsOf(bytes, tools)))
  const video = tracks.find(({ kind }) => kind === 'video')
  const audio = tracks.find(({ kind }) => kind === 'audio')
  return {
    kind: 'received',
    streams,
    bitsPerSecond: Math.round(
      tracks.reduce((sum, track) => sum + (track.mediaBytes * 8000) / track.durationMs, 0),
    ),
    loudnessLufs: audio === undefined ? null : await loudnessOf(audio.bytes, tools),
    still: video === undefined ? null : await stillOf(video.bytes, tools),
  }
}

/** The tallest video and every audio track. */
function chosen(renditions: readonly TimelineRendition[]): readonly TimelineRendition[] {
  const videos = renditions.filter(({ kind }) => kind === 'video')
  const [tallest] = videos.toSorted((one, other) => (other.height ?? 0) - (one.height ?? 0))
  return [
    ...(tallest === undefined ? [] : [tallest]),
    ...renditions.filter(({ kind }) => kind === 'audio').slice(0, 8),
  ]
}

async function readRendition(
  timeline: Timeline,
  { id, kind }: TimelineRendition,
  within: { readonly fromMs: number; readonly toMs: number },
): Promise<Recorded | undefined> {
  const segments = timeline
    .window(id, within.fromMs, within.toMs)
    .filter(({ gap }) => !gap)
    .slice(-maxSegments)
  const last = segments.at(-1)
  if (last === undefined) return undefined
  // One init segment describes them all.
  const alike = segments.filter(({ initKey }) => initKey === last.initKey)
  const init = await timeline.initBytes(id, last.initKey, within)
  const pieces = await readAll(timeline, id, alike)
  if (init === undefined || pieces.length === 0) return undefined
  const bytes = Buffer.concat([init, ...pieces])
  const durationMs = alike.slice(0, pieces.length).reduce((sum, one) => sum + one.durationMs, 0)
  return { kind, bytes, mediaBytes: bytes.length - init.length, durationMs }
}

async function readAll(timeline: Timeline, id: string, segments: readonly SegmentRef[]): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for (const { beginMs } of segments) {
    const bytes = await timeline.segmentBytes(id, beginMs, 1)
    if (bytes === undefined) break
    pieces.push(bytes)
  }
  return pieces
}
