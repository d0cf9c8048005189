import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import {
  type PurchaseRefusal,
  type PurchaseItem,
  type Purchase,
  type PurchaseLine,
  type PurchaseDone,
  type PurchaseRequest,
  type TariffRecord,
  isOffered,
  sumsOf,
} from '#server/billing/billing.ts'
import { presentUnusedDays } from './present-unused-days.ts'
import { presentOwnPeriods, presentOwnTariff } from './present.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { subscriptions as endpoints } from '#contract/billing/subscriptions.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import {
  type BoundEndpoint,
  type RequestContext,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

type Deps = Pick<ApiContext, 'billing'> & Uses<{ audit: 'record'; clock: 'nowMs' }>

type Looking = 'tariffs' | 'list' | 'cost'

/** A subscriber's tariffs: list, buy, end. */
export function subscriptionEndpoints(deps: Deps): readonly BoundEndpoint[] {
  return bindEndpoints('subscriptions', endpoints, { ...lookingHandlers(deps), ...changingHandlers(deps) })
}

function lookingHandlers(deps: Deps): Handlers<typeof endpoints, Looking> {
  const { billing, clock } = deps
  const own = async (accountId: number) => {
    const [tariffs, live] = await Promise.all([billing.tariffs(), billing.subscriptionsOf(accountId)])
    const subscriptionTo = (tariffId: number) => live.find((one) => one.tariffId === tariffId)
    return { tariffs, offered: [...tariffs.values()].filter(isOffered), subscriptionTo }
  }
  return {
    tariffs: async (_input, { viewer }) => {
      const { accountId } = viewer
      const [{ offered, subscriptionTo }, trial] = await Promise.all([
        own(accountId),
        billing.trialRight(accountId),
      ])
      const item = offered.map((one) =>
        presentOwnTariff(one, subscriptionTo(one.tariffId), trial, clock.nowMs()),
      )
      return respond({ tariffs: { item } })
    },
    list: async ({ tariff_id: tariffId }, { viewer, language }) => {
      const { tariffs, offered, subscriptionTo } = await own(viewer.accountId)
      const tariff = tariffId === undefined ? undefined : tariffs.get(tariffId)
      // A subscriber still sees a tariff that is no longer sold.
      const isSeen =
        tariff !== undefined && (isOffered(tariff) || subscriptionTo(tariff.tariffId) !== undefined)
      if (tariffId !== undefined && !isSeen) return reject('tariff_not_found')
      const item = (tariff === undefined ? offered : [tariff]).flatMap((one) =>
        presentOwnPeriods(one, subscriptionTo(one.tariffId), clock.nowMs(), language),
      )
      return respond({ subscriptions: { item } })
    },
    cost: async (input, { viewer, language }) => {
      const target = purchaseRequestOf(viewer.accountId, input)
      const { plan, balanceTiyin } = await billing.costOf(target)
      if (plan.kind === 'refused') return refusePlan(plan, target, await billing.tariffs(), language)
      return respond({
        cost: sumsOf(plan.costTiyin),
        balance: sumsOf(balanceTiyin),
        missing: sumsOf(Math.max(0, plan.costTiyin - balanceTiyin)),
        ...presentTrial(plan.lines),
        ...presentChange(plan, clock.nowMs()),
        ...(await unusedDays(deps, viewer.accountId, plan)),
      })
    },
  }
}

/** The free days of the offer that a first purchase leaves to be taken. */
async function unusedDays({ billing }: Deps, accountId: number, { lines }: Purchase) {
  const [offer, live, tariffs] = await Promise.all([
    billing.checkPromotion({ accountId, name: { kind: 'free_days' } }),
    billing.subscriptionsOf(accountId),
    billing.tariffs(),
  ])
  return presentUnusedDays({ offer, lines, live, tariffs })
}

/** What becomes of the current base tariff, and what is charged next. */
function presentChange(plan: Purchase, nowMs: number) {
  const { left, replaced, planned, lines } = plan
  const base = replaced ?? planned?.base
  const main = lines.find(({ tariff }) => tariff.isBase) ?? lines[0]
  return {
    ...{ replaces: base?.tariffId ?? 0, credit: sumsOf(left.creditTiyin), rest: sumsOf(plan.restTiyin) },
    price: sumsOf(lines.reduce((sum, one) => sum + one.costTiyin, 0)),
    planned_from: secOf(planned?.fromMs ?? 0),
    free_days: Math.ceil(left.freeMs / dayMs),
    ...presentNext(main, { nowMs, freeMs: replaced === undefined ? 0 : left.freeMs, planned }),
  }
}

function presentNext(
  line: PurchaseLine | undefined,
  { nowMs, freeMs, planned }: { readonly nowMs: number; readonly freeMs: number } & Pick<Purchase, 'planned'>,
) {
  if (line === undefined) return { next_cost: 0, next_at: 0 }
  const { action, period, trialDays, subscription } = line
  const next_cost = sumsOf(period.priceTiyin)
  if (action === 'plan') return { next_cost, next_at: secOf(planned?.fromMs ?? 0) }
  if (action === 'renew') return { next_cost, next_at: secOf(subscription?.paidUntilMs ?? 0) }
  const days = trialDays === 0 ? period.periodDays : trialDays
  return {
    next_cost,
    next_at: secOf(Math.max(nowMs, subscription?.paidUntilMs ?? 0) + days * dayMs + freeMs),
  }
}

