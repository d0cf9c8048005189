/** What needs somebody of the staff, decided from facts alone; pure. */
import type { needKinds } from '#contract/console/overview.ts'
import type { Section } from '#contract/form/permissions.ts'
import { type ChannelReport, type Report, oldMs } from '#server/monitoring/monitoring.ts'

export type NeedKind = (typeof needKinds)[number]

export interface Need {
  readonly kind: NeedKind
  readonly count: number
  readonly things: readonly { readonly name: string; readonly id: number | null }[]
  /** Unix milliseconds. */
  readonly atMs: number | null
}

/** The section that a role must see to be told. */
export const sectionOfNeed: Readonly<Record<NeedKind, Section>> = {
  recorder_off: 'health',
  channels_down: 'health',
  disk_short: 'health',
  channels_off: 'channels',
  films_refused: 'films',
  guide_failed: 'guide',
  guide_held: 'guide',
  guide_ends: 'guide',
  channels_poor: 'health',
  channels_no_guide: 'channels',
  complaints: 'subscribers',
  films_no_uzbek: 'films',
  channels_no_logo: 'channels',
  drafts: 'channels',
  proposals: 'guide',
}

/** A thing with a name, and since when. */
export interface Named {
  readonly name: string
  /** The number of a channel or a draft, for a link. */
  readonly id?: number
  readonly atMs: number | null
}

export interface NeedFacts {
  readonly report: Report | undefined
  /** Channels with sources that are not received. */
  readonly channelsOff: readonly Named[]
  readonly channelsNoGuide: readonly Named[]
  readonly channelsNoLogo: readonly Named[]
  readonly filmsRefused: readonly Named[]
  /** The first of them, and how many there are. */
  readonly filmsNoUzbek: { readonly first: readonly Named[]; readonly count: number }
  readonly guideFailed: readonly Named[]
  readonly guideBlocked: readonly Named[]
  readonly complaints: readonly Named[]
  readonly drafts: readonly Named[]
  readonly proposals: number
  /** Whether any channel is to be recorded. */
  readonly isRecording: boolean
}

/** So many things of a need are named. */
export const maxThings = 5
const guideShortMs = 3 * 24 * 3_600_000

/** All needs, the most harmful first. */
export function needsOf(facts: NeedFacts, nowMs: number): readonly Need[] {
  const { report } = facts
  const isOff = facts.isRecording && (report === undefined || nowMs - report.atMs > oldMs)
  const channels = isOff || report === undefined ? [] : report.channels
  return [
    ...(isOff ? [{ kind: 'recorder_off' as const, count: 1, things: [], atMs: report?.atMs ?? null }] : []),
    ...about('channels_down', channels.filter(({ level }) => level === 'bad').map(namedDown)),
    ...diskNeed(isOff ? undefined : report),
    ...about('channels_off', facts.channelsOff),
    ...about('films_refused', facts.filmsRefused),
    ...about('guide_failed', facts.guideFailed),
    ...about('guide_held', facts.guideBlocked),
    ...guideEnds(channels, nowMs),
    ...about('channels_poor', channels.filter(isPoor).map(namedDown)),
    ...about('channels_no_guide', facts.channelsNoGuide),
    ...about('complaints', facts.complaints),
    ...about('films_no_uzbek', facts.filmsNoUzbek.first, facts.filmsNoUzbek.count),
    ...about('channels_no_logo', facts.channelsNoLogo),
    ...about('drafts', facts.drafts),
    ...(facts.proposals === 0
      ? []
      : [{ kind: 'proposals' as const, count: facts.proposals, things: [], atMs: null }]),
  ]
}

function about(kind: NeedKind, things: readonly Named[], count = things.length): readonly Need[] {
  if (things.length === 0) return []
  const moments = things.flatMap(({ atMs }) => (atMs === null ? [] : [atMs]))
  return [
    {
      kind,
      count,
      things: things.slice(0, maxThings).map(({ name, id = null }) => ({ name, id })),
      atMs: moments.length === 0 ? null : Math.min(...moments),
    },
  ]
}

function namedDown({ cid, number, name, lastSegmentAtMs }: ChannelReport): Named {
  return { name: `${number} ${name}`, id: cid, atMs: lastSegmentAtMs ?? null }
}

/** It is on, and not as it should be: on a later source, or without sound. */
function isPoor({ level, sourceIndex = 1, picture }: ChannelReport): boolean {
  return level === 'warning' && (sourceIndex > 1 || picture === 'silent')
}

function diskNeed(report: Report | undefined): readonly Need[] {
  const hours = report?.disk?.hoursLeft ?? null
  if (report === undefined || hours === null) return []
  return [{ kind: 'disk_short', count: 1, things: [], atMs: report.atMs + hours * 3_600_000 }]
}

/** Channels whose guide ends within three days; one without a guide at all is no surprise of today. */
function guideEnds(channels: readonly ChannelReport[], nowMs: number): readonly Need[] {
  return about(
    'guide_ends',
    channels
      .filter(
        ({ level, guideUntilMs }) =>
          level !== 'off' && guideUntilMs !== null && guideUntilMs - nowMs < guideShortMs,
      )
      .toSorted((a, b) => (a.guideUntilMs ?? 0) - (b.guideUntilMs ?? 0))
      .map(({ cid, number, name, guideUntilMs }) => ({
        name: `${number} ${name}`,
        id: cid,
        atMs: guideUntilMs,
      })),
  )
}
