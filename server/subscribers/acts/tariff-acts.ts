/** Tariffs of a subscriber, by the rules of the site: the same plan, the same charge. */
import {
  type Billing,
  type PurchaseOutcome,
  endTariffNow,
  purchase,
  returnConnected,
  setAutoRenew,
} from '#server/billing/billing.ts'
import { type ActRequest, referenceOf } from './act-store.ts'
import { type ActDeps, type Performed, type WorkDone, performAct } from './perform-act.ts'

export interface TariffDeps extends ActDeps {
  readonly billing: Pick<Billing, 'tariffs' | 'costOf'>
}

export interface ConnectRequest extends Omit<ActRequest, 'kind' | 'inputs'> {
  readonly tariffId: number
  /** The cost that was shown; another is refused. */
  readonly agreedTiyin: number
  /** Another base tariff may end with it; without it such a purchase is refused. */
  readonly replacesBase: boolean
  /** When the cost was shown, where that may be longer ago than on a page; unix milliseconds. */
  readonly shownMs?: number
}

export interface ConnectResult {
  readonly costTiyin: number
  readonly balanceTiyin: number
  /** When it takes the place of the base tariff, unix milliseconds; 0: it was connected now. */
  readonly plannedMs: number
}

type ConnectRefusal = Exclude<PurchaseOutcome, { kind: 'done' }>

/** Connects a tariff from the balance, replaces the base one, or resumes it. */
export async function connectTariff(
  deps: TariffDeps,
  { tariffId, agreedTiyin, replacesBase, shownMs, ...request }: ConnectRequest,
): Promise<Performed<ConnectResult, ConnectRefusal>> {
  const tariffs = await deps.billing.tariffs()
  const { accountId } = request
  const act = { ...request, kind: 'tariff_connected', inputs: [tariffId, agreedTiyin, replacesBase] }
  return performAct<ConnectResult, ConnectRefusal>(deps, act, async (trx, nowMs) => {
    const target = { accountId, items: [{ tariffId }], replacesBase, agreedTiyin, shownMs }
    const outcome = await purchase(trx, target, tariffs, nowMs)
    if (outcome.kind !== 'done') return outcome
    const { costTiyin, balanceTiyin, connected, planned } = outcome
    return {
      kind: 'done',
      result: { costTiyin, balanceTiyin, plannedMs: planned?.fromMs ?? 0 },
      before: {},
      after: {
        ...{ tariff: tariffId, cost: costTiyin / 100, balance: balanceTiyin / 100 },
        paid_until: connected.map(({ paidUntilMs }) => new Date(paidUntilMs)),
        ...(planned === undefined ? {} : { begins_at: new Date(planned.fromMs) }),
      },
    }
  })
}

/** What `connectTariff` would cost now. */
export function previewTariff(
  { billing }: Pick<TariffDeps, 'billing'>,
  { accountId, tariffId }: Pick<ConnectRequest, 'accountId' | 'tariffId'>,
): ReturnType<Billing['costOf']> {
  return billing.costOf({ accountId, items: [{ tariffId }], replacesBase: true })
}

export interface EndRequest extends Omit<ActRequest, 'kind' | 'inputs'> {
  readonly tariffId: number
  readonly mode: 'renewal_off' | 'renewal_on' | 'now'
}

interface EndResult {
  readonly paidUntilMs: number
}

type NotConnected = { readonly kind: 'not_connected' }

/** Switches the renewal of a tariff off or on, or the tariff off at once; nothing is paid back. */
export async function endTariff(
  deps: ActDeps,
  { tariffId, mode, ...request }: EndRequest,
): Promise<Performed<EndResult, NotConnected>> {
  const { accountId } = request
  const act = { ...request, kind: `tariff_${mode}`, inputs: [tariffId] }
  return performAct<EndResult, NotConnected>(deps, act, async (trx, nowMs) => {
    const target = { accountId, tariffId }
    const outcome =
      mode === 'now'
        ? await endTariffNow(trx, target, nowMs)
        : await setAutoRenew(trx, { ...target, autoRenew: mode === 'renewal_on' })
    return outcome.kind === 'not_connected' ? outcome : ended({ tariffId, mode }, outcome)
  })
}

/**
 * Switches the renewal of a tariff off or on, as `endTariff` does, for a whole segment: `unchanged` is one that was so
 * already, and no act, so that taking it back does not undo what the subscriber chose.
 */
export async function changeRenewal(
  deps: ActDeps,
  { tariffId, mode, ...request }: Omit<EndRequest, 'mode'> & { readonly mode: 'renewal_off' | 'renewal_on' },
): Promise<Performed<EndResult, NotConnected | { readonly kind: 'unchanged' }>> {
  type Refusal = NotConnected | { readonly kind: 'unchanged' }
  const { accountId } = request
  const autoRenew = mode === 'renewal_on'
  const act = { ...request, kind: `tariff_${mode}`, inputs: [tariffId] }
  return performAct<EndResult, Refusal>(deps, act, async (trx) => {
    const outcome = await setAutoRenew(trx, { accountId, tariffId, autoRenew })
    if (outcome.kind === 'not_connected') return outcome
    return outcome.didRenew === autoRenew ? { kind: 'unchanged' } : ended({ tariffId, mode }, outcome)
  })
}

function ended(
  { tariffId, mode }: Pick<EndRequest, 'tariffId' | 'mode'>,
  { paidUntilMs }: EndResult,
): WorkDone<EndResult> {
  return {
    ...{ kind: 'done', result: { paidUntilMs } },
    before: { tariff: tariffId, paid_until: new Date(paidUntilMs) },
    after: mode === 'now' ? { tariff: tariffId, state: 'off' } : { renews: mode === 'renewal_on' },
  }
}

export interface ReturnRequest extends Omit<ActRequest, 'kind' | 'inputs'> {
  readonly tariffId: number
  /** When it was connected: a device that was seen later has used it. */
  readonly connectedMs: number
}

type NotReturned = NotConnected | { readonly kind: 'had_before' | 'used' }

/** Switches a tariff off again that was connected and not used since, and reverses its charge. */
export async function returnTariff(
  deps: ActDeps,
  { tariffId, connectedMs, ...request }: ReturnRequest,
): Promise<Performed<{ readonly costTiyin: number }, NotReturned>> {
  const { accountId } = request
  const act = { ...request, kind: 'tariff_returned', inputs: [tariffId] }
  return performAct<{ readonly costTiyin: number }, NotReturned>(deps, act, async (trx, nowMs) => {
    const used = await trx
      .selectFrom('device')
      .select('device_id')
      .where('account_id', '=', accountId)
      .where('last_seen_at', '>', new Date(connectedMs))
      .limit(1)
      .executeTakeFirst()
    if (used !== undefined) return { kind: 'used' }
    const reference = referenceOf(request)
    const outcome = await returnConnected(trx, { accountId, tariffId, connectedMs, reference }, nowMs)
    if (outcome.kind !== 'returned') return outcome
    const { costTiyin, paidUntilMs } = outcome
    return {
      kind: 'done',
      result: { costTiyin },
      before: { tariff: tariffId, paid_until: new Date(paidUntilMs) },
      after: { tariff: tariffId, state: 'off', returned: costTiyin / 100 },
      traces: { reference: costTiyin > 0 ? reference : '' },
    }
  })
}
