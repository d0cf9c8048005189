/** Serves a channel, live or archive, after its ticket was verified. */
import { ArchiveUnavailable } from '#media/archive/remote/archive-store.ts'
import type { Timeline } from '#media/archive/timeline/timeline.ts'
import type { RequestedResource } from './tickets/origin-path.ts'
import { archiveManifest, liveManifest } from './playlists/channel-manifest.ts'
import { archivePlaylist, archiveWindow, cellAt } from './playlists/archive-playlist.ts'
import { closedWithin, closureMark, isClosed, openWindow, type ClosedTimes } from './playlists/closures.ts'
import { channelMaster, liveMaster, livePlaylist, liveWindow } from './playlists/channel-playlists.ts'
import type { ArchivePadding, ChannelAddress, ChannelRequest, ServedChannel } from './channel-request.ts'
import { refuse, sendBytes, sendNow, sendText, type Caching } from './respond.ts'
import { servePart, serveWithParts } from './serve-parts.ts'

/** Live viewers may request segments this far behind the edge, and no more: the archive needs another permission. */
const liveReachMs = 120_000
/** A segment that overlaps the start of the window belongs to it. */
const windowReachMs = 70_000
/** The same for an exact window: a segment of the common length that overlaps its beginning. */
const exactReachMs = 12_000
/** The playlist of a channel on air changes all the time; it is rebuilt this often. */
const renewMs = 250
const minuteMs = 60_000
/** A window that has just begun has no complete cell yet. */
const recentMs = 15_000

export async function serveChannel(request: ChannelRequest): Promise<void> {
  const address = widened(request.address, request.channel.around)
  const { channel, response, nowMs } = request
  const { fromMs, toMs } = reachOf(address, nowMs, channel.timeline)
  const closed = closedWithin(request.closed, fromMs, toMs)
  const context = { ...request, address, closed }
  const { resource } = address
  if (resource.kind === 'time') return sendNow(response, nowMs)
  if (resource.kind === 'init') return serveInit(context, resource)
  if (resource.kind === 'segment') return serveSegment(context, resource)
  // Parts have no times in their names: until what is closed has left the window, there are whole segments only.
  if (resource.kind === 'part')
    return closed.length > 0 ? refuse(response, 404, 'not_found') : servePart(context, resource)
  const { lowLatency } = channel
  if (
    address.kind === 'live' &&
    closed.length === 0 &&
    resource.kind === 'playlist' &&
    lowLatency?.isLive(resource.rendition) === true
  )
    return serveWithParts(context, lowLatency, resource.rendition)
  return serveText(context)
}

async function serveInit(
  context: ChannelRequest,
  resource: Extract<RequestedResource, { kind: 'init' }>,
): Promise<void> {
  const { address, nowMs, channel } = context
  const reach = reachOf(address, nowMs, channel.timeline)
  const bytes = await channel.timeline.initBytes(resource.rendition, resource.initKey, reach)
  if (bytes === undefined) return refuse(context.response, 404, 'not_found')
  sendBytes(context.request, context.response, bytes, 'mp4')
}

/** The wall-clock window that a path may access, including segments that overlap it. */
function reachOf(address: ChannelAddress, nowMs: number, timeline: Timeline) {
  if (address.kind === 'live') {
    const edgeMs = timeline.liveEdgeMs() ?? nowMs
    return { fromMs: edgeMs - liveReachMs - windowReachMs, toMs: edgeMs + windowReachMs }
  }
  const { beginMs, endMs } = address
  return { fromMs: beginMs - windowReachMs, toMs: (endMs ?? nowMs) + windowReachMs }
}

/** DASH has no start position: its manifest begins with the programme. */
function widened(address: ChannelAddress, around: ArchivePadding | undefined): ChannelAddress {
  if (address.kind === 'live' || address.isExact === true || around === undefined) return address
  const { beginMs, endMs, resource } = address
  return {
    ...address,
    beginMs: resource.kind === 'manifest' ? beginMs : beginMs - around.leadMs,
    endMs: endMs === undefined ? undefined : endMs + around.lagMs,
  }
}

async function serveSegment(
  context: ChannelRequest,
  resource: Extract<RequestedResource, { kind: 'segment' }>,
): Promise<void> {
  const { channel, address, response, nowMs, closed } = context
  const { timeline, lowLatency } = channel
  const { rendition, beginMs } = resource
  const buffered =
    address.kind === 'live' && resource.count === 1 && closed.length === 0
      ? lowLatency?.parts.segmentBytes(rendition, beginMs)
      : undefined
  if (buffered === undefined && !mayFetch(address, beginMs, nowMs, timeline))
    return refuse(response, 403, 'outside_window')
  const count = resource.count === 'cell' ? cellAt(timeline, rendition, beginMs) : resource.count
  if (closed.length > 0 && isClosed(closed, beginMs, endOfSegments(timeline, rendition, beginMs, count)))
    return refuse(response, 403, 'withheld')
  if (isBeyond(address, () => endOfSegments(timeline, rendition, beginMs, count)))
    return refuse(response, 403, 'outside_window')
  const bytes = buffered ?? (count && (await segmentBytes(timeline, rendition, beginMs, count)))
  // As a provider that is busy: it will come, so players request it again.
  if (bytes === 'unavailable') return refuse(response, 503, 'archive_unavailable')
  if (bytes === undefined || bytes === 0) return refuse(response, 404, 'gone')
  sendBytes(context.request, response, bytes, 'm4s')
}

async function segmentBytes(timeline: Timeline, rendition: string, beginMs: number, count: number) {
  try {
    return await timeline.segmentBytes(rendition, beginMs, count)
  } catch (error) {
    if (error instanceof ArchiveUnavailable) return 'unavailable'
    throw error
  }
}

