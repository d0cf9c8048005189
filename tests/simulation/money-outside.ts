/**
 * Payments from outside, for the worlds of `money-world.ts`: Payme's own calls, repeated, reordered, at once and broken
 * off, and cards behind a gateway that loses answers. What the outside knows to have happened is kept here, apart from
 * the database.
 */
import { sql } from 'kysely'
import { openBilling, takeBackTopUp, topUpDeposit } from '#server/billing/billing.ts'
import { cardRoutes, openCards, type Cards } from '#server/cards/cards.ts'
import { openMerchants } from '#server/merchants/merchants.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { ask } from '#tests/kit/ask.ts'
import { merchantSettings } from '#tests/kit/merchants-room.ts'
import { steady } from '#tests/kit/steady.ts'

export interface Outside {
  readonly db: Db
  readonly clock: Clock
  readonly seed: number
  readonly accountIds: readonly number[]
  readonly roll: { below(limit: number): number; of<One>(list: readonly One[]): One }
  /** The database as a process sees it that dies soon, and whether an error is its death. */
  dying(): Db
  isDeath(error: unknown): boolean
  /** Tells the world that this was paid in, or that all of it went back. */
  paidIn(given: { reference: string; accountId: number; amountTiyin: number }): void
  wentBack(reference: string, amountTiyin: number): void
}

type Actions = Readonly<Record<string, () => Promise<unknown>>>

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`it does not hold that ${what}`)
}

/** What happens outside, by its name, and `end`: the outside is quiet again and everything is found out. */
export function outsideOf(world: Outside): { readonly actions: Actions; end(): Promise<void> } {
  const cards = cardsOf(world)
  return { actions: { ...paymeOf(world), ...cards.actions }, end: cards.end }
}

interface PaymePayment {
  readonly id: string
  readonly accountId: number
  readonly amountTiyin: number
  readonly timeMs: number
  state: 'new' | 'paid' | 'ended'
}

function paymeDesk({ clock }: Outside, db: Db) {
  const merchants = openMerchants(
    {
      db,
      clock,
      log: silentLog,
      subscriberOf: async (written) => {
        const accountId = Number(written) - 100_000_000
        return { accountId, abonement: written, name: 'A' }
      },
      balanceTiyin: async (accountId) =>
        (await openBilling({ db, clock }).standingOf(accountId)).balanceTiyin,
      topUp: topUpDeposit,
      takeBack: takeBackTopUp,
    },
    merchantSettings(),
  )
  const adapter = merchants.desks.get('payme')?.adapter
  const key = Buffer.from('Paycom:payme-key-of-the-tests').toString('base64')
  return async (method: string, params: object): Promise<unknown> => {
    const asked = { method: 'POST', action: '', authorization: `Basic ${key}`, isFromThere: true }
    const body = JSON.stringify({ id: 1, method, params })
    const answered = await adapter?.answer({ ...asked, body })
    const told = answered?.body as { result?: { state?: number }; error?: { code: number } }
    return told.error?.code ?? told.result?.state
  }
}

/** What Payme knows, and its calls; each is asked again while we are busy, as Payme does. */
function paymeCalls(world: Outside) {
  const { db, clock, roll, seed, accountIds } = world
  const known: PaymePayment[] = []
  const payme = paymeDesk(world, db)
  const call = (method: string, params: object) => steady(() => payme(method, params))
  const create = ({ id, accountId, amountTiyin, timeMs }: PaymePayment) => ({
    id,
    time: timeMs,
    amount: amountTiyin,
    account: { abonement: String(100_000_000 + accountId) },
  })
  const begin = (): PaymePayment => {
    const id = `${seed}-${known.length}`
    const amountTiyin = roll.of([900_000, 2_500_000, 4_000_000, 123_457])
    const payment = {
      id,
      accountId: roll.of(accountIds),
      amountTiyin,
      timeMs: clock.nowMs(),
      state: 'new' as const,
    }
    known.push(payment)
    return payment
  }
  const performed = (payment: PaymePayment, states: readonly unknown[]) => {
    must(new Set(states).size === 1, `a repeated call is answered as before (${states.join()})`)
    if (states[0] !== 2) return
    must(payment.state !== 'ended', 'what was cancelled is not made')
    if (payment.state === 'new') world.paidIn({ ...payment, reference: `payme:${payment.id}` })
    payment.state = 'paid'
  }
  const times = <One>(work: () => Promise<One>) =>
    Promise.all(Array.from({ length: 1 + roll.below(3) }, () => work()))
  return { known, call, create, begin, performed, times }
}

