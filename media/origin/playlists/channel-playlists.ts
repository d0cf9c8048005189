/** HLS playlists of a channel, live and archive, from its Timeline. Pure except for the numbering's state. */
import type { SegmentRef, Timeline, TimelineRendition } from '#media/archive/timeline/timeline.ts'
import {
  targetDurationOf,
  writeMasterPlaylist,
  writeMediaPlaylist,
  type AlternativeRendition,
  type MediaSegment,
} from '#media/playlists/hls.ts'
import { openWindow, type ClosedTimes } from './closures.ts'
import type { LiveNumbering } from './live-numbering.ts'

/** Thirty segments of two seconds: a player that stalls for half a minute resumes at its position, without a jump. */
const liveWindowMs = 60_000
/** Audio may end a little before its video. */
const edgeToleranceMs = 500
/** A channel whose live edge is older than this is off air. */
export const staleMs = 60_000

/**
 * The master playlist of the live window. A channel that became radio, or whose source lost its picture, has video for a
 * minute yet which does not grow: it is left out. Undefined when nothing can be played.
 */
export function liveMaster(
  timeline: Pick<Timeline, 'renditions' | 'hasVideoNow'>,
  fromMs: number,
  toMs: number,
): string | undefined {
  const renditions = timeline.renditions(fromMs, toMs)
  const audio = renditions.filter(({ kind }) => kind === 'audio')
  const isWithout = timeline.hasVideoNow?.() === false && audio.length > 0
  return channelMaster({ renditions: () => (isWithout ? audio : renditions) }, fromMs, toMs)
}

/** Undefined when nothing in the window can be played. Addresses are relative. */
export function channelMaster(
  timeline: Pick<Timeline, 'renditions'>,
  fromMs: number,
  toMs: number,
): string | undefined {
  const renditions = timeline.renditions(fromMs, toMs)
  const audio = renditions.filter((one) => one.kind === 'audio')
  const video = renditions.filter((one) => one.kind === 'video')
  if (renditions.length === 0) return undefined
  const firstAudio = audio[0]
  const audioPeak = Math.max(0, ...audio.map((one) => one.peakBitsPerSecond))
  const audioAverage = Math.max(0, ...audio.map((one) => one.averageBitsPerSecond))
  const variants = video.map((one) => ({
    uri: `${one.id}.m3u8`,
    peakBitsPerSecond: one.peakBitsPerSecond + audioPeak,
    averageBitsPerSecond: one.averageBitsPerSecond + audioAverage,
    codecs: [one.codec, ...(firstAudio === undefined ? [] : [firstAudio.codec])].join(','),
    ...(one.width !== undefined && one.height !== undefined ? { width: one.width, height: one.height } : {}),
    ...(one.frameRate === undefined ? {} : { frameRate: one.frameRate }),
    ...(firstAudio === undefined ? {} : { audioGroup: 'audio' }),
  }))
  if (video.length === 0 && firstAudio !== undefined)
    variants.push({
      uri: `${firstAudio.id}.m3u8`,
      peakBitsPerSecond: audioPeak,
      averageBitsPerSecond: audioAverage,
      codecs: firstAudio.codec,
    })
  const renditionList = video.length === 0 ? [] : audioLines(audio)
  return writeMasterPlaylist({ renditions: renditionList, variants, images: [] })
}

function audioLines(audio: readonly TimelineRendition[]): AlternativeRendition[] {
  const taken = new Set<string>()
  return audio.map((one, position) => {
    const plain = one.name ?? one.language ?? `${position + 1}`
    const name = taken.has(plain) ? `${plain} ${position + 1}` : plain
    taken.add(name)
    return {
      kind: 'audio',
      group: 'audio',
      name,
      uri: `${one.id}.m3u8`,
      isDefault: position === 0,
      autoselect: true,
      ...(one.language === undefined || one.language === 'und' ? {} : { language: one.language }),
      ...(one.channels === undefined ? {} : { channels: one.channels }),
    }
  })
}

/** The window for live viewers; undefined when the channel is off air. */
export function liveWindow(timeline: Timeline, nowMs: number): { fromMs: number; toMs: number } | undefined {
  const edge = timeline.liveEdgeMs()
  if (edge === undefined || nowMs - edge > staleMs) return undefined
  return { fromMs: edge - liveWindowMs, toMs: edge + edgeToleranceMs }
}

/** All video renditions of a channel share their segment boundaries and so their sequence numbers. */
export function lineOf(rendition: string): string {
  return rendition.startsWith('v') ? 'v' : rendition
}

/** Undefined when nothing of the rendition can be played now. It begins after what is closed. */
export function livePlaylist(
  timeline: Timeline,
  numbering: LiveNumbering,
  rendition: string,
  nowMs: number,
  closed: readonly ClosedTimes[] = [],
): string | undefined {
  const whole = liveWindow(timeline, nowMs)
  if (whole === undefined) return undefined
  const window = openWindow(whole, closed)
  const segments = timeline
    .window(rendition, window.fromMs, window.toMs)
    .filter((one) => one.beginMs + one.durationMs <= window.toMs && one.beginMs >= window.fromMs)
  if (segments.length === 0) return undefined
  const list = segments.map((one, position) => toMedia(rendition, one, 1, segments[position - 1]))
  return writeMediaPlaylist({
    ...numbering.number(lineOf(rendition), segments),
    targetDurationSec: numbering.target(Math.max(2, targetDurationOf(list))),
    ended: false,
    segments: list,
  })
}

let lastMap = { rendition: '', initKey: '', map: { uri: '' } }

/** Thousands of segments share this value: building it for each one would cause most of the garbage collection. */
function mapOf(rendition: string, initKey: string): { readonly uri: string } {
  if (lastMap.rendition !== rendition || lastMap.initKey !== initKey)
    lastMap = { rendition, initKey, map: { uri: `${rendition}/init-${initKey}.mp4` } }
  return lastMap.map
}

/** `before` is the previous segment in the same list. */
export function toMedia(
  rendition: string,
  segment: SegmentRef,
  count: number,
  before: SegmentRef | undefined,
): MediaSegment {
  const isBreak = before !== undefined && before.periodMs !== segment.periodMs
  const one: { -readonly [Key in keyof MediaSegment]: MediaSegment[Key] } = {
    uri: `${rendition}/${segment.beginMs}-${count}.m4s`,
    durationSec: segment.durationMs / 1000,
    programDateTimeMs: segment.beginMs,
  }
  // Four hours have 2400 of these: assigning the optional fields one by one takes a third of the time.
  if (segment.gap) one.gap = true
  else one.map = mapOf(rendition, segment.initKey)
  if (isBreak) one.discontinuity = true
  return one
}
