import { publicTariffId } from '#contract/form/constants.ts'
import { countHistory, findHistory, findHistoryEntry, type HistoryEntry } from './ledger/history.ts'
import {
  type Moved,
  type Movement,
  type ReversalResult,
  type Reversal,
  balanceTiyin,
  lockWallet,
  findEntry,
  moveMoney,
} from './ledger/ledger.ts'
import { lockOwner, passToOwner } from './ledger/owner.ts'
import { reverseMoney } from './ledger/reverse.ts'
import { type KeyedCall, type Once, oncePerKey } from './purchase/once-per-key.ts'
import {
  type Activated,
  type Promotion,
  type PromotionCheck,
  type PromotionName,
  activatePromotion,
  currentOffers,
  checkPromotion,
  usedPromotions,
} from './promotions/promotion.ts'
import { type PurchasePlan, type TrialRight, planPurchase } from './subscriptions/purchase-rules.ts'
import {
  type PurchaseOutcome,
  type Unsubscribed,
  type PurchaseRequest,
  purchase,
  setAutoRenew,
  unsubscribe,
} from './purchase/purchase.ts'
import { type PauseRequest, beginPause, endPause, pauseOffer, previewPause } from './pauses/pause.ts'
import { type TrialEnded, endTrial, openTrial } from './purchase/trial.ts'
import { endGrant, type Grant, type Granted, grantTariff } from './subscriptions/grant.ts'
import { type SubscriptionInput, putSubscription } from './subscriptions/put-subscription.ts'
import { resumeSubscriptions } from './subscriptions/resume.ts'
import { type SubscriptionRecord, type TariffRecord, missingTiyin, streamsAtOnce } from './tariffs/rules.ts'
import { findShortfalls, type Shortfall } from './charging/shortfall.ts'
import { findSubscriptions } from './subscriptions/subscription.ts'
import { type PlannedChange, findPlan, undoPlan } from './changes/planned-change.ts'
import { leftOfBase } from './subscriptions/paid-time.ts'
import { trialRight } from './subscriptions/trial-right.ts'
import { openTariffCache } from './tariffs/tariff-cache.ts'
import { writeTariff, writeTariffContent } from './tariffs/tariff.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { keyedMutex, type KeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'

/** An account's money and subscriptions. */
export interface AccountStanding {
  readonly balanceTiyin: number
  /** The amount to pay in before suspended subscriptions resume. */
  readonly missingTiyin: number
  readonly subscriptions: readonly SubscriptionRecord[]
  /** The change of the base tariff that waits; undefined: none. */
  readonly planned: PlannedChange | undefined
}

/** The client's own key for a purchase; a repeated one gets the stored response (24 hours). */
export interface ByKey {
  readonly key?: string | undefined
}