function paymeOf(world: Outside): Actions {
  const { roll } = world
  const { known, call, create, begin, performed, times } = paymeCalls(world)
  return {
    'payme pays': async () => {
      const payment = begin()
      if (roll.below(3) === 0)
        must((await call('PerformTransaction', { id: payment.id })) === -31_003, 'the unknown is not made')
      const opened = await times(() => call('CreateTransaction', create(payment)))
      must(
        opened.every((state) => state === 1),
        'a payment is opened, however often',
      )
      performed(payment, await times(() => call('PerformTransaction', { id: payment.id })))
    },
    'payme pays, broken off and repeated': async () => {
      const payment = begin()
      const dead = paymeDesk(world, world.dying())
      try {
        await dead('CreateTransaction', create(payment))
        await dead('PerformTransaction', { id: payment.id })
      } catch (error) {
        if (!world.isDeath(error)) throw error
      }
      await call('CreateTransaction', create(payment))
      performed(payment, [await call('PerformTransaction', { id: payment.id })])
    },
    'payme makes an old one again': async () => {
      if (known.length === 0) return
      const payment = roll.of(known)
      performed(payment, await times(() => call('PerformTransaction', { id: payment.id })))
    },
    'payme cancels': async () => {
      if (known.length === 0) return
      const payment = roll.of(known)
      const states = await times(() => call('CancelTransaction', { id: payment.id, reason: 5 }))
      must(new Set(states).size === 1, `a repeated cancelling is answered as before (${states.join()})`)
      const [state] = states
      if (state === -2 && payment.state === 'paid') world.wentBack(`payme:${payment.id}`, payment.amountTiyin)
      if (state === -1) must(payment.state !== 'paid', 'what was made is given back and not let go')
      if (state === -1 || state === -2) payment.state = 'ended'
    },
  }
}

type Gateway = NonNullable<ReturnType<Cards['needs']['gateway']>>
interface Transaction {
  readonly orderId: number
  readonly amountTiyin: number
  state: 'open' | 'paid' | 'closed' | 'reversed'
}

/** A gateway in memory: what it does and whether it tells are decided apart. */
function gatewayOf({ roll, seed }: Outside) {
  const transactions = new Map<number, Transaction>()
  let isQuiet = false
  const isLost = (ofTen: number) => !isQuiet && roll.below(10) < ofTen
  const lookOf = (id: number) => {
    const state = transactions.get(id)?.state ?? 'closed'
    if (state === 'paid') return { kind: 'paid', chequeId: String(id), ofdUrl: null } as const
    return { kind: state === 'reversed' ? 'closed' : state } as const
  }
  const never = async () => {
    throw new Error('no card is bound in these worlds')
  }
  const gateway: Gateway = {
    takesTestCards: true,
    bindInit: never,
    bindConfirm: never,
    removeCard: never,
    create: async ({ orderId, amountTiyin }) => {
      if (isLost(1)) return { kind: 'down', reason: 'lost' }
      const transactionId = seed * 1000 + transactions.size + 1
      transactions.set(transactionId, { orderId, amountTiyin, state: 'open' })
      return { kind: 'created', transactionId }
    },
    name: async () => (isLost(1) ? { kind: 'down', reason: 'lost' } : { kind: 'done' }),
    apply: async ({ transactionId }) => {
      const transaction = transactions.get(transactionId)
      if (transaction === undefined || isLost(1)) return { kind: 'unknown' }
      if (transaction.state !== 'open') return { kind: 'refused', refusal: 'closed', code: '092' }
      const isPoor = roll.below(4) === 0
      transaction.state = isPoor ? 'closed' : 'paid'
      if (isLost(4)) return { kind: 'unknown' }
      return isPoor ? { kind: 'refused', refusal: 'no_money', code: '112' } : lookOf(transactionId)
    },
    look: async ({ transactionId }) => (isLost(5) ? { kind: 'unknown' } : lookOf(transactionId)),
    reverse: async (transactionId) => {
      const transaction = transactions.get(transactionId)
      if (transaction === undefined || isLost(1)) return { kind: 'not_done', reason: 'lost' }
      if (transaction.state !== 'paid' || isLost(1)) return { kind: 'unknown', reason: 'error' }
      transaction.state = 'reversed'
      return isLost(4) ? { kind: 'unknown', reason: 'lost' } : { kind: 'reversed' }
    },
  }
  return { gateway, transactions, quiet: () => void (isQuiet = true) }
}

