import { AsyncLocalStorage } from 'node:async_hooks'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type ProfileLimit, type Viewer, profileKeyOf } from '#server/platform/primitives/viewer.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import type { AboveLimit, Judge } from './judge.ts'
import { type HiddenItems, hiddenItems } from './hidden-items.ts'
import { mayOpenPage } from './may-open.ts'
import { clockOf, hoursEndMs, limitsContent } from './rules.ts'
import { type AppliedLimit, openViews } from './views.ts'
import { type StoredFacts, liveEndMs, pastAbove } from './watch-window.ts'
import { noteWatched, watchedToday } from './watched-time.ts'

export interface ProfileLimitsOptions {
  readonly db: Db
  readonly clock: Clock
  /** Everything there is, for every viewer. */
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
}

/** What somebody wants to watch. Unix milliseconds. */
export type WatchSubject =
  | { readonly kind: 'title'; readonly vid: number }
  | { readonly kind: 'live'; readonly cid: number }
  | {
      readonly kind: 'past'
      readonly cid: number
      readonly beginMs: number
      readonly endMs: number
      /** What was stored of the programme, for when the guide has it no more. */
      readonly stored?: StoredFacts | undefined
    }

/** Whether a profile may watch something now. */
export type WatchVerdict =
  /** `untilMs`: when it has to be asked again, null: it never changes by itself. */
  | { readonly kind: 'within'; readonly untilMs: number | null; readonly leftMs: number | null }
  /** The PIN opens the first, and the third. */
  | { readonly kind: 'above'; readonly failure: 'above_age_limit' | 'above_age_closed'; readonly age: number }
  | { readonly kind: 'above'; readonly failure: 'channel_not_chosen' }
  | {
      readonly kind: 'above'
      readonly failure: 'watch_hours_over'
      readonly from: string
      readonly to: string
    }
  | { readonly kind: 'above'; readonly failure: 'watch_minutes_over' }

/**
 * Who asks: a player that sends heartbeats, for its first address or with one of them; a player that sends none, for each
 * address; or a device that stores a film, whatever the time is.
 */
export type WatchReport = 'none' | 'heartbeat' | 'address' | 'download'

/** What a profile may see; no channels: all of them. */
export interface ContentLimit {
  readonly ageLimit: number
  readonly channelIds: readonly number[]
}

/** The limits of profiles, enforced. */
export interface ProfileLimits {
  /**
   * The catalogue and television as the viewer of the present request sees them; everything outside a request, and for
   * viewers without limits.
   */
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
  /** Runs the handling of a request of this viewer: what it reads from the two above is within the viewer's limits. */
  within<Result>(viewer: Viewer, run: () => Promise<Result>): Promise<Result>
  /** The same for what is read without a viewer: nothing above this age is in it. */
  withinAge<Result>(ageLimit: number, run: () => Promise<Result>): Promise<Result>
  /** What this viewer must not be shown; undefined: nothing, or it is shown locked. */
  hiddenFrom(viewer: Viewer): HiddenItems | undefined
  /**
   * Whether the viewer of the present request may open what a page of the site is about, without a PIN; what is hidden
   * by its link is not asked about. `href`: its path, with its query.
   */
  mayOpenPage(href: string): boolean
  /** Whether a programme is hidden from profiles with this limit, whatever the PIN opens. */
  isHiddenFrom(limit: ContentLimit, pid: number): boolean
  /** The same for what a page of the site is about; `href`: its path, with its query. */
  isPageHiddenFrom(limit: ContentLimit, href: string): boolean
  /** Whether this may be watched now. `report` counts the time that was watched. */
  watchable(viewer: Viewer | undefined, subject: WatchSubject, report: WatchReport): Promise<WatchVerdict>
}

/** Heartbeats come every twelve seconds; one may be lost. */
const beatStepMs = 30_000
/** How long an address of a player without heartbeats is valid for a profile with limits, with minutes a day. */
const silentAddressMs = 300_000
const countedAddressMs = 60_000

