/** Combines the data of the engine and the guide into one report. */
import type { ArchiveReport, ChannelStatus } from '#media/media.ts'
import type { ChannelRecord, TelevisionSnapshot } from '#server/television/television.ts'
import { guideUntil } from './guide-ahead.ts'
import { judge, type ArchiveFacts, type ChannelFacts, type Report } from './report.ts'

/** Of several processes that share the channels: who records which. */
export interface RecordingParts {
  /** Whether this process records a channel. */
  isOwn(cid: number): boolean
  /** What the process that records a channel said last; undefined when it has said nothing of it yet. */
  statusOf(cid: number): ChannelStatus | undefined
  /** Whether any process records a channel. */
  isLeased(cid: number): boolean
}

/** The required facts of the media engine. */
export interface EngineFacts {
  channelStatus(channelId: string): ChannelStatus
  archiveReport(): Promise<ArchiveReport>
}

/**
 * The current report. The first one of a large archive takes some seconds, the next ones only the time for new
 * recordings.
 */
export async function collectReport(
  engine: EngineFacts,
  television: TelevisionSnapshot,
  nowMs: number,
  parts?: RecordingParts,
): Promise<Report> {
  const archive = await engine.archiveReport()
  const archives = new Map(archive.channels.map((channel) => [channel.channelId, archiveFacts(channel)]))
  const channels = television.channels.map((channel) => {
    const facts = channelFacts(channel, statusOf(channel, engine, parts))
    const guideUntilMs = guideUntil(television.guide.all(channel.cid), nowMs)
    const own = archives.get(String(channel.cid))
    return judge({ ...facts, guideUntilMs, ...(own === undefined ? {} : { archive: own }) }, nowMs)
  })
  const { freeBytes, totalBytes, requestedBytes, aheadBytes, hoursLeft } = archive
  const limits = { requestedBytes, aheadBytes }
  return { atMs: nowMs, channels, disk: { freeBytes, totalBytes, hoursLeft: hoursLeft ?? null, limits } }
}

/** A channel that is recorded elsewhere has the status that its process told; one that nobody records waits. */
function statusOf(
  { cid, source, isEnabled }: ChannelRecord,
  engine: EngineFacts,
  parts?: RecordingParts,
): ChannelStatus {
  const own = engine.channelStatus(String(cid))
  if (parts === undefined || source.kind !== 'recorded' || !isEnabled || parts.isOwn(cid)) return own
  const words = parts.isLeased(cid)
    ? 'another process begins to record it'
    : 'no process with media has room for it'
  return parts.statusOf(cid) ?? { state: 'waiting', words, bytes: 0, restarts: 0 }
}

function channelFacts(channel: ChannelRecord, status: ChannelStatus): Omit<ChannelFacts, 'guideUntilMs'> {
  const { state, words, source, muxer, signal, bitsPerSecond, lastSegmentAtMs, restarts } = status
  return {
    cid: channel.cid,
    number: channel.number,
    name: channel.name.ru === '' ? channel.name.uz : channel.name.ru,
    kind: channel.source.kind,
    isEnabled: channel.isEnabled,
    isRadio: channel.isRadio,
    state,
    sources: channel.source.kind === 'recorded' ? channel.source.sources.length : 0,
    picture: signal ?? 'unknown',
    restarts,
    ...(words === undefined ? {} : { words }),
    ...(source === undefined ? {} : { sourceIndex: source.index + 1 }),
    ...(muxer === undefined ? {} : { maker: muxer }),
    ...(bitsPerSecond === undefined ? {} : { bitsPerSecond }),
    ...(lastSegmentAtMs === undefined ? {} : { lastSegmentAtMs }),
  }
}

function archiveFacts(channel: ArchiveReport['channels'][number]): ArchiveFacts {
  const {
    oldestMs,
    bytes,
    retainedBytes,
    bytesPerDay,
    holesOfDay,
    holesOfWeek,
    depthConfiguredMs: depthRequestedMs,
    depthExpectedMs,
  } = channel
  return {
    oldestMs: oldestMs ?? null,
    bytes,
    retainedBytes,
    bytesPerDay,
    holesOfDay,
    holesOfWeek,
    requestedMs: depthRequestedMs,
    expectedMs: bytesPerDay > 0 ? depthExpectedMs : null,
  }
}
