/** Channel metrics for Prometheus. Read from the last report, so that a scrape costs nothing. */
import type { Metrics } from '#server/platform/metrics.ts'
import type { ChannelReport, Report } from './report.ts'

type Value = (channel: ChannelReport, atMs: number) => number | undefined

const perChannel: readonly (readonly [name: string, help: string, value: Value])[] = [
  ['up', 'Whether something is received and recorded, or made of films (1), or not (0)', isUp],
  ['ended', 'The source is not live', ({ state }) => Number(state === 'ended')],
  ['source', 'Which of its sources a channel is received from, from 1', ({ sourceIndex }) => sourceIndex],
  ['bits_per_second', 'What is recorded of a channel', ({ bitsPerSecond }) => bitsPerSecond],
  [
    'last_segment_age_seconds',
    'How long ago the last segment ended',
    ({ lastSegmentAtMs }, atMs) =>
      lastSegmentAtMs === undefined ? undefined : Math.max(0, atMs - lastSegmentAtMs) / 1000,
  ],
  ['restarts_total', 'How often the source had to be opened again', ({ restarts }) => restarts],
  ['picture_black', 'The picture is black', (channel) => shows(channel, 'black')],
  ['picture_frozen', 'The picture stands still', (channel) => shows(channel, 'frozen')],
  ['sound_silent', 'There is no sound', (channel) => shows(channel, 'silent')],
  ['picture_slate', 'The source shows that it is out of service', (channel) => shows(channel, 'slate')],
  [
    'guide_ahead_seconds',
    'How far ahead the guide reaches without a break; 0 when nothing is on now',
    ({ guideUntilMs }, atMs) => (guideUntilMs === null ? 0 : Math.max(0, guideUntilMs - atMs) / 1000),
  ],
  [
    'archive_hole_seconds',
    'What is missing of the last 24 hours',
    ({ archive }) => (archive === undefined ? undefined : archive.holesOfDay.ms / 1000),
  ],
  ['archive_bytes', 'What the archive of a channel takes', ({ archive }) => archive?.bytes],
  [
    'archive_retained_bytes',
    'The part of it that viewers’ recordings need',
    ({ archive }) => archive?.retainedBytes,
  ],
  [
    'archive_depth_seconds',
    'How far back the archive reaches',
    ({ archive }, atMs) =>
      archive === undefined || archive.oldestMs === null ? undefined : (atMs - archive.oldestMs) / 1000,
  ],
]

function isUp({ state, level }: ChannelReport): number | undefined {
  if (level === 'off') return undefined
  return state === 'recording' || state === 'linear' ? 1 : 0
}

function shows({ picture }: ChannelReport, state: ChannelReport['picture']) {
  return picture === 'unknown' ? undefined : Number(picture === state)
}

/** Registers the gauges; `last` returns the newest report, undefined before the first. */
export function addChannelGauges(metrics: Metrics, last: () => Report | undefined): void {
  for (const [name, help, value] of perChannel)
    metrics.gaugeByLabel(`ekran_channel_${name}`, help, 'channel', () => {
      const report = last()
      const values: Record<string, number> = {}
      for (const channel of report?.channels ?? []) {
        const result = value(channel, report?.atMs ?? 0)
        if (result !== undefined) values[String(channel.number)] = result
      }
      return values
    })
  metrics.gauge(
    'ekran_media_disk_free_bytes',
    'Free space where recordings and films lie',
    () => last()?.disk?.freeBytes ?? Number.NaN,
  )
  metrics.gaugeByLabel(
    'ekran_media_disk_limit_bytes',
    'Recordings are deleted below the larger one: asked by EKRAN_FREE_SPACE_GB, ahead for three minutes of recording',
    'limit',
    (): Readonly<Record<string, number>> => {
      const limits = last()?.disk?.limits
      return limits === undefined ? {} : { asked: limits.requestedBytes, ahead: limits.aheadBytes }
    },
  )
  metrics.gauge(
    'ekran_media_disk_hours_left',
    'Until recordings are deleted before their time; +Inf when the disk holds all of them',
    () => {
      const disk = last()?.disk
      return disk === undefined || disk === null ? Number.NaN : (disk.hoursLeft ?? Number.POSITIVE_INFINITY)
    },
  )
}
