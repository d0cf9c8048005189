/** Pauses of a subscriber's tariff. */
import type { consoleSubscriberActs as endpoints } from '#contract/console/subscriber-acts.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type {
  Billing,
  PauseRefusal,
  SubscriptionRecord,
  TariffRecord,
  WrongDays,
} from '#server/billing/billing.ts'
import type { ConsoleCall, ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import {
  type BeyondPause,
  type PauseDeps,
  beyondPause,
  endTariffPause,
  lastActOf,
  pauseTariff,
} from '#server/subscribers/subscribers.ts'
import { nameOf, presentAct, requestOf, roleNames, secOf, stoppedAs } from './act-answers.ts'

type Handlers = ConsoleHandlers<typeof endpoints, 'pauseEffect' | 'pause' | 'endPause'>
type Deps = PauseDeps & { readonly billing: Pick<Billing, 'tariffs' | 'previewPause'> }

export function pauseHandlers(deps: Deps): Handlers {
  const { db, billing } = deps
  return {
    pauseEffect: async ({ account_id: accountId, tariff_id: tariffId, days }, call) => {
      const seen = await lastActOf(db, accountId)
      const beyond = beyondPause(call.staff.role, days)
      if (beyond !== undefined) return refusalOf(beyond, call)
      const effect = await billing.previewPause({ accountId, tariffId, days, by: 'staff' })
      if (effect.kind !== 'paused') return refusalOf(effect, call)
      const tariffs = await billing.tariffs()
      return respond({
        ...{ seen, until: secOf(effect.untilMs), before: secOf(effect.beforeMs) },
        after: secOf(effect.paidUntilMs),
        others: effect.others.map((one) => nameOf(tariffs, one.tariffId)),
      })
    },
    pause: async (input, call) => {
      const { tariff_id: tariffId, days } = input
      const request = { ...requestOf(input, call), tariffId, days, role: call.staff.role }
      const outcome = await pauseTariff(deps, request)
      switch (outcome.kind) {
        case 'acted':
          return respond(presentAct(outcome))
        case 'not_found':
        case 'key_used':
        case 'done_since':
        case 'erased':
        case 'merged':
          return stoppedAs(outcome)
        default:
          return refusalOf(outcome, call)
      }
    },
    endPause: async (input, call) => {
      const outcome = await endTariffPause(deps, { ...requestOf(input, call), tariffId: input.tariff_id })
      if (outcome.kind === 'acted') return respond(presentAct(outcome))
      return outcome.kind === 'not_paused' ? reject('pause_not_on') : stoppedAs(outcome)
    },
  }
}

function refusalOf(
  refusal: PauseRefusal | WrongDays | BeyondPause,
  { language }: Pick<ConsoleCall, 'language'>,
) {
  switch (refusal.kind) {
    case 'not_connected':
      return reject('not_connected')
    case 'not_allowed':
      return reject('pause_not_allowed')
    case 'already_paused':
      return reject('pause_already_on')
    case 'not_running':
      return reject('pause_not_running')
    case 'too_soon':
      return reject('pause_too_soon', { values: { date: dayOf(refusal.nextMs) } })
    case 'wrong_days':
      return reject('pause_days_wrong', { values: { min: refusal.minDays, max: refusal.maxDays } })
    case 'beyond_pause': {
      const roles = roleNames(refusal.mayMore, language)
      return reject('act_beyond_pause', { values: { limit: refusal.limit, roles } })
    }
  }
}

/** `28.11.2027` in Tashkent. */
function dayOf(ms: number): string {
  const text = new Date(ms + tashkentOffsetMs).toISOString()
  return `${text.slice(8, 10)}.${text.slice(5, 7)}.${text.slice(0, 4)}`
}

/** The connected tariffs that the staff may pause by their rules. */
export function presentPauses(
  live: readonly SubscriptionRecord[],
  tariffs: ReadonlyMap<number, TariffRecord>,
) {
  return live.flatMap(({ tariffId }) => {
    const rule = tariffs.get(tariffId)?.pause
    if (rule === undefined) return []
    const { minDays, maxDays, isOnceAYear } = rule
    return [{ tariff_id: tariffId, min_days: minDays, max_days: maxDays, is_once: isOnceAYear }]
  })
}
