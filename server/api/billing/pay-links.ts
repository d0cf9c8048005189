import type { ApiContext } from '#server/api/context/api-context.ts'
import { payableTiyin, payLinks } from '#server/merchants/merchants.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { pathOf } from '#contract/form/pages.ts'
import { payments } from '#contract/billing/payments.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Links to the payment systems that are connected now. */
export function payLinkEndpoints({
  accounts,
  merchants,
}: Pick<ApiContext, 'accounts' | 'merchants'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof payments> = {
    payByLink: async (input, { viewer, language }) => {
      const abonement = (await accounts.accountOf(viewer.accountId))?.abonement
      // The account was deleted between the token check and now.
      if (abonement === undefined) return reject('not_authorized')
      // The amount reveals a balance: a client gets it only for its own account.
      const requestedAbonement = (input.abonement ?? '').replace(/\D/g, '')
      if (requestedAbonement !== '' && requestedAbonement !== abonement)
        return reject('invalid_input', { values: { fields: 'abonement' } })
      const amountTiyin = payableTiyin(input.amount)
      if (amountTiyin === undefined) return reject('deposit_too_large')
      const { publicUrl } = merchants
      const returnUrl = publicUrl === undefined ? undefined : new URL(pathOf('cabinet', {}), publicUrl).href
      const links = payLinks(merchants.settings, { abonement, amountTiyin, language, returnUrl })
      return respond({ amount: amountTiyin, links: { item: links } })
    },
  }
  return bindEndpoints('payments', payments, handlers)
}
