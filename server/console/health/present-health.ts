/** Channels of the last report as the console shows them; pure. */
import type { consoleHealth } from '#contract/console/health.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { ChannelAlarm } from '#server/alarms/alarms.ts'
import {
  type ArchiveFacts,
  type ChannelReport,
  type DiskFacts,
  doViewersFail,
  type HourOfPlays,
  worstFirst,
} from '#server/monitoring/monitoring.ts'

export type BoardChannel = ResponseOf<typeof consoleHealth.board>['channels'][number]

export function secondsOf(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : Math.floor(ms / 1000)
}

/** Worst first; `plays` of the last hour and `alarms` by channel. */
export function presentBoard(
  channels: readonly ChannelReport[],
  plays: ReadonlyMap<number, HourOfPlays>,
  alarms: ReadonlyMap<number, ChannelAlarm> = new Map(),
): BoardChannel[] {
  return channels
    .map((channel) => ({ ...channel, ...levelWith(channel, plays.get(channel.cid)) }))
    .toSorted(worstFirst)
    .map((channel) => ({
      ...presentChannel(channel, plays.get(channel.cid)),
      ...presentAlarmOf(alarms.get(channel.cid)),
    }))
}

function levelWith({ level }: ChannelReport, plays: HourOfPlays | undefined): Pick<ChannelReport, 'level'> {
  return { level: level === 'good' && doViewersFail(plays) ? 'warning' : level }
}

type AlarmPart = Pick<
  BoardChannel,
  'alarm_id' | 'acknowledged_by' | 'muted_until' | 'muted_by' | 'mute_reason'
>

function presentAlarmOf(alarm: ChannelAlarm | undefined): AlarmPart {
  const mute = alarm?.mute ?? null
  return {
    alarm_id: alarm?.alarmId ?? null,
    acknowledged_by: alarm?.acknowledgedBy ?? '',
    muted_until: secondsOf(mute?.untilMs),
    muted_by: mute?.by ?? '',
    mute_reason: mute?.reason ?? '',
  }
}

function presentChannel(
  channel: ChannelReport,
  plays: HourOfPlays | undefined,
): Omit<BoardChannel, keyof AlarmPart> {
  const { cid, number, name, level, problems = [], state } = channel
  const isOff = level === 'off'
  return {
    cid,
    number,
    name,
    is_radio: channel.isRadio === true,
    level,
    problems: [
      ...problems.map(({ kind, sinceMs }) => ({ kind, since: secondsOf(sinceMs) })),
      ...(!isOff && doViewersFail(plays) ? [{ kind: 'viewers_fail' as const, since: null }] : []),
    ],
    words: isOff || state === 'recording' || state === 'linear' ? '' : (channel.words ?? ''),
    source: channel.sourceIndex ?? null,
    source_count: channel.sources,
    bits_per_second: channel.bitsPerSecond === undefined ? null : Math.round(channel.bitsPerSecond),
    last_segment_at: secondsOf(channel.lastSegmentAtMs),
    guide_until: secondsOf(channel.guideUntilMs),
    plays: plays?.plays ?? 0,
    failed_plays: plays?.failures ?? 0,
  }
}

type Archive = ResponseOf<typeof consoleHealth.channel>['archive']

/** The archive of a channel, and how far it will reach. */
export function presentArchive(archive: ArchiveFacts | undefined): Archive {
  if (archive === undefined) return null
  const { oldestMs, bytes, bytesPerDay, requestedMs, expectedMs, holesOfDay, holesOfWeek } = archive
  return {
    from: secondsOf(oldestMs),
    bytes: Math.round(bytes),
    bytes_per_day: Math.round(bytesPerDay),
    requested_sec: Math.round(requestedMs / 1000),
    expected_sec: secondsOf(expectedMs),
    holes_of_day: { count: holesOfDay.count, sec: Math.round(holesOfDay.ms / 1000) },
    holes_of_week: { count: holesOfWeek.count, sec: Math.round(holesOfWeek.ms / 1000) },
  }
}

/** The disk of the archive. */
export function presentDisk(
  disk: DiskFacts | null | undefined,
): ResponseOf<typeof consoleHealth.board>['disk'] {
  if (disk === null || disk === undefined) return null
  return { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes, hours_left: disk.hoursLeft }
}
