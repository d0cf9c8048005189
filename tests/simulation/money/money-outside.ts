/**
 * Payments from outside, for the scenarios of `money-scenario.ts`: Payme's own requests, repeated, reordered, in
 * parallel and interrupted, beside the other systems and cards. What Payme has executed is tracked here, apart from the
 * database.
 */
import { cardsOf, secrets } from './money-cards.ts'
import {
  abonementOf,
  basic,
  adapterOf,
  listeningLog,
  must,
  several,
  type Actions,
  type Outside,
} from './money-modules.ts'
import { systemsOf } from './money-systems.ts'
import type { Db } from '#server/platform/database/database.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'

/** The outside events, by name, and `end`: the outside is quiet again and all outcomes are resolved. */
export function outsideOf(params: Omit<Outside, 'log'>): { readonly actions: Actions; end(): Promise<void> } {
  const { log, isClean } = listeningLog(secrets)
  const world = { ...params, log }
  const [payme, cards, systems] = [paymeOf(world), cardsOf(world), systemsOf(world)]
  return {
    actions: Object.fromEntries(
      Object.entries<Actions[string]>({ ...payme.actions, ...cards.actions, ...systems.actions }).map(
        ([name, act]) => [name, () => act().then(isClean)],
      ),
    ),
    end: async () => {
      await cards.end()
      await payme.end()
      await systems.end()
      isClean()
    },
  }
}

interface PaymePayment {
  readonly id: string
  readonly accountId: number
  readonly amountTiyin: number
  readonly timeMs: number
  state: 'new' | 'paid' | 'ended'
}

function paymeAdapter(world: Outside, db: Db) {
  const adapter = adapterOf(world, db, 'payme')
  const authorization = basic('Paycom', 'payme-key-of-the-tests')
  return async (method: string, params: object) => {
    const report = await adapter({ authorization, body: JSON.stringify({ id: 1, method, params }) })
    return report as { result?: GatewayAnswer; error?: { code: number } }
  }
}

interface GatewayAnswer {
  readonly state?: number
  readonly transactions?: readonly { readonly id: string; readonly amount: number; readonly state: number }[]
}

/** Payme's state and its requests; each is repeated while we are busy, as Payme does. */
function paymeCalls(world: Outside) {
  const { db, clock, roll, seed, accountIds } = world
  const seen: PaymePayment[] = []
  const payme = paymeAdapter(world, db)
  const report = (method: string, params: object) => steady(() => payme(method, params))
  const call = async (method: string, params: object) => {
    const { error, result } = await report(method, params)
    return error?.code ?? result?.state
  }
  const create = ({ id, accountId, amountTiyin, timeMs }: PaymePayment) => ({
    id,
    time: timeMs,
    amount: amountTiyin,
    account: { abonement: abonementOf(accountId) },
  })
  const begin = (): PaymePayment => {
    const id = `${seed}-${seen.length}`
    const amountTiyin = roll.of([900_000, 2_500_000, 4_000_000, 123_457])
    const payment = {
      id,
      accountId: roll.of(accountIds),
      amountTiyin,
      timeMs: clock.nowMs(),
      state: 'new' as const,
    }
    seen.push(payment)
    return payment
  }
  const performed = (payment: PaymePayment, states: readonly unknown[]) => {
    must(new Set(states).size === 1, `a repeated request gets the same response (${states.join()})`)
    if (states[0] !== 2) return
    must(payment.state !== 'ended', 'a cancelled payment is not performed')
    if (payment.state === 'new') world.paidIn({ ...payment, reference: `payme:${payment.id}` })
    payment.state = 'paid'
  }
  return { known: seen, told: report, call, create, begin, performed, times: several(world) }
}

function paymeOf(world: Outside): { readonly actions: Actions; end(): Promise<void> } {
  const { roll } = world
  const { known: existing, told: reported, call, create, begin, performed, times } = paymeCalls(world)
  const actions: Actions = {
    'payme pays': async () => {
      const payment = begin()
      if (roll.below(3) === 0)
        must(
          (await call('PerformTransaction', { id: payment.id })) === -31_003,
          'an unknown payment is not performed',
        )
      const opened = await times(() => call('CreateTransaction', create(payment)))
      must(
        opened.every((state) => state === 1),
        'a payment is opened, however often',
      )
      performed(payment, await times(() => call('PerformTransaction', { id: payment.id })))
    },
    'payme pays, broken off and repeated': async () => {
      const payment = begin()
      const dead = paymeAdapter(world, world.dying())
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
      if (existing.length === 0) return
      const payment = roll.of(existing)
      performed(payment, await times(() => call('PerformTransaction', { id: payment.id })))
    },
    'payme cancels': async () => {
      if (existing.length === 0) return
      const payment = roll.of(existing)
      const states = await times(() => call('CancelTransaction', { id: payment.id, reason: 5 }))
      must(new Set(states).size === 1, `a repeated cancellation gets the same response (${states.join()})`)
      const [state] = states
      if (state === -2 && payment.state === 'paid') world.wentBack(`payme:${payment.id}`, payment.amountTiyin)
      if (state === -1) must(payment.state !== 'paid', 'a performed payment is refunded, not cancelled')
      if (state === -1 || state === -2) payment.state = 'ended'
    },
  }
  return { actions, end: () => paymeIsStated(world, existing, reported) }
}

/** I16: for each moment its statement contains our payments of it, and the paid ones add up to its own state. */
async function paymeIsStated(
  { seed }: Outside,
  existing: readonly PaymePayment[],
  report: (method: string, params: object) => Promise<{ result?: GatewayAnswer }>,
): Promise<void> {
  for (const timeMs of new Set(existing.map((one) => one.timeMs))) {
    const { result } = await report('GetStatement', { from: timeMs, to: timeMs })
    // Other scenarios have paid at that moment too.
    const stated = (result?.transactions ?? []).filter(({ id }) => id.startsWith(`${seed}-`))
    const ours = existing.filter((one) => one.timeMs === timeMs)
    const sum = stated.reduce((all, { state, amount }) => all + (state === 2 ? amount : 0), 0)
    const due = ours.reduce((all, { state, amountTiyin }) => all + (state === 'paid' ? amountTiyin : 0), 0)
    must(
      sum === due && stated.length === ours.length,
      `I16 a statement of payme adds up (${sum} tiyin where ${due} stay)`,
    )
  }
}