/** The module, created. */
export interface Billing {
  /** All tariffs by id, with what each opens; at most 10 s old. */
  tariffs(): Promise<ReadonlyMap<number, TariffRecord>>
  /** The tariffs are reloaded at the next request; another process changed them. */
  forgetTariffs(): void
  /** The channels a tariff opens, or undefined when there is no such tariff. */
  channelsOfTariff(tariffId: number): Promise<ReadonlySet<number> | undefined>
  accountStanding(accountId: number): Promise<AccountStanding>
  /** How many streams an account may watch at once. */
  streamsAtOnce(accountId: number): Promise<number>
  subscriptionsOf(accountId: number): Promise<readonly SubscriptionRecord[]>
  /** Which accounts lack money for charges until then, or for subscriptions suspended since then. */
  findShortfalls(request: Omit<Parameters<typeof findShortfalls>[1], 'nowMs'>): Promise<readonly Shortfall[]>
  /** Creates or updates the tariff with this id, and what it opens. Every cid and provider must exist. */
  putTariff(tariff: TariffRecord): Promise<void>
  /** Creates or updates an account's subscription, without charging anything. */
  putSubscription(params: SubscriptionInput): Promise<void>
  /** Opens a tariff until a moment without charging, for an operator whose own billing charges. */
  grantTariff(grant: Grant): Promise<Granted>
  /** Ends a granted tariff now; one that the subscriber paid for stays. */
  endGrant(grant: Pick<Grant, 'accountId' | 'tariffId'>): ReturnType<typeof endGrant>
  /** Opens the wallet of a new subscriber, in the transaction that creates the subscriber. */
  openAccount(trx: DbTransaction, accountId: number): Promise<void>
  /** Connects a tariff paid from `trials`, in the transaction that creates the account. */
  openTrial(trx: DbTransaction, trial: Parameters<typeof openTrial>[1]): ReturnType<typeof openTrial>
  /** Returns what is left of `trials`; refused when money came in for the account. */
  endTrial(accountId: number): Promise<TrialEnded>
  /**
   * Moves money once per reference, and resumes suspended subscriptions that it covers. Throws `DuplicateReference`
   * when the reference belongs to another movement.
   */
  moveMoney(movement: Movement): Promise<Moved>
  /** The same of money that comes in; of an account that was merged into another for that one. `closed`: it takes none. */
  credit(movement: Movement): Promise<Moved | { readonly kind: 'closed' }>
  /** Reverses an entry, wholly or in part; returned money resumes suspended subscriptions. */
  reverse(request: Reversal): Promise<ReversalResult>
  /** Which trial days an account may have. */
  trialRight(accountId: number): Promise<TrialRight>
  /** The cost of a purchase, from the function that charges it, and the balance it would be paid from. */
  costOf(request: PurchaseRequest): Promise<{ readonly plan: PurchasePlan; readonly balanceTiyin: number }>
  purchase(target: PurchaseRequest & ByKey): Promise<Once<PurchaseOutcome>>
  unsubscribe(target: Who & ByKey): Promise<Once<Unsubscribed>>
  setAutoRenew(target: Who & { readonly autoRenew: boolean }): ReturnType<typeof setAutoRenew>
  /** Whether a tariff may be paused now, and for how many days. */
  pauseOffer(target: Who & Pick<PauseRequest, 'by'>): ReturnType<typeof pauseOffer>
  /** What `beginPause` would do now. */
  previewPause(request: PauseRequest): ReturnType<typeof previewPause>
  /** Pauses a tariff for the subscriber; additional ones are paused with their base tariff. */
  beginPause(request: PauseRequest): ReturnType<typeof beginPause>
  endPause(target: Who): ReturnType<typeof endPause>
  /** The change to another base tariff that waits for the end of the paid time. */
  plannedChange(accountId: number): Promise<PlannedChange | undefined>
  /** Takes it back: the present tariff stays. */
  undoChange(accountId: number): ReturnType<typeof undoPlan>
  checkPromotion(request: PromotionRequest): Promise<PromotionCheck>
  activatePromotion(request: PromotionRequest & ByKey): Promise<Once<Activated>>
  /** The current offers. */
  offers(): Promise<readonly Promotion[]>
  usedPromotions(accountId: number): ReturnType<typeof usedPromotions>
  history(request: Parameters<typeof findHistory>[1]): Promise<readonly HistoryEntry[]>
  countHistory(request: Parameters<typeof countHistory>[1]): Promise<number>
  historyEntry(accountId: number, ledgerEntryId: number): Promise<HistoryEntry | undefined>
}

interface Who {
  readonly accountId: number
  readonly tariffId: number
}
interface PromotionRequest {
  readonly accountId: number
  readonly name: PromotionName
}

/** Where nobody made the public tariff, guests see what subscribers of any base tariff do. */
function channelsOf(
  tariffs: Awaited<ReturnType<ReturnType<typeof openTariffCache>['read']>>,
  tariffId: number,
): ReadonlySet<number> | undefined {
  const tariff = tariffs.get(tariffId)
  if (tariff !== undefined || tariffId !== publicTariffId) return tariff?.channelIds
  return new Set([...tariffs.values()].flatMap((one) => (one.isBase ? [...one.channelIds] : [])))
}