/** Where the requested segments end; of none, where they could. */
function endOfSegments(
  timeline: Timeline,
  rendition: string,
  beginMs: number,
  count: number | undefined,
): number {
  const longestMs = beginMs + windowReachMs
  const segments = timeline
    .window(rendition, beginMs, longestMs)
    .filter((one) => one.beginMs >= beginMs)
    .slice(0, count ?? 1)
  const last = segments.at(-1)
  return last === undefined || segments[0]?.beginMs !== beginMs ? longestMs : last.beginMs + last.durationMs
}

/** An exact window ends with the segment in which it ends, also where several are requested as one. */
function isBeyond(address: ChannelAddress, endOf: () => number): boolean {
  if (address.kind === 'live' || address.isExact !== true || address.endMs === undefined) return false
  return endOf() > address.endMs + exactReachMs
}

function mayFetch(address: ChannelAddress, beginMs: number, nowMs: number, timeline: Timeline): boolean {
  const edge = timeline.liveEdgeMs() ?? nowMs
  if (beginMs > edge) return false
  if (address.kind === 'live') return beginMs >= edge - liveReachMs
  if (beginMs < timeline.oldestMs(beginMs) - windowReachMs) return false
  const reachMs = address.isExact === true ? exactReachMs : windowReachMs
  return beginMs >= address.beginMs - reachMs && beginMs < (address.endMs ?? nowMs + windowReachMs)
}

async function serveText(context: ChannelRequest): Promise<void> {
  const { address, channel, responses, nowMs, closed, request, response } = context
  const { stamp, cache } = stateOf(context)
  const { kind, channelId, resource } = address
  const isRecording = kind === 'archive' && address.isRecording === true
  const store = isRecording ? 'recording ' : kind === 'archive' && address.isExact === true ? 'excerpt ' : ''
  const window = kind === 'live' ? 'live' : `${store}${address.beginMs}-${address.endMs}`
  const what = resource.kind === 'playlist' ? resource.rendition : `/${resource.kind}`
  const name = `${channelId} ${window} ${what} ${closureMark({ times: closed })}`
  const answer = responses.get(name, stamp, () => write(channel, address, closed, nowMs))
  if (answer === undefined && kind === 'archive' && closed.length > 0)
    return refuse(response, 403, 'withheld')
  if (answer === undefined) return refuse(response, 404, noContentReason(context))
  return sendText(request, response, answer, resource.kind === 'manifest' ? 'mpd' : 'm3u8', cache)
}

/** The state that a text depends on, so that it is built once for all clients while nothing changes. */
function stateOf({ address, channel, nowMs }: ChannelRequest): { stamp: string; cache: Caching } {
  const { timeline } = channel
  const edgeMs = timeline.liveEdgeMs()
  const edge = Math.min(edgeMs ?? 0, Math.floor(nowMs / renewMs) * renewMs)
  if (address.kind === 'live')
    return { stamp: `${edge} ${liveWindow(timeline, nowMs) !== undefined}`, cache: 'second' }
  const { ended } = archiveWindow(timeline, address.beginMs, address.endMs, nowMs)
  // The past changes when its start expires, and when a hole in it is filled: checked once a minute.
  const { beginMs, endMs } = address
  const age = `${Math.floor(nowMs / minuteMs)} ${timeline.revision?.(beginMs, endMs ?? nowMs) ?? ''}`
  return ended ? { stamp: `ended ${age}`, cache: 'hour' } : { stamp: `${edge} ${age}`, cache: 'second' }
}

function write(
  channel: ServedChannel,
  address: ChannelAddress,
  closed: readonly ClosedTimes[],
  nowMs: number,
): string | undefined {
  const { timeline, numbering } = channel
  const { resource } = address
  if (address.kind === 'live') {
    if (resource.kind === 'playlist')
      return livePlaylist(timeline, numbering, resource.rendition, nowMs, closed)
    if (resource.kind === 'manifest') return liveManifest(timeline, nowMs, closed)
    const whole = liveWindow(timeline, nowMs)
    const window = whole && openWindow(whole, closed)
    return window && liveMaster(timeline, window.fromMs, window.toMs)
  }
  const { beginMs, endMs } = address
  if (resource.kind === 'playlist') {
    // An excerpt begins at its own moment: nothing is served around it.
    const startMs = beginMs + (address.isExact === true ? 0 : (channel.around?.leadMs ?? 0))
    const { rendition } = resource
    return archivePlaylist(timeline, numbering, rendition, beginMs, endMs, nowMs, startMs, closed)
  }
  if (resource.kind === 'manifest') return archiveManifest(timeline, beginMs, endMs, nowMs, closed)
  return channelMaster(timeline, beginMs, Math.min(endMs ?? nowMs, nowMs))
}

/** The reason why there is nothing, as a code for which the player has a text. */
export type NoContentReason = 'no_picture' | 'before_archive' | 'not_yet' | 'not_recorded' | 'not_found'

function noContentReason(context: ChannelRequest): NoContentReason {
  const { address, channel, nowMs } = context
  const { timeline } = channel
  // Nothing yet since what is closed: the next segment comes in a moment.
  const isOpening = context.closed.length > 0
  if (address.kind === 'live')
    return isOpening || liveWindow(timeline, nowMs) === undefined ? 'no_picture' : 'not_found'
  const { beginMs, endMs } = address
  if (endMs !== undefined && endMs <= timeline.oldestMs(beginMs)) return 'before_archive'
  const edgeMs = Math.max(timeline.liveEdgeMs() ?? 0, nowMs - minuteMs)
  if (beginMs >= edgeMs || nowMs - beginMs < recentMs) return 'not_yet'
  return timeline.hasAnything(beginMs, Math.min(endMs ?? nowMs, nowMs)) ? 'not_found' : 'not_recorded'
}
