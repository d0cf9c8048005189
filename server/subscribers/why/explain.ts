/** The causes behind the refusals of playback, with the figures that support reads out. */
import {
  type LiveCatalogue,
  fileWindowEndMs,
  opensMs,
  type TitleRecord,
} from '#server/catalogue/catalogue.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { readProblems } from '#server/monitoring/monitoring.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { PlaybackRefusal, RehearsalDeps } from '#server/playback/playback.ts'
import type { ViewerProfile } from '#server/platform/primitives/viewer.ts'
import type { StreamRecord } from '#server/streams/streams.ts'
import { catchupDaysOf, type ChannelRecord } from '#server/television/television.ts'
import { fileOf, type ItemMatch, type WhyItem } from './find-item.ts'
import type { Reason } from './reasons.ts'

/** A tariff on offer that opens the item. */
export interface OpeningTariff {
  readonly tariffId: number
  readonly name: { readonly ru: string; readonly uz: string; readonly en: string }
  readonly priceTiyin: number
}

/** What the sentence of the answer is made of. Absent where the reason has no such figure. */
export interface WhyFigures {
  /** Unix milliseconds. */
  readonly sinceMs?: number
  readonly untilMs?: number
  /** How many days the archive has. */
  readonly days?: number
  readonly missingTiyin?: number
  /** Of a pause: the tariff whose pause is ended. */
  readonly pausedTariffId?: number
  readonly tariffs?: readonly OpeningTariff[]
  readonly limit?: number
  readonly streams?: readonly StreamRecord[]
  readonly blackoutId?: number
  /** What viewers are told. */
  readonly words?: { readonly ru: string; readonly uz: string }
  /** The least version of the app. */
  readonly version?: string
  /** Of a profile: for viewers of which age it is, and the hours and minutes of a day that it may watch. */
  readonly age?: number
  readonly hours?: { readonly from: string; readonly to: string }
  readonly minutes?: number
}

export interface Explained {
  readonly reason: Exclude<Reason, 'nothing'>
  readonly figures: WhyFigures
}

export interface ExplainDeps {
  readonly db: Db
  readonly clock: Clock
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly engine: Pick<RehearsalDeps['engine'], 'recordedSpans'>
  readonly television: RehearsalDeps['television']
}

export interface ExplainedItem {
  readonly item: WhyItem
  readonly match: Extract<ItemMatch, { kind: 'channel' | 'hidden_channel' | 'title' }>
  readonly region: 'inside' | 'outside'
  /** Of the device; undefined: it is logged out. */
  readonly profile: ViewerProfile | undefined
}

const dayMs = 86_400_000
/** A hole of this length is none. */
const toleranceMs = 60_000

/** The cause of a refusal; undefined for one that a rehearsal cannot have. */
export async function explain(
  deps: ExplainDeps,
  refusal: PlaybackRefusal,
  about: ExplainedItem,
): Promise<Explained | undefined> {
  switch (refusal.failure) {
    case 'channel_not_found':
      return { reason: 'channel_hidden', figures: {} }
    case 'programme_not_found':
      return { reason: 'programme_missing', figures: {} }
    case 'outside_region':
      return { reason: 'outside_region', figures: {} }
    case 'title_outside_region':
      return { reason: 'title_elsewhere', figures: {} }
    case 'above_age_limit':
    case 'above_age_closed':
      return ofProfile(about, 'profile_age', { age: refusal.age })
    case 'channel_not_chosen':
      return ofProfile(about, 'profile_channel', {})
    case 'watch_hours_over':
      return ofProfile(about, 'profile_hours', { hours: { from: refusal.from, to: refusal.to } })
    case 'watch_minutes_over':
      return ofProfile(about, 'profile_minutes', { minutes: about.profile?.limit?.minutesPerDay ?? 0 })
    case 'not_subscribed':
      return { reason: 'not_subscribed', figures: { tariffs: refusal.openedBy } }
    case 'account_suspended':
      return { reason: 'suspended', figures: { missingTiyin: Math.round(refusal.missingSums * 100) } }
    case 'tariff_paused':
      return { reason: 'paused', figures: {} }
    case 'blacked_out': {
      const { blackoutId, words, untilMs } = refusal
      return { reason: 'blackout', figures: { blackoutId, words, ...(untilMs === null ? {} : { untilMs }) } }
    }
    case 'too_many_streams':
      return { reason: 'too_many_streams', figures: { limit: refusal.limit, streams: refusal.streams } }
    case 'not_begun':
      return { reason: 'programme_ahead', figures: beginningOf(deps, about.item) }
    case 'not_recorded':
      return about.match.kind === 'channel' ? pastOf(deps, about.match.channel, about.item) : undefined
    case 'not_available_now':
      return about.match.kind === 'title'
        ? titleCause(deps, about.match.title, about)
        : about.match.kind === 'channel'
          ? channelCause(deps, about.match.channel)
          : undefined
    default:
      return undefined
  }
}

