/** The operator's page of plays, `/operator/plays`: read-only, rendered at each request, without a script. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { operatorDocument, table } from './page-html.ts'
import {
  playMemoryDays,
  type PlayDay,
  type Subject,
  type Summary,
  meanRate,
  stallsPerHour,
  startWithin,
  type DeviceKind,
  type PlayKind,
  type PlaySums,
} from '#server/monitoring/monitoring.ts'

/** The name of a channel or a title, if it still exists. */
export type NameOf = (kind: PlayKind, subject: number) => string | undefined

export interface PlayPageFacts {
  readonly atMs: number
  readonly hour: Summary
  readonly day: Summary
  /** The newest first. */
  readonly days: readonly PlayDay[]
}

const renewEverySec = 60

const deviceWords: Record<DeviceKind, string> = {
  tv: 'television',
  phone: 'phone',
  tablet: 'tablet',
  computer: 'computer',
  other: 'other',
}
const kindWords: Record<PlayKind, string> = { film: 'film', archive: 'archive', live: 'live' }

export function playPage({ atMs, hour, day, days }: PlayPageFacts, nameOf: NameOf): string {
  const moment = new Date(atMs + tashkentOffsetMs).toISOString().slice(0, 16).replace('T', ' ')
  const body = `<p>What viewers’ players told until ${moment} in Tashkent. A start is from opening to the first picture; a stall is a wait for data afterwards, without what follows a jump.</p>
${span('Last hour', hour, nameOf)}
${span('Last 24 hours', day, nameOf)}
${dayByDay(days)}`
  return operatorDocument('Plays', body, renewEverySec)
}

function dayByDay(days: readonly PlayDay[]): string {
  const rows = days.map(({ dayMs, sums }) => [
    new Date(dayMs + tashkentOffsetMs).toISOString().slice(0, 10),
    ...figures(sums),
  ])
  return `<h2>Day by day</h2>
${rows.length === 0 ? '<p>Nothing was played.</p>' : table(['Day', ...heads], rows)}
<p>Kept for ${playMemoryDays} days. Added up once in ten minutes.</p>`
}

function span(title: string, { all, groups, codes, worst }: Summary, nameOf: NameOf): string {
  if (all.plays === 0 && all.playedMs === 0) return `<h2>${title}</h2><p>Nothing was played.</p>`
  const rows = groups.map(({ device, kind, sums }) => [
    deviceWords[device],
    kindWords[kind],
    ...figures(sums),
  ])
  return `<h2>${title}</h2>
${table(['Device', 'Kind', ...heads], [['all', '', ...figures(all)], ...rows])}
<h3>Most trouble</h3>
${worst.length === 0 ? '<p>Nothing that was watched enough had a stall or a failure.</p>' : table(['What', 'Kind', ...heads], worst.map(worstRow(nameOf)))}
<h3>Failures</h3>
${
  codes.length === 0
    ? '<p>None.</p>'
    : table(
        ['Code', 'Plays', 'What it means'],
        codes.map(({ code, count }) => [code, String(count), failureWords[code.slice(0, 2)] ?? '']),
      )
}`
}

function worstRow(nameOf: NameOf) {
  return ({ kind, subject, sums }: Subject): readonly string[] => [
    nameOf(kind, subject) ?? `№ ${subject}, which is gone`,
    kindWords[kind],
    ...figures(sums),
  ]
}

const heads = [
  'Plays',
  'Left before a picture',
  'Failed',
  'Start p50',
  'Start p95',
  'Hours played',
  'Stalls an hour',
  'Time stalled',
  'Mbit/s',
  'Height',
  'Switches an hour',
]

function figures(sums: PlaySums): readonly string[] {
  const { plays, abandoned, failures, starts, playedMs, stalledMs, switches } = sums
  const rate = meanRate(sums)
  const stalls = stallsPerHour(sums)
  return [
    String(plays),
    String(abandoned),
    failures === 0 || plays === 0 ? String(failures) : `${failures} (${percent(failures / plays)})`,
    seconds(startWithin(starts, 0.5)),
    seconds(startWithin(starts, 0.95)),
    (playedMs / 3_600_000).toFixed(1),
    stalls === undefined ? '–' : stalls.toFixed(2),
    playedMs + stalledMs === 0 ? '–' : percent(stalledMs / (playedMs + stalledMs)),
    rate === undefined ? '–' : (rate.bitsPerSecond / 1e6).toFixed(2),
    rate === undefined ? '–' : String(rate.height),
    playedMs < 60_000 ? '–' : ((switches * 3_600_000) / playedMs).toFixed(1),
  ]
}

/** By the first part of the code; the rest is an HTTP status or the engine’s own number. */
const failureWords: Readonly<Record<string, string>> = {
  P1: 'the device has no network',
  P2: 'the stream did not answer',
  P3: 'the address was not accepted, nor a new one',
  P4: 'what was to be played is not there',
  P5: 'what arrived cannot be read as media',
  P6: 'the device cannot play this codec',
  P7: 'data came too slowly at every quality',
  P8: 'the player’s program could not be loaded',
}

function percent(share: number) {
  return `${(share * 100).toFixed(1)} %`
}

function seconds(ms: number | 'over' | undefined): string {
  if (ms === undefined) return '–'
  return ms === 'over' ? 'over 20 s' : `${(ms / 1000).toFixed(2)} s`
}
