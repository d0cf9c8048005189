/** "Why can't they watch X?": one answer with its remedy, made of what playback itself says. */
import {
  type Accounts,
  profileOfSession,
  type StoredDeviceRow,
  storedDevices,
} from '#server/accounts/accounts.ts'
import { listEvents } from '#server/audit/audit.ts'
import { type Billing, isPaused } from '#server/billing/billing.ts'
import {
  type Rehearsal,
  type RehearsalDeps,
  type RehearsedRequest,
  rehearse,
} from '#server/playback/playback.ts'
import type { ViewerProfile } from '#server/platform/primitives/viewer.ts'
import { profilesToStaff } from '#server/profiles/profiles.ts'
import type { Region } from '#server/region/region.ts'
import { type Releases, switchesFor, updateFor } from '#server/releases/releases.ts'
import type { Streams } from '#server/streams/streams.ts'
import { failedPlaysOf, type StoredFailedPlay } from '#server/subscribers/plays/failed-plays.ts'
import { isInCatchup, catchupIdAt } from '#server/television/television.ts'
import { type ExplainDeps, explain, type Explained, type WhyFigures } from './explain.ts'
import { findItem, type ItemMatch, type WhyItem } from './find-item.ts'
import { judge, type Judgement } from './judge.ts'

export interface WhyDeps
  extends ExplainDeps, Pick<RehearsalDeps, 'blackouts' | 'entitlement' | 'profileLimits'> {
  readonly catalogue: RehearsalDeps['catalogue']
  readonly engine: RehearsalDeps['engine']
  readonly accounts: Pick<Accounts, 'accountOf'>
  readonly billing: Pick<Billing, 'subscriptionsOf'>
  readonly region: Pick<Region, 'audienceOf'>
  readonly releases: Pick<Releases, 'rules'>
  readonly streams: Pick<Streams, 'activeStreams' | 'check'>
}

export interface WhyQuestion {
  readonly accountId: number
  readonly item: WhyItem
  /** Undefined: the device that was seen last. */
  readonly deviceId: number | undefined
}

/** More devices than anybody has; the latest seen ones are looked through. */
export const maxStoredDevices = 100
const latestMs = Date.UTC(2100, 0, 1)

export interface Why extends Judgement {
  readonly figures: WhyFigures
  readonly match: Extract<ItemMatch, { kind: 'channel' | 'hidden_channel' | 'title' }>
  readonly item: WhyItem
  /** The device that was judged; undefined: none of the account was ever seen. */
  readonly device: StoredDeviceRow | undefined
  readonly region: 'inside' | 'outside'
  /** That the device uses; undefined: it is logged out. */
  readonly profile: ViewerProfile | undefined
  /** Its name; '' for a first one that nobody has named. */
  readonly profileName: string
  /** All devices of the account, for the names of its streams. */
  readonly devices: readonly StoredDeviceRow[]
  /** The greatest height that the device's player is limited to; null: no limit. */
  readonly maxHeight: number | null
  /** Of this device, else of the account; undefined: none in thirty days. */
  readonly lastFailure: StoredFailedPlay | undefined
}

export type WhyAnswer =
  | { readonly kind: 'answer'; readonly why: Why }
  | { readonly kind: 'no_account' }
  | { readonly kind: 'no_device' }
  | Extract<ItemMatch, { kind: 'unknown' | 'removed' | 'merged' }>

/** Answers for one account, one item and one device. Nothing is written, and no stream begins. */
export async function whyNot(deps: WhyDeps, question: WhyQuestion): Promise<WhyAnswer> {
  const { accountId, item } = question
  const nowMs = deps.clock.nowMs()
  const [account, devices, match] = await Promise.all([
    deps.accounts.accountOf(accountId),
    storedDevices(deps.db, accountId, { nowMs, limit: maxStoredDevices }),
    findItem(deps, item),
  ])
  if (account === undefined) return { kind: 'no_account' }
  if (match.kind === 'unknown' || match.kind === 'removed' || match.kind === 'merged') return match
  const device = deviceFor(devices, question.deviceId)
  if (question.deviceId !== undefined && device === undefined) return { kind: 'no_device' }
  const region = device === undefined ? 'inside' : deps.region.audienceOf(device.address)
  const sessionId = device?.sessionId ?? undefined
  const profile = sessionId === undefined ? undefined : await profileOfSession(deps.db, sessionId, nowMs)
  const about = { item, match, region, profile }
  const rehearsal = await rehearseOn(deps, accountId, device, about)
  const causes = await Promise.all(rehearsal.refusals.map((refusal) => explain(deps, refusal, about)))
  const explained = withRemovedProfile(
    profile,
    causes.filter((one) => one !== undefined),
  )
  const app = await appRules(deps, device)
  const judgement = judge({
    kind: item.kind === 'title' ? 'film' : item.atSec === undefined ? 'live' : 'archive',
    account: account.state,
    device: device === undefined ? 'none' : device.sessionId === null ? 'logged_out' : 'logged_in',
    update: app?.update,
    refusals: explained.map(({ reason }) => reason),
    isComplete: rehearsal.isComplete,
    isFromProvider: isFromProvider(deps, about),
  })
  return {
    kind: 'answer',
    why: {
      ...judgement,
      ...{ ...about, device, devices, maxHeight: app?.maxHeight ?? null },
      profileName: await profileNameOf(deps, accountId, profile),
      figures: await figuresOf(deps, accountId, judgement, explained, { device, minimum: app?.minimum }),
      lastFailure: await lastFailureOf(deps, accountId, device),
    },
  }
}

