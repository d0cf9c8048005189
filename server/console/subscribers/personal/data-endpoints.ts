/** What is stored of a person, previewed and erased. */
import { consoleSubscriberData as endpoints } from '#contract/console/subscriber-data.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { sumsOf } from '#server/billing/billing.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import { requestOf, stoppedAs } from '#server/console/subscribers/acts/act-answers.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type EraseDeps, erasePersonal, isErased, previewErase } from '#server/subscribers/subscribers.ts'

export type SubscriberDataDeps = Omit<EraseDeps, 'withLock'> & {
  readonly accounts: EraseDeps['accounts'] & {
    accountOf(accountId: number): Promise<{ readonly abonement: string } | undefined>
  }
}

export function subscriberDataEndpoints(options: SubscriberDataDeps): readonly BoundEndpoint[] {
  const deps = { ...options, withLock: keyedMutex() }
  return bindConsole('consoleSubscriberData', endpoints, {
    preview: async ({ account_id: accountId }) => {
      const [account, preview] = await Promise.all([
        deps.accounts.accountOf(accountId),
        previewErase(deps, accountId),
      ])
      if (account === undefined || preview === undefined) return reject('not_found')
      if (await isErased(deps.db, accountId)) return reject('subscriber_erased')
      const { erased, stays, balanceTiyin, runningTariffs, cards, openPayments } = preview
      return respond({
        ...{ abonement: account.abonement, erased: [...erased], stays: [...stays], cards },
        ...{ balance: sumsOf(balanceTiyin), tariffs: runningTariffs.length, open_payments: openPayments },
      })
    },
    erase: async (input, call) => {
      const request = { typedNumber: input.number, settlement: input.settlement }
      const outcome = await erasePersonal(deps, { ...requestOf(input, call), ...request })
      switch (outcome.kind) {
        case 'acted': {
          const { actId, isRepeated, result } = outcome.act
          return respond({
            ...{ act_id: actId, is_repeated: isRepeated, rows: result.rows },
            written_off: sumsOf(result.writtenOffTiyin),
          })
        }
        case 'wrong_number':
          return reject('erase_number_wrong')
        case 'unsettled':
          return reject('erase_unsettled', {
            values: { balance: sumsOf(outcome.balanceTiyin), tariffs: outcome.tariffs },
          })
        case 'payments_open':
          return reject('erase_payments_open', { values: { count: outcome.count } })
        case 'cards_off':
          return reject('cards_off')
        case 'gateway_down':
          return reject('card_gateway_down')
        case 'busy':
          return reject('busy', { retryAfterSec: 2 })
        default:
          return stoppedAs(outcome)
      }
    },
  })
}
