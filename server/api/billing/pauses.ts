import { pauses as endpoints } from '#contract/billing/pauses.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import type { PauseRefusal } from '#server/billing/billing.ts'
import {
  type BoundEndpoint,
  type RequestContext,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

type Deps = Pick<ApiContext, 'billing'> & Uses<{ audit: 'record' }>

const secOf = (ms: number) => Math.floor(ms / 1000)

/** A subscriber pauses a tariff, and ends the pause. */
export function pauseEndpoints({ billing, audit }: Deps): readonly BoundEndpoint[] {
  const report = ({ viewer, clientAddress }: RequestContext<Viewer>, event: string, facts: object) =>
    void audit.record({
      ...{ event, actor: 'viewer', accountId: viewer.accountId, address: clientAddress },
      facts: { ...facts },
    })
  return bindEndpoints('pauses', endpoints, {
    offer: async ({ tariff_id: tariffId }, { viewer: { accountId }, language }) => {
      const target = { accountId, tariffId, by: 'subscriber' } as const
      const offer = await billing.pauseOffer(target)
      if (offer.kind !== 'may') return refusalOf(offer)
      const { minDays, maxDays } = offer
      const [tariffs, effect] = await Promise.all([
        billing.tariffs(),
        billing.previewPause({ ...target, days: minDays }),
      ])
      const others = effect.kind === 'paused' ? effect.others : []
      return respond({
        ...{ min_days: minDays, max_days: maxDays },
        is_once: tariffs.get(tariffId)?.pause?.isOnceAYear === true ? 1 : 0,
        others: others.map((one) => tariffs.get(one.tariffId)?.name[language] ?? String(one.tariffId)),
      })
    },
    begin: async ({ tariff_id: tariffId, days }, call) => {
      const { accountId } = call.viewer
      const done = await billing.beginPause({ accountId, tariffId, days, by: 'subscriber' })
      if (done.kind === 'wrong_days')
        return reject('pause_days_wrong', { values: { min: done.minDays, max: done.maxDays } })
      if (done.kind !== 'paused') return refusalOf(done)
      report(call, 'tariff_paused', { tariff: tariffId, days })
      return respond({ paused_until: secOf(done.untilMs), paid_until: secOf(done.paidUntilMs) })
    },
    end: async ({ tariff_id: tariffId }, call) => {
      const done = await billing.endPause({ accountId: call.viewer.accountId, tariffId })
      if (done.kind !== 'ended') return reject('pause_not_on')
      report(call, 'tariff_pause_ended', { tariff: tariffId })
      return respond({ paid_until: secOf(done.paidUntilMs) })
    },
  })
}

function refusalOf(refusal: PauseRefusal) {
  switch (refusal.kind) {
    case 'not_connected':
      return reject('not_connected')
    case 'already_paused':
      return reject('tariff_paused')
    case 'not_running':
      return reject('pause_not_running')
    case 'too_soon':
      return reject('pause_too_soon', { values: { date: dayOf(refusal.nextMs) } })
    case 'not_allowed':
      return reject('pause_not_allowed')
  }
}

/** `28.11.2027` in Tashkent. */
function dayOf(ms: number): string {
  const text = new Date(ms + tashkentOffsetMs).toISOString()
  return `${text.slice(8, 10)}.${text.slice(5, 7)}.${text.slice(0, 4)}`
}