/** Everything that `openProfileLimits` says is read from memory, except the time that was watched. */
export function openProfileLimits(options: ProfileLimitsOptions): ProfileLimits {
  const { catalogue, television } = options
  const present = new AsyncLocalStorage<AppliedLimit>()
  const views = openViews(options)
  return {
    catalogue: {
      ...catalogue,
      now: (region) => {
        const applied = present.getStore()
        return applied === undefined ? catalogue.now(region) : views.catalogue(applied, region)
      },
    },
    television: {
      ...television,
      now: () => {
        const applied = present.getStore()
        return applied === undefined ? television.now() : views.television(applied)
      },
    },
    within: (viewer, run) => {
      const applied = appliedTo(viewer)
      return applied === undefined ? run() : present.run(applied, run)
    },
    withinAge: (ageLimit, run) => {
      const limit = hidingLimit({ ageLimit, channelIds: [] })
      return present.run({ limit, opened: new Set() }, run)
    },
    hiddenFrom: (viewer) => {
      const applied = appliedTo(viewer)
      if (applied?.limit.aboveLimit !== 'hide') return undefined
      const shown = views.catalogue(applied, undefined)
      return hiddenItems({ catalogue, television, shown, judge: views.judge(applied.limit) })
    },
    mayOpenPage: (href) => {
      const applied = present.getStore()
      return applied === undefined || mayOpenPage(href, openingParts(options, views.judge, applied))
    },
    isHiddenFrom: (content, pid) => {
      const limit = hidingLimit(content)
      if (!limitsContent(limit)) return false
      const programme = television.now().guide.programme(pid)
      return programme === undefined || views.judge(limit).programme(programme) !== undefined
    },
    isPageHiddenFrom: (content, href) => {
      const limit = hidingLimit(content)
      if (!limitsContent(limit)) return false
      const shown = views.catalogue({ limit, opened: new Set() }, undefined)
      return hiddenItems({ catalogue, television, shown, judge: views.judge(limit) }).link(href)
    },
    watchable: (viewer, subject, report) => watchable(options, views.judge, { viewer, subject, report }),
  }
}

function hidingLimit({ ageLimit, channelIds }: ContentLimit): ProfileLimit {
  return {
    ageLimit,
    aboveLimit: 'hide',
    channelIds: channelIds.length === 0 ? undefined : new Set(channelIds),
    hours: undefined,
    minutesPerDay: undefined,
  }
}

/** Undefined where nothing of the content is limited. */
function appliedTo({ profile }: Viewer): AppliedLimit | undefined {
  const limit = profile?.limit
  if (limit === undefined || !limitsContent(limit)) return undefined
  return { limit, opened: openedBy(profile), isChild: profile?.isChild === true }
}

function openingParts(
  options: ProfileLimitsOptions,
  judgeOf: ReturnType<typeof openViews>['judge'],
  { limit, opened, isChild = false }: AppliedLimit,
): Parameters<typeof mayOpenPage>[1] {
  const judge = judgeOf(limit)
  const facts = { judge, opened, nowMs: options.clock.nowMs() }
  return {
    ...{ isChild, judge, opened, television: options.television },
    isWithin: (subject) => verdictOn(options, subject, facts, limit.aboveLimit).kind === 'within',
  }
}

/** What the PIN has opened; only what is shown locked can be. */
function openedBy(profile: Viewer['profile']): ReadonlySet<string> {
  if (profile?.limit?.aboveLimit !== 'ask') return new Set()
  return new Set((profile.opened ?? []).map(({ kind, id }) => `${kind}:${id}`))
}

interface Watching {
  readonly viewer: Viewer | undefined
  readonly subject: WatchSubject
  readonly report: WatchReport
}