export function openBilling(options: { readonly db: Db; readonly clock: Clock }): Billing {
  const { db, clock } = options
  const tariffCache = openTariffCache(db, clock)
  // Requests for one account's wallet queue here, or one account could hold every connection.
  const withLock = keyedMutex()
  return {
    tariffs: () => tariffCache.read(),
    forgetTariffs: () => tariffCache.forget(),
    channelsOfTariff: async (tariffId) => channelsOf(await tariffCache.read(), tariffId),
    accountStanding: async (accountId) => {
      const [subscriptions, balance, planned] = await Promise.all([
        findSubscriptions(db, accountId, clock.nowMs()),
        balanceTiyin(db, accountId),
        findPlan(db, accountId),
      ])
      return {
        subscriptions,
        planned,
        balanceTiyin: balance,
        missingTiyin: missingTiyin(subscriptions, balance),
      }
    },
    streamsAtOnce: async (accountId) => {
      const [subscriptions, tariffs] = await Promise.all([
        findSubscriptions(db, accountId, clock.nowMs()),
        tariffCache.read(),
      ])
      return streamsAtOnce(subscriptions, tariffs, clock.nowMs())
    },
    trialRight: (accountId) => trialRight(db, accountId),
    subscriptionsOf: (accountId) => findSubscriptions(db, accountId, clock.nowMs()),
    findShortfalls: (request) => findShortfalls(db, { ...request, nowMs: clock.nowMs() }),
    putTariff: async (tariff) => {
      await db.transaction().execute(async (trx) => {
        await writeTariff(trx, tariff)
        await writeTariffContent(trx, tariff)
      })
      tariffCache.forget()
    },
    putSubscription: (params) => putSubscription(options, params),
    ...grantsOf({ db, clock, tariffCache, withLock }),
    openAccount: async (trx, accountId) => void (await lockWallet(trx, accountId)),
    ...moneyOf(db, clock, withLock),
    ...purchasesOf({ db, clock, tariffCache, withLock }),
    ...pausesOf({ db, clock, tariffCache, withLock }),
    plannedChange: (accountId) => findPlan(db, accountId),
    undoChange: (accountId) =>
      withLock(accountId, () => db.transaction().execute((trx) => undoPlan(trx, accountId))),
    offers: () => currentOffers(db, clock.nowMs()),
    usedPromotions: (accountId) => usedPromotions(db, accountId),
    history: (request) => findHistory(db, request),
    countHistory: (request) => countHistory(db, request),
    historyEntry: (accountId, ledgerEntryId) => findHistoryEntry(db, accountId, ledgerEntryId),
  }
}

function moneyOf(
  db: Db,
  clock: Clock,
  withLock: KeyedMutex,
): Pick<Billing, 'moveMoney' | 'credit' | 'reverse' | 'openTrial' | 'endTrial'> {
  return {
    openTrial: (trx, trial) => openTrial(trx, trial, clock.nowMs()),
    endTrial: (accountId) =>
      withLock(accountId, () => db.transaction().execute((trx) => endTrial(trx, accountId, clock.nowMs()))),
    moveMoney: (movement) =>
      withLock(movement.accountId, () =>
        db.transaction().execute(async (trx) => {
          const moved = await moveMoney(trx, movement, clock.nowMs())
          if (moved.kind === 'moved' && movement.amountTiyin > 0)
            await resumeSubscriptions(trx, await passToOwner(trx, movement, clock.nowMs()), clock.nowMs())
          return moved
        }),
      ),
    credit: (movement) =>
      withLock(movement.accountId, () =>
        db.transaction().execute(async (trx) => {
          const owner = await lockOwner(trx, movement.accountId)
          // What was credited before it was closed is repeated as it was.
          if (owner.isClosed && (await findEntry(trx, movement.reference)) === undefined)
            return { kind: 'closed' }
          const moved = await moveMoney(trx, movement, clock.nowMs())
          if (moved.kind === 'moved')
            await resumeSubscriptions(trx, await passToOwner(trx, movement, clock.nowMs()), clock.nowMs())
          return moved
        }),
      ),
    reverse: (target) =>
      db.transaction().execute(async (trx) => {
        const taken = await reverseMoney(trx, target, clock.nowMs())
        if (taken.kind === 'moved') {
          const owner = trx.selectFrom('ledger_entry').select('account_id')
          const { account_id: accountId } = await owner
            .where('ledger_entry_id', '=', taken.ledgerEntryId)
            .executeTakeFirstOrThrow()
          await resumeSubscriptions(trx, (await lockOwner(trx, accountId)).accountId, clock.nowMs())
        }
        return taken
      }),
  }
}

