import { channelItem, isReady, titleItem } from './items.ts'
import { type Item, type Right, type Verdict, accessOf, mayWatch, opens } from './rules.ts'
import type { GuestWatching } from '#contract/form/guest-watching.ts'
import type { FilmDetail } from '#contract/films/films.ts'
import {
  type Billing,
  type SubscriptionRecord,
  type TariffRecord,
  chargeGraceMs,
  cheapestTiyin,
  isOffered,
  isPaused,
  streamsAtOnce,
  sumsOf,
} from '#server/billing/billing.ts'
import type { TitleRecord } from '#server/catalogue/catalogue.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import type { ChannelRecord } from '#server/television/television.ts'

export interface EntitlementOptions {
  readonly billing: Billing
  readonly clock: Clock
  /** Whether an asset is packaged far enough to be played. */
  isPlayable(assetId: string): boolean
  /** Who may watch without an account now; nobody when absent. */
  readonly guestWatching?: () => GuestWatching
}

type Region = 'inside' | 'outside'

/** How many streams the account may watch at once. */
export interface StreamAllowance {
  readonly maxStreams: number
}

/** The module, created: one check in several forms. */
export interface Entitlement {
  /**
   * Whether this viewer (undefined: a guest) may watch this now, and how many streams at once. Reads the
   * subscriptions once for both.
   */
  ask(viewer: Viewer | undefined, item: Item, region: Region): Promise<Verdict & StreamAllowance>
  /** The tariffs on offer that open this, the cheapest first. */
  openedBy(item: Item): Promise<readonly TariffRecord[]>
  /** The amount an account must pay in to resume its suspended subscriptions, in sums. */
  missingSums(viewer: Viewer): Promise<number>
  /** False when none of the account's paid tariffs opens anything in other players. */
  allowsOtherPlayers(accountId: number): Promise<boolean>
  /** Reads the rights once and checks any channel; for lists. */
  channelAccess(viewer: Viewer | undefined, region: Region): Promise<(channel: ChannelRecord) => boolean>
  /** What this viewer needs to watch the title, for its page. */
  titleAccess(viewer: Viewer | undefined, title: TitleRecord, region: Region): Promise<FilmDetail['access']>
}

export function openEntitlement(options: EntitlementOptions): Entitlement {
  const { billing, clock } = options
  const paidFor = async (accountId: number | undefined) => {
    const [subscriptions, tariffs] = await Promise.all([
      accountId === undefined ? [] : billing.subscriptionsOf(accountId),
      billing.tariffs(),
    ])
    return { subscriptions, tariffs }
  }
  const requestsOf = async (viewer: Viewer | undefined, region: Region) => {
    const { subscriptions, tariffs } = await paidFor(viewer?.accountId)
    const rights = subscriptions
      .filter(({ tariffId }) => !viewer?.isOtherPlayer || opensOtherPlayers(tariffs.get(tariffId)))
      .flatMap((subscription) => rightOf(subscription, tariffs, clock.nowMs()) ?? [])
    const maxStreams = streamsAtOnce(subscriptions, tariffs, clock.nowMs())
    const isLoggedIn = viewer !== undefined
    const guests = options.guestWatching?.() ?? 'none'
    const verdictOn = (item: Item) =>
      mayWatch({ isLoggedIn, guests, item, rights, region, nowMs: clock.nowMs() })
    return { verdictOn, maxStreams }
  }
  const missingSums = async (viewer: Viewer) =>
    sumsOf((await billing.accountStanding(viewer.accountId)).missingTiyin)

  return {
    ask: async (viewer, item, region) => {
      const { verdictOn, maxStreams } = await requestsOf(viewer, region)
      return { ...verdictOn(item), maxStreams }
    },
    openedBy: async (item) =>
      [...(await billing.tariffs()).values()]
        .filter((tariff) => isOffered(tariff) && opens(tariff, item))
        .toSorted((a, b) => a.priceTiyin - b.priceTiyin || a.position - b.position),
    missingSums,
    allowsOtherPlayers: async (accountId) => {
      const { subscriptions, tariffs } = await paidFor(accountId)
      return opensAnyOther(subscriptions, tariffs, clock.nowMs())
    },
    channelAccess: async (viewer, region) => {
      const { verdictOn } = await requestsOf(viewer, region)
      return (channel) => verdictOn(channelItem(channel)).kind === 'watch'
    },
    titleAccess: async (viewer, title, region) => {
      const { verdictOn } = await requestsOf(viewer, region)
      const verdict = verdictOn(titleItem(title))
      const isSuspended = verdict.kind === 'refused' && verdict.failure === 'account_suspended'
      const cheapest = cheapestTiyin((await billing.tariffs()).values(), (tariff) =>
        tariff.providerIds.has(title.providerId),
      )
      return accessOf(verdict, {
        isReady: isReady(title, options.isPlayable),
        // A free title has no price even for a guest, who only has to log in.
        cheapestSums: cheapest === null || title.freeMovie ? null : sumsOf(cheapest),
        missingSums: isSuspended && viewer !== undefined ? await missingSums(viewer) : 0,
      })
    },
  }
}

function opensOtherPlayers(tariff: TariffRecord | undefined): boolean {
  return tariff?.otherPlayers !== false
}

function opensAnyOther(
  subscriptions: readonly SubscriptionRecord[],
  tariffs: ReadonlyMap<number, TariffRecord>,
  nowMs: number,
): boolean {
  const paid = subscriptions.filter((one) => {
    const right = rightOf(one, tariffs, nowMs)
    return right?.state === 'active' && right.untilMs > nowMs
  })
  return paid.length === 0 || paid.some(({ tariffId }) => opensOtherPlayers(tariffs.get(tariffId)))
}

function rightOf(
  subscription: SubscriptionRecord,
  tariffs: ReadonlyMap<number, TariffRecord>,
  nowMs: number,
): Right | undefined {
  const tariff = tariffs.get(subscription.tariffId)
  if (tariff === undefined) return undefined
  return {
    state: isPaused(subscription, nowMs) ? 'paused' : subscription.state,
    // A subscription that is due and not charged yet continues: no playback stops because of a pending renewal.
    untilMs: subscription.paidUntilMs + (subscription.autoRenew ? chargeGraceMs : 0),
    channelIds: tariff.channelIds,
    providerIds: tariff.providerIds,
  }
}