async function watchable(
  options: ProfileLimitsOptions,
  judge: ReturnType<typeof openViews>['judge'],
  { viewer, subject, report }: Watching,
): Promise<WatchVerdict> {
  const limit = viewer?.profile?.limit
  if (viewer === undefined || limit === undefined) return { kind: 'within', untilMs: null, leftMs: null }
  const nowMs = options.clock.nowMs()
  const facts = { judge: judge(limit), opened: openedBy(viewer.profile), nowMs }
  const content = verdictOn(options, subject, facts, limit.aboveLimit)
  if (content.kind === 'above') return content
  if (report === 'download') return { kind: 'within', untilMs: null, leftMs: null }
  const hoursMs = hoursEndMs(limit.hours, nowMs)
  if (hoursMs === null) {
    const { from = 0, to = 0 } = limit.hours ?? {}
    return { kind: 'above', failure: 'watch_hours_over', from: clockOf(from), to: clockOf(to) }
  }
  const leftMs = await leftOf(options, viewer, report, nowMs)
  if (leftMs !== null && leftMs <= 0) return { kind: 'above', failure: 'watch_minutes_over' }
  const leftAtAllMs = Math.min(leftMs ?? Infinity, hoursMs - nowMs)
  const addressMs = report !== 'address' ? Infinity : leftMs === null ? silentAddressMs : countedAddressMs
  const untilMs = Math.min(content.untilMs ?? Infinity, nowMs + Math.min(leftAtAllMs, addressMs))
  return { kind: 'within', untilMs: finite(untilMs), leftMs: finite(leftAtAllMs) }
}

function finite(ms: number): number | null {
  return ms === Infinity ? null : ms
}

interface JudgedFacts {
  readonly judge: Judge
  readonly opened: ReadonlySet<string>
  readonly nowMs: number
}

type ContentVerdict =
  | { readonly kind: 'within'; readonly untilMs: number | null }
  | Extract<WatchVerdict, { failure: 'above_age_limit' | 'above_age_closed' | 'channel_not_chosen' }>

/** Whether its content is within the limit, or opened; decided on everything there is. */
function verdictOn(
  { catalogue, television }: Pick<ProfileLimitsOptions, 'catalogue' | 'television'>,
  subject: WatchSubject,
  { judge, opened, nowMs }: JudgedFacts,
  aboveLimit: ProfileLimit['aboveLimit'],
): ContentVerdict {
  const refused = (above: AboveLimit) => refusedFor(above, aboveLimit)
  if (subject.kind === 'title') {
    const { vid } = subject
    const title = catalogue.now('inside').wholeTitle(vid) ?? catalogue.now('outside').wholeTitle(vid)
    const above = opened.has(`title:${vid}`) ? undefined : judge.title(title ?? unknownTitle)
    return above === undefined ? { kind: 'within', untilMs: null } : refused(above)
  }
  const { cid } = subject
  if (opened.has(`channel:${cid}`)) return { kind: 'within', untilMs: null }
  const { guide } = television.now()
  const aboveIn = { guide, cid, judge, isOpened: (pid: number) => opened.has(`programme:${pid}`) }
  if (subject.kind === 'past') {
    const { stored } = subject
    // The guide knows it better, as long as it has it.
    const isInGuide = stored?.pid != null && guide.programme(stored.pid) !== undefined
    const above = pastAbove(aboveIn, isInGuide ? { ...subject, stored: undefined } : subject)
    return above === undefined ? { kind: 'within', untilMs: null } : refused(above)
  }
  const live = liveEndMs(aboveIn, nowMs)
  return live.kind === 'above' ? refused(live.above) : { kind: 'within', untilMs: live.untilMs }
}

const unknownTitle = { ageRating: '', isKids: false }

function refusedFor(above: AboveLimit, aboveLimit: ProfileLimit['aboveLimit']): ContentVerdict {
  if (above.kind === 'channel') return { kind: 'above', failure: 'channel_not_chosen' }
  const failure = aboveLimit === 'ask' ? 'above_age_limit' : 'above_age_closed'
  return { kind: 'above', failure, age: above.age }
}

/** How much of today's minutes is left, milliseconds; null: they are not limited. */
async function leftOf(
  { db }: Pick<ProfileLimitsOptions, 'db'>,
  viewer: Viewer,
  report: WatchReport,
  nowMs: number,
): Promise<number | null> {
  const minutes = viewer.profile?.limit?.minutesPerDay
  if (minutes === undefined) return null
  const key = profileKeyOf(viewer)
  const longestStepMs = report === 'heartbeat' ? beatStepMs : countedAddressMs
  const watchedMs =
    report === 'none' || viewer.support !== undefined
      ? ((await watchedToday(db, key.accountId, nowMs)).get(key.profileNo) ?? 0)
      : await noteWatched(db, key, { sessionId: viewer.sessionId, longestStepMs }, nowMs)
  return minutes * 60_000 - watchedMs
}
