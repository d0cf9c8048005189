/** Tariffs of a subscriber: connected, changed, ended. */
import type { consoleSubscriberActs as endpoints } from '#contract/console/subscriber-acts.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type PurchaseRefusal, sumsOf } from '#server/billing/billing.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import {
  type TariffDeps,
  connectTariff,
  endTariff,
  lastActOf,
  previewTariff,
} from '#server/subscribers/subscribers.ts'
import { nameOf, presentAct, requestOf, stoppedAs } from './act-answers.ts'

type Handlers = ConsoleHandlers<typeof endpoints, 'tariffEffect' | 'connect' | 'endTariff'>

export function tariffHandlers(deps: TariffDeps): Handlers {
  return {
    tariffEffect: async ({ account_id: accountId, tariff_id: tariffId }) => {
      const seen = await lastActOf(deps.db, accountId)
      const { plan, balanceTiyin } = await previewTariff(deps, { accountId, tariffId })
      if (plan.kind === 'refused') return refusalOf(plan.failure)
      const { costTiyin, replaced, planned, left, restTiyin, lines } = plan
      const base = replaced ?? planned?.base
      if (costTiyin > balanceTiyin) return notCovered(costTiyin - balanceTiyin)
      const tariffs = await deps.billing.tariffs()
      return respond({
        ...{ seen, name: nameOf(tariffs, tariffId), cost: sumsOf(costTiyin) },
        ...{ before: sumsOf(balanceTiyin), after: sumsOf(balanceTiyin - costTiyin + restTiyin) },
        replaced: base === undefined ? null : nameOf(tariffs, base.tariffId),
        ...{ credit: sumsOf(left.creditTiyin), rest: sumsOf(restTiyin) },
        planned_from: Math.floor((planned?.fromMs ?? 0) / 1000),
        next_cost: sumsOf(lines[0]?.period.priceTiyin ?? 0),
        free_days: Math.ceil(left.freeMs / 86_400_000),
        is_renewal: lines.every(({ action }) => action === 'renew'),
        trial_days: lines[0]?.trialDays ?? 0,
      })
    },
    connect: async (input, call) => {
      const request = requestOf(input, call)
      const target = {
        tariffId: input.tariff_id,
        agreedTiyin: Math.round(input.agreed * 100),
        replacesBase: true,
      }
      const outcome = await connectTariff(deps, { ...request, ...target })
      switch (outcome.kind) {
        case 'acted': {
          const { costTiyin, balanceTiyin } = outcome.act.result
          return respond({
            ...presentAct(outcome),
            ...{ cost: sumsOf(costTiyin), balance: sumsOf(balanceTiyin) },
          })
        }
        case 'refused':
          return refusalOf(outcome.failure)
        case 'insufficient':
          return notCovered(outcome.missingTiyin)
        case 'price_changed':
          return reject('price_changed', { values: { cost: sumsOf(outcome.costTiyin) } })
        default:
          return stoppedAs(outcome)
      }
    },
    endTariff: async (input, call) => {
      const request = { ...requestOf(input, call), tariffId: input.tariff_id, mode: input.mode }
      const outcome = await endTariff(deps, request)
      if (outcome.kind === 'acted') return respond(presentAct(outcome))
      return outcome.kind === 'not_connected' ? reject('not_connected') : stoppedAs(outcome)
    },
  }
}

function notCovered(missingTiyin: number) {
  return reject('insufficient_funds', { values: { missing: sumsOf(missingTiyin) } })
}

function refusalOf(failure: PurchaseRefusal) {
  switch (failure) {
    case 'already_connected':
      return reject('already_connected')
    case 'billing_misconfigured':
      return reject('billing_misconfigured')
    case 'account_deactivated':
      return reject('subscriber_closed')
    default:
      // One tariff is asked for and it replaces the base one.
      return reject('tariff_not_found')
  }
}
