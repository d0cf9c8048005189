/** Payments of one system in memory, for tests of a protocol's responses; the real till has tests of its own. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { MerchantDeps } from '#server/merchants/payments/deps.ts'
import type { Payment } from '#server/merchants/payments/payment.ts'
import { expiredReason, isOver, type Provider } from '#server/merchants/payments/rules.ts'
import type { NewPaymentInput, Till } from '#server/merchants/payments/till.ts'
import type { Adapter, MerchantRequest } from '#server/merchants/providers/exchange.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock, type ManualClock } from '#server/platform/primitives/clock.ts'

/** Two subscribers, and one whose account was closed. */
export const payers = {
  first: { accountId: 1, abonement: '1000001', name: 'Dilnoza Karimova', state: 'active' },
  second: { accountId: 2, abonement: '1000002', name: '', state: 'active' },
  closed: { accountId: 3, abonement: '1000003', name: 'A', state: 'deactivated' },
} as const

export interface MemoryTill extends Till {
  readonly clock: ManualClock
  /** Accounts whose deposit was spent, so that nothing can be refunded. */
  readonly spent: Set<number>
  /** The fiscal receipts that arrived. */
  readonly receipts: object[]
  /** The balance of every account, tiyin. */
  balanceTiyin: number
}

/** The payments themselves, by the system's number; one that has expired is cancelled by the next read. */
function paymentBook(provider: Provider, clock: ManualClock) {
  const payments = new Map<string, Payment>()
  const put = (payment: Payment) => {
    payments.set(payment.externalId, payment)
    return payment
  }
  const end = (payment: Payment, state: 'cancelled' | 'refunded', reason: number | null) =>
    put({ ...payment, state, reason, cancelledMs: clock.nowMs() })
  return {
    end,
    open: ({ externalId, accountId, amountTiyin, providerTimeMs }: NewPaymentInput) =>
      put({
        ...{
          number: payments.size + 1,
          provider,
          state: 'reserved',
          reason: null,
          paidMs: 0,
          cancelledMs: 0,
        },
        ...{ externalId, accountId, amountTiyin, providerTimeMs, createdMs: clock.nowMs() },
      }),
    pay: (payment: Payment) => put({ ...payment, state: 'paid', paidMs: clock.nowMs() }),
    look: (externalId: string): Payment | undefined => {
      const payment = payments.get(externalId)
      return payment !== undefined && isOver(payment, clock.nowMs())
        ? end(payment, 'cancelled', expiredReason)
        : payment
    },
  }
}

/** A database without rows: no account of these is merged into another. */
const nothingStored = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export function openMemoryTill(provider: Provider): MemoryTill {
  const clock = manualClock(Date.UTC(2026, 10, 22, 12))
  const book = paymentBook(provider, clock)
  const accounts = {
    findByName: async (abonement: string) =>
      Object.values(payers).filter((payer) => payer.abonement === abonement),
  }
  const billing = { accountStanding: async () => ({ balanceTiyin: till.balanceTiyin }) }
  const openOnce = (params: NewPaymentInput, then: (payment: Payment) => Payment) => {
    const existing = book.look(params.externalId)
    return existing === undefined
      ? { payment: then(book.open(params)), isNew: true }
      : { payment: existing, isNew: false }
  }
  const till: MemoryTill = {
    clock,
    spent: new Set(),
    receipts: [],
    balanceTiyin: 0,
    deps: { db: nothingStored, clock, log: silentLog, accounts, billing } as unknown as MerchantDeps,
    look: async (externalId) => book.look(externalId),
    reserve: async (params) => openOnce(params, (payment) => payment),
    payAtOnce: async (params) => openOnce(params, book.pay),
    settle: async (externalId) => {
      const payment = book.look(externalId)
      if (payment === undefined) return { kind: 'unknown' }
      if (payment.state === 'paid') return { kind: 'paid', payment, isNew: false }
      if (payment.state !== 'reserved') return { kind: 'ended', payment }
      return { kind: 'paid', payment: book.pay(payment), isNew: true }
    },
    cancel: async (externalId, reason) => {
      const payment = book.look(externalId)
      if (payment === undefined) return { kind: 'unknown' }
      const { state } = payment
      if (state === 'cancelled' || state === 'refunded') return { kind: 'cancelled', payment, isNew: false }
      if (state === 'paid' && till.spent.has(payment.accountId)) return { kind: 'not_covered', payment }
      const ended = book.end(payment, state === 'paid' ? 'refunded' : 'cancelled', reason)
      return { kind: 'cancelled', payment: ended, isNew: true }
    },
    cancelReservation: async (externalId, reason) => {
      const payment = book.look(externalId)
      return payment?.state === 'reserved' ? book.end(payment, 'cancelled', reason) : payment
    },
    saveFiscalReceipt: async (externalId, _kind, receipt) => {
      const isThere = book.look(externalId) !== undefined
      if (isThere) till.receipts.push(receipt)
      return isThere
    },
  }
  return till
}

/** Calls an adapter as the HTTP server does, from a separate network unless `more` says otherwise. */
export async function callAdapter(adapter: Adapter, more: Partial<MerchantRequest>) {
  const request = { method: 'POST', action: '', authorization: '', body: '', isFromThere: true, ...more }
  const { status, body, wasRefused } = await adapter.response(request)
  return { status, body: body as Record<string, unknown>, wasRefused: wasRefused === true }
}