/** The cards room before that gateway, and what subscribers do with it. */
function cardCalls(world: Outside, gateway: Gateway) {
  const { db, clock, roll, seed, accountIds } = world
  const opened = (on: Db): Cards => {
    const billing = openBilling({ db: on, clock })
    const cards = openCards({
      ...{
        db: on,
        clock,
        log: silentLog,
        random: (bytes) => Buffer.alloc(bytes, 7),
        secret: 'of the worlds',
      },
      audit: { record: async () => undefined, close: async () => undefined },
      ...{ gateway: undefined, lookPausesMs: [0], tariffs: billing },
      credit: (movement) => billing.moveMoney(movement),
    })
    return { ...cards, needs: { ...cards.needs, gateway: () => gateway } }
  }
  const cards = opened(db)
  const call = (
    on: Cards,
    accountId: number,
    name: string,
    raw: Record<string, unknown>,
    idempotencyKey?: string,
  ) =>
    ask(cardRoutes(on, { balanceTiyin: async () => 0 }), `cards.${name}`, raw, {
      viewer: { accountId, sessionId: 's' },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    })
  const cardIdOf = async (accountId: number) => {
    const card = {
      ...{
        account_id: accountId,
        gateway_card_id: String(accountId),
        token_sealed: cards.needs.seal.close('token'),
      },
      ...{ pan_mask: '860000******0000', expiry_yymm: '3001', created_at: new Date(clock.nowMs()) },
    }
    await db
      .insertInto('card')
      .values(card)
      .onConflict((on) => on.doNothing())
      .execute()
    const found = db.selectFrom('card').select('card_id').where('account_id', '=', accountId)
    return (await found.executeTakeFirstOrThrow()).card_id
  }
  let keys = 0
  const pay = async (on: Cards, times: number) => {
    const accountId = roll.of(accountIds)
    const key = `${seed}-${(keys += 1)}`
    const raw = { card_id: await cardIdOf(accountId), amount: roll.of([1000, 9000, 25_000]) }
    await Promise.all(
      Array.from({ length: times }, () => steady(() => call(on, accountId, 'fillBalance', raw, key))),
    )
  }
  const sync = (accountId: number) => steady(() => call(cards, accountId, 'sync', {}))
  return { cards, opened, pay, sync }
}

function cardsOf(world: Outside) {
  const { roll, accountIds } = world
  const { gateway, transactions, quiet } = gatewayOf(world)
  const { cards, opened, pay, sync } = cardCalls(world, gateway)
  const lookAtCards = () => cardsAreRight(world, transactions)
  return {
    actions: {
      'a card pays': async () => {
        await pay(cards, 1 + roll.below(2))
        await lookAtCards()
      },
      'a card pays, broken off': async () => {
        await pay(opened(world.dying()), 1).catch((error: unknown) => {
          if (!world.isDeath(error)) throw error
        })
        await lookAtCards()
      },
      'cards are asked about': async () => {
        await sync(roll.of(accountIds))
        await lookAtCards()
      },
    },
    /** Whatever the gateway took is on the balances, and nothing else. */
    end: async () => {
      quiet()
      for (const accountId of accountIds) await sync(accountId)
      const credited = await lookAtCards()
      const taken = [...transactions.values()].filter(({ state }) => state === 'paid').length
      must(credited === taken, `what cards paid is in the books (${taken} taken, ${credited} credited)`)
    },
  }
}

/** Each entry in the name of a card has its payment at the gateway, one to one, with its sum. Gives how many. */
async function cardsAreRight({ db, accountIds }: Outside, transactions: ReadonlyMap<number, Transaction>) {
  const { rows } = await sql<{ reference: string; amount: number }>`
    select reference, amount_tiyin as amount from ledger_entry
    where account_id = any(${[...accountIds]}::integer[]) and kind = 'top_up' and reference like 'atmos:%'`.execute(
    db,
  )
  for (const { reference, amount } of rows) {
    const paid = [...transactions.values()].filter(
      ({ orderId, state }) => state === 'paid' && `atmos:${orderId}` === reference,
    )
    must(paid.length === 1 && paid[0]?.amountTiyin === amount, `${reference} was taken from a card, once`)
  }
  return rows.length
}
