/** Two accounts of one person become one. */
import { consoleSubscriberDoubles as endpoints } from '#contract/console/subscriber-data.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type Billing, sumsOf } from '#server/billing/billing.ts'
import { maxFollowed } from '#server/followed/followed.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import { nameOf, requestOf, stoppedAs } from '#server/console/subscribers/acts/act-answers.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type MergeDeps,
  type MergeRefusal,
  mergeSubscribers,
  previewMerge,
} from '#server/subscribers/subscribers.ts'

export type SubscriberDoubleDeps = Omit<MergeDeps, 'withLock'> & {
  readonly billing: Pick<Billing, 'tariffs' | 'subscriptionsOf'>
}

export function subscriberDoubleEndpoints(options: SubscriberDoubleDeps): readonly BoundEndpoint[] {
  const deps = { ...options, withLock: keyedMutex(), maxFollowed }
  return bindConsole('consoleSubscriberDoubles', endpoints, {
    preview: async ({ account_id: accountId, from }) => {
      const seen = await previewMerge(deps, { accountId, from })
      if ('kind' in seen) return seen.kind === 'not_found' ? reject('not_found') : refusedAs(seen)
      const tariffs = await deps.billing.tariffs()
      const { accountId: fromId, abonement, name, phone } = seen.from
      return respond({
        from: { account_id: fromId, abonement, name, phone: phone ?? '' },
        balance: sumsOf(seen.balanceTiyin),
        tariffs: seen.tariffs.map((tariffId) => nameOf(tariffs, tariffId)),
        ...{ devices: seen.devices, cards: seen.cards, watching: seen.watching },
        ...{ profiles: seen.profiles, recordings: seen.recordings },
        ...{ reminders: seen.reminders, followed: seen.followed },
      })
    },
    merge: async (input, call) => {
      const outcome = await mergeSubscribers(deps, { ...requestOf(input, call), from: input.from })
      switch (outcome.kind) {
        case 'acted': {
          const { actId, isRepeated, result } = outcome.act
          return respond({ act_id: actId, is_repeated: isRepeated, moved: sumsOf(result.movedTiyin) })
        }
        case 'not_found':
        case 'key_used':
        case 'done_since':
          return stoppedAs(outcome)
        default:
          return refusedAs(outcome)
      }
    },
  })
}

function refusedAs(refusal: MergeRefusal) {
  switch (refusal.kind) {
    case 'number_unknown':
      return reject('merge_number_unknown')
    case 'itself':
      return reject('merge_itself')
    case 'trial_account':
      return reject('merge_trial_account')
    case 'same_tariff':
      return reject('merge_same_tariff')
    case 'two_bases':
      return reject('merge_two_bases')
    case 'into_closed':
      return reject('merge_into_closed')
    case 'blocked':
      return reject('merge_blocked')
    case 'payments_open':
      return reject('erase_payments_open', { values: { count: refusal.count } })
    case 'erased':
      return reject('subscriber_erased')
    case 'merged':
      return reject('subscriber_merged', { values: { number: refusal.abonement } })
  }
}