function grantsOf({
  db,
  clock,
  tariffCache,
  withLock,
}: PurchaseDeps): Pick<Billing, 'grantTariff' | 'endGrant'> {
  return {
    grantTariff: async (grant) => {
      const tariffs = await tariffCache.read()
      return withLock(grant.accountId, () =>
        db.transaction().execute((trx) => grantTariff(trx, grant, tariffs, clock.nowMs())),
      )
    },
    endGrant: (grant) =>
      withLock(grant.accountId, () => db.transaction().execute((trx) => endGrant(trx, grant, clock.nowMs()))),
  }
}

function pausesOf({
  db,
  clock,
  tariffCache,
  withLock,
}: PurchaseDeps): Pick<Billing, 'pauseOffer' | 'previewPause' | 'beginPause' | 'endPause'> {
  return {
    pauseOffer: async (target) => pauseOffer(db, target, await tariffCache.read(), clock.nowMs()),
    previewPause: async (request) => previewPause(db, request, await tariffCache.read(), clock.nowMs()),
    beginPause: async (request) => {
      const tariffs = await tariffCache.read()
      return withLock(request.accountId, () =>
        db.transaction().execute((trx) => beginPause(trx, request, tariffs, clock.nowMs())),
      )
    },
    endPause: (target) =>
      withLock(target.accountId, () =>
        db.transaction().execute((trx) => endPause(trx, target, clock.nowMs())),
      ),
  }
}

type Purchases =
  | 'costOf'
  | 'purchase'
  | 'unsubscribe'
  | 'setAutoRenew'
  | 'checkPromotion'
  | 'activatePromotion'

interface PurchaseDeps {
  readonly db: Db
  readonly clock: Clock
  readonly tariffCache: ReturnType<typeof openTariffCache>
  readonly withLock: KeyedMutex
}

function purchasesOf({ db, clock, tariffCache, withLock }: PurchaseDeps): Pick<Billing, Purchases> {
  const once = <Answer extends { readonly kind: string }>(
    call: KeyedCall,
    work: (trx: DbTransaction) => Promise<Answer>,
  ) =>
    withLock(call.accountId, () =>
      db.transaction().execute((trx) =>
        oncePerKey(trx, call, clock.nowMs(), async () => {
          const response = await work(trx)
          return { response, isStored: response.kind === 'done' }
        }),
      ),
    )
  return {
    costOf: async (target) => {
      const live = await findSubscriptions(db, target.accountId, clock.nowMs())
      const [left, trial, balance, tariffs] = await Promise.all([
        leftOfBase(db, live, clock.nowMs()),
        trialRight(db, target.accountId),
        balanceTiyin(db, target.accountId),
        tariffCache.read(),
      ])
      return {
        plan: planPurchase({ ...target, live, left, trial, tariffs, nowMs: clock.nowMs() }),
        balanceTiyin: balance,
      }
    },
    purchase: async ({ key, ...target }) => {
      const tariffs = await tariffCache.read()
      const inputs = ['subscribe', target.items, target.replacesBase, target.agreedTiyin]
      return once({ accountId: target.accountId, key, inputs }, (trx) =>
        purchase(trx, target, tariffs, clock.nowMs()),
      )
    },
    unsubscribe: ({ key, ...target }) =>
      once({ accountId: target.accountId, key, inputs: ['unsubscribe', target.tariffId] }, (trx) =>
        unsubscribe(trx, target, clock.nowMs()),
      ),
    setAutoRenew: (target) =>
      withLock(target.accountId, () => db.transaction().execute((trx) => setAutoRenew(trx, target))),
    checkPromotion: (request) => checkPromotion(db, request, clock.nowMs()),
    activatePromotion: async ({ key, ...target }) => {
      const tariffs = await tariffCache.read()
      return once({ accountId: target.accountId, key, inputs: ['promotion', target.name] }, (trx) =>
        activatePromotion(trx, target, tariffs, clock.nowMs()),
      )
    },
  }
}