/** Without a profile nothing plays, also what playback itself would let anybody watch. */
function withRemovedProfile(
  profile: ViewerProfile | undefined,
  explained: readonly Explained[],
): readonly Explained[] {
  if (profile?.isRemoved !== true || explained.some(({ reason }) => reason === 'profile_gone'))
    return explained
  return [{ reason: 'profile_gone', figures: {} }, ...explained]
}

/** The named device; without a name the latest seen one that is logged in, else the latest seen one. */
function deviceFor(
  devices: readonly StoredDeviceRow[],
  deviceId: number | undefined,
): StoredDeviceRow | undefined {
  if (deviceId !== undefined) return devices.find((one) => one.deviceId === deviceId)
  return devices.find(({ sessionId }) => sessionId !== null)
}

async function profileNameOf(
  { db }: WhyDeps,
  accountId: number,
  profile: ViewerProfile | undefined,
): Promise<string> {
  if (profile === undefined) return ''
  const { profiles } = await profilesToStaff(db, accountId)
  return profiles.find(({ no }) => no === profile.no)?.name ?? ''
}

type About = Pick<Why, 'item' | 'match' | 'region' | 'profile'>

/** Playback as this device would request it: with the stream that it plays now as the one before. */
async function rehearseOn(
  deps: WhyDeps,
  accountId: number,
  device: StoredDeviceRow | undefined,
  { item, region, profile }: About,
): Promise<Rehearsal> {
  const sessionId = device?.sessionId ?? 'no session'
  const viewer = {
    ...{ accountId, sessionId },
    ...(device === undefined ? {} : { deviceKind: device.kind }),
    ...(profile === undefined ? {} : { profile }),
  }
  const active = await deps.streams.activeStreams(accountId)
  const own = active.filter(({ holder }) => holder === device?.sessionId)
  const former = own.toSorted((a, b) => (b.startedMs ?? 0) - (a.startedMs ?? 0))[0]
  return rehearse(deps, { viewer, region, language: 'ru' }, requestOf(item), former?.streamId)
}

function requestOf(item: WhyItem): RehearsedRequest {
  if (item.kind === 'title') return { kind: 'film', vid: item.vid, vfid: item.vfid }
  return item.atSec === undefined
    ? { kind: 'live', cid: item.cid }
    : { kind: 'archive', cid: item.cid, atSec: item.atSec }
}

/** What the operator's rules say to the app of a device; undefined when no app has reported. */
async function appRules({ releases }: WhyDeps, device: StoredDeviceRow | undefined) {
  if (device?.app === undefined) return undefined
  const { app } = device
  const { releases: all, switches } = await releases.rules()
  const release = [...all.values()].find(({ platform }) => platform === app.platform)
  const own = switches.filter(({ platform }) => platform === app.platform)
  const platform = own[0]?.platform
  return {
    update: updateFor(release, app.version),
    minimum: release?.minimumVersion ?? '',
    maxHeight: platform === undefined ? null : switchesFor(own, { ...app, platform }).maxHeight,
  }
}

function isFromProvider({ clock, engine, television }: WhyDeps, { item, match }: About): boolean {
  if (match.kind !== 'channel' || item.kind !== 'channel' || item.atSec === undefined) return false
  const { channel } = match
  const snapshot = television.now()
  const [programme] = snapshot.guide.window(channel.cid, item.atSec * 1000, item.atSec * 1000 + 1)
  if (programme === undefined) return false
  const nowMs = clock.nowMs()
  const hasId = catchupIdAt(snapshot, channel.cid, programme.beginMs) !== undefined
  const ofUs = engine.hasRecording(String(channel.cid), programme.beginMs, Math.min(programme.endMs, nowMs))
  return !ofUs && isInCatchup(channel, programme.beginMs, nowMs, hasId, 0)
}

/** The figures of the deciding reason. */
async function figuresOf(
  { db, billing, clock }: WhyDeps,
  accountId: number,
  { reason }: Judgement,
  explained: readonly Explained[],
  own: { readonly device: StoredDeviceRow | undefined; readonly minimum: string | undefined },
): Promise<WhyFigures> {
  const figures = explained.find((one) => one.reason === reason)?.figures ?? {}
  switch (reason) {
    case 'account_blocked':
    case 'account_closed': {
      const event = reason === 'account_blocked' ? 'account_blocked' : 'account_deactivated'
      const [last] = await listEvents(db, { accountId, event, limit: 1 })
      return last === undefined ? {} : { sinceMs: last.happenedAtMs }
    }
    case 'device_removed':
      return own.device === undefined ? {} : { sinceMs: own.device.lastSeenMs }
    case 'app_old':
      return { version: own.minimum ?? '' }
    case 'paused': {
      const nowMs = clock.nowMs()
      const paused = (await billing.subscriptionsOf(accountId)).filter((one) => isPaused(one, nowMs))
      const [first] = paused
      return first === undefined
        ? figures
        : { ...figures, untilMs: first.pausedUntilMs ?? 0, pausedTariffId: first.tariffId }
    }
    case 'suspended': {
      const suspended = (await billing.subscriptionsOf(accountId)).filter(
        ({ state }) => state === 'suspended',
      )
      const ends = suspended.map(({ paidUntilMs }) => paidUntilMs)
      return ends.length === 0 ? figures : { ...figures, sinceMs: Math.min(...ends) }
    }
    default:
      return figures
  }
}

async function lastFailureOf({ db }: WhyDeps, accountId: number, device: StoredDeviceRow | undefined) {
  const span = { accountId, untilMs: latestMs, limit: 1 }
  const [last] = await failedPlaysOf(db, device === undefined ? span : { ...span, deviceId: device.deviceId })
  return last
}