/** A limit of the device's profile; one that was removed closes nearly everything. */
function ofProfile(
  { profile }: Pick<ExplainedItem, 'profile'>,
  reason: Explained['reason'],
  figures: WhyFigures,
): Explained {
  return profile?.isRemoved === true ? { reason: 'profile_gone', figures: {} } : { reason, figures }
}

async function channelCause({ db, clock }: ExplainDeps, channel: ChannelRecord): Promise<Explained> {
  if (!channel.isEnabled) return { reason: 'channel_off', figures: {} }
  const { source } = channel
  if (source.kind === 'none' || (source.kind === 'recorded' && source.sources.length === 0))
    return { reason: 'channel_without_source', figures: {} }
  const nowMs = clock.nowMs()
  const problems = await readProblems(db, channel.cid, { fromMs: nowMs - dayMs, limit: 50 })
  const begun = problems.filter(({ endMs }) => endMs === null).map(({ fromMs }) => fromMs)
  return {
    reason: 'channel_down',
    figures: begun.length === 0 ? {} : { sinceMs: Math.min(...begun) },
  }
}

function programmeOf({ television }: Pick<ExplainDeps, 'television'>, item: WhyItem) {
  if (item.kind !== 'channel' || item.atSec === undefined) return undefined
  return television.now().guide.window(item.cid, item.atSec * 1000, item.atSec * 1000 + 1)[0]
}

function beginningOf(deps: Pick<ExplainDeps, 'television'>, item: WhyItem): WhyFigures {
  const programme = programmeOf(deps, item)
  return programme === undefined ? {} : { sinceMs: programme.beginMs }
}

/** Why a programme of the past is not there: no archive, too old for it, or a hole. */
function pastOf(deps: ExplainDeps, channel: ChannelRecord, item: WhyItem): Explained {
  const nowMs = deps.clock.nowMs()
  const days = Math.max(channel.archiveDays, catchupDaysOf(channel))
  if (days === 0) return { reason: 'no_archive', figures: {} }
  const oldestMs = nowMs - days * dayMs
  const spans = deps.engine.recordedSpans(String(channel.cid), oldestMs, nowMs, toleranceMs) ?? []
  const first = spans[0]?.beginMs
  const figures = { days, ...(first === undefined ? {} : { sinceMs: first }) }
  const programme = programmeOf(deps, item)
  const isOver = programme !== undefined && programme.beginMs < oldestMs
  return { reason: isOver ? 'archive_over' : 'not_recorded', figures }
}

/** Why a title that is there is not available: hidden, outside its window, without a file, or not packaged. */
function titleCause(
  { clock, catalogue }: ExplainDeps,
  title: TitleRecord,
  { item, region }: ExplainedItem,
): Explained {
  const nowMs = clock.nowMs()
  if (title.availability?.isHidden === true) return { reason: 'title_hidden', figures: {} }
  const vfid = item.kind === 'title' ? item.vfid : undefined
  const place = vfid === undefined ? undefined : fileOf(title, vfid)
  const isOpen =
    catalogue.now(region).title(title.vid) !== undefined &&
    (vfid === undefined || fileWindowEndMs(title, vfid, nowMs, region) !== undefined)
  if (!isOpen) {
    const opens = opensMs(title, nowMs, region)
    if (opens !== undefined) return { reason: 'window_ahead', figures: { sinceMs: opens } }
    const windows = [
      ...(title.availability === undefined ? [] : [title.availability, ...(title.availability.more ?? [])]),
      ...(place?.season?.windows ?? []),
      ...(place?.episode?.windows ?? []),
    ]
    const ends = windows.flatMap(({ untilMs }) => (untilMs !== null && untilMs <= nowMs ? [untilMs] : []))
    return { reason: 'window_ended', figures: ends.length === 0 ? {} : { sinceMs: Math.max(...ends) } }
  }
  const hasFile =
    title.files.some(({ kind }) => kind === 'film') ||
    title.seasons.some(({ episodes }) => episodes.length > 0)
  return { reason: hasFile ? 'not_packaged' : 'no_file', figures: {} }
}
