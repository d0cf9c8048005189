import { changes as endpoints } from '#contract/billing/changes.ts'
import { type OutcomeOf, reject, respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { findRenewal, renewalLinks, sumsOf } from '#server/billing/billing.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'

type Deps = Pick<ApiContext, 'billing' | 'db' | 'secrets'> & Uses<{ audit: 'record'; clock: 'nowMs' }>

/** A planned change of tariffs is taken back; a renewal is cancelled by the address of a notification. */
export function changeEndpoints(deps: Deps): readonly BoundEndpoint[] {
  const { billing, audit, db, clock } = deps
  const links = renewalLinks(deps.secrets.passwordPepper)
  const renewalOf = async (token: string) => {
    const target = links.read(token, clock.nowMs())
    return target === undefined ? undefined : findRenewal(db, target.subscriptionId, clock.nowMs())
  }
  const shown = async (token: string, language: Language): Promise<OutcomeOf<typeof endpoints.renewal>> => {
    const renewal = await renewalOf(token)
    if (renewal === undefined) return reject('renewal_link_expired')
    const tariffs = await billing.tariffs()
    const nameOf = (tariffId: number) => tariffs.get(tariffId)?.name[language] ?? String(tariffId)
    const { renews, nextTariffId, nextTiyin } = renewal
    return respond({
      name: nameOf(renewal.tariffId),
      ...{ next_name: renews ? nameOf(nextTariffId) : '', next_price: sumsOf(nextTiyin) },
      ...{ paid_until: Math.floor(renewal.paidUntilMs / 1000), renews: renews ? 1 : 0 },
    })
  }
  return bindEndpoints('changes', endpoints, {
    undo: async (_input, { viewer, clientAddress }) => {
      const { accountId } = viewer
      const undone = await billing.undoChange(accountId)
      if (undone.kind !== 'undone') return reject('change_not_planned')
      void audit.record({
        ...{ event: 'tariff_change_undone', actor: 'viewer', accountId, address: clientAddress },
        facts: { tariff: undone.tariffId },
      })
      return respond({ tariff_id: undone.tariffId })
    },
    renewal: ({ token }, { language }) => shown(token, language),
    setRenewal: async ({ token, renews }, { language, clientAddress }) => {
      const renewal = await renewalOf(token)
      if (renewal === undefined) return reject('renewal_link_expired')
      const { accountId, tariffId } = renewal
      const autoRenew = renews === 1
      const done = await billing.setAutoRenew({ accountId, tariffId, autoRenew })
      if (done.kind !== 'done') return reject('renewal_link_expired')
      void audit.record({
        ...{ event: 'auto_renew_set', actor: 'viewer', accountId, address: clientAddress },
        facts: { tariff: tariffId, auto_renew: autoRenew, by_link: true },
      })
      return shown(token, language)
    },
  })
}