const dayMs = 86_400_000

function changingHandlers(deps: Deps): Handlers<typeof endpoints, Exclude<keyof typeof endpoints, Looking>> {
  const { billing } = deps
  return {
    subscribe: async (input, call) => {
      const target = purchaseRequestOf(call.viewer.accountId, input)
      const once = await billing.purchase({ ...target, key: call.idempotencyKey })
      if (once.kind === 'conflict') return reject('key_used')
      const done = once.response
      switch (done.kind) {
        case 'refused':
          return refusePlan(done, target, await billing.tariffs(), call.language)
        case 'insufficient':
          return reject('insufficient_funds', { values: { missing: sumsOf(done.missingTiyin) } })
        case 'price_changed':
          return reject('price_changed', { values: { cost: sumsOf(done.costTiyin) } })
        case 'done': {
          const tariffs = done.connected.map((one) => one.tariffId).join(' ')
          tell(deps, call, 'tariff_connected', { tariffs, tiyin: done.costTiyin })
          return respond(presentDone(done))
        }
      }
    },
    unsubscribe: async ({ tariff_id: tariffId }, call) => {
      if (tariffId === undefined) return reject('tariff_needed')
      const { accountId } = call.viewer
      const once = await billing.unsubscribe({ accountId, tariffId, key: call.idempotencyKey })
      if (once.kind === 'conflict') return reject('key_used')
      if (once.response.kind !== 'done') return reject(once.response.kind)
      tell(deps, call, 'tariff_turned_off', { tariff: tariffId })
      return respond({ paid_until: secOf(once.response.untilMs ?? 0) })
    },
    autoRenew: async ({ tariff_id: tariffId, auto_renew: flag }, call) => {
      const autoRenew = flag === 1
      const done = await billing.setAutoRenew({ accountId: call.viewer.accountId, tariffId, autoRenew })
      if (done.kind !== 'done') return reject(done.kind)
      tell(deps, call, 'auto_renew_set', { tariff: tariffId, auto_renew: autoRenew })
      return respond({ auto_renew: autoRenew ? 1 : 0, paid_until: secOf(done.paidUntilMs) })
    },
  }
}

/** The longest trial of a purchase, and what its tariffs with a trial cost afterwards. */
function presentTrial(lines: readonly PurchaseLine[]) {
  const tried = lines.filter(({ trialDays }) => trialDays > 0)
  return {
    trial_days: Math.max(0, ...tried.map(({ trialDays }) => trialDays)),
    after_trial: sumsOf(tried.reduce((sum, { period }) => sum + period.priceTiyin, 0)),
  }
}

/** Writes to the audit; the request does not wait for it. */
function tell(
  { audit }: Deps,
  call: RequestContext<Viewer>,
  event: string,
  facts: SecurityEvent['facts'],
): void {
  const { viewer, clientAddress } = call
  void audit.record({
    event,
    actor: 'viewer',
    accountId: viewer.accountId,
    address: clientAddress,
    ...(facts === undefined ? {} : { facts }),
  })
}

function secOf(ms: number) {
  return Math.floor(ms / 1000)
}

function presentDone(done: PurchaseDone) {
  return {
    cost: sumsOf(done.costTiyin),
    balance: sumsOf(done.balanceTiyin),
    planned_from: secOf(done.planned?.fromMs ?? 0),
    subscriptions: {
      item: done.connected.map((one) => ({ tariff_id: one.tariffId, paid_until: secOf(one.paidUntilMs) })),
    },
  }
}

interface PurchaseInput {
  readonly tariff_id?: number | undefined
  readonly virtual_tariff_id?: number | undefined
  readonly tariff_ids?: string | undefined
  readonly replace: number
  readonly cost?: number | undefined
}

function purchaseRequestOf(accountId: number, input: PurchaseInput): PurchaseRequest {
  const one: PurchaseItem = { tariffId: input.tariff_id, periodId: input.virtual_tariff_id }
  const several = input.tariff_ids?.split(',').map((text): PurchaseItem => ({ tariffId: Number(text) }))
  return {
    accountId,
    items: several ?? [one],
    replacesBase: input.replace === 1,
    agreedTiyin: input.cost === undefined ? undefined : Math.round(input.cost * 100),
  }
}

/** One tariff is refused for its own reason; of several, those that could not be connected are named. */
function refusePlan(
  plan: { readonly failure: PurchaseRefusal; readonly tariffIds: readonly number[] },
  request: PurchaseRequest,
  tariffs: ReadonlyMap<number, TariffRecord>,
  language: Language,
) {
  const named = plan.tariffIds.map((id) => tariffs.get(id)?.name[language] ?? String(id)).join(', ')
  return reject(request.items.length > 1 ? 'tariffs_not_connected' : plan.failure, {
    values: { tariffs: named },
  })
}
