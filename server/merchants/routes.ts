import type { Merchants } from './open-merchants.ts'
import { payableTiyin, payLinks } from './pay-link.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import { pathOf } from '#contract/pages.ts'
import { payments } from '#contract/payments.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export interface MerchantRoutesDeps {
  readonly merchants: Merchants
  /** The number that is paid for: an account's own. */
  abonementOf(accountId: number): Promise<string | undefined>
  /** The address viewers know; without it nobody is brought back. */
  readonly publicUrl: string | undefined
}

/** The viewer's side: where to pay. */
export function merchantRoutes(deps: MerchantRoutesDeps): readonly BoundCall[] {
  const handlers: Handlers<typeof payments> = {
    payByLink: async (input, { viewer, language }) => {
      const abonement = await deps.abonementOf(viewer.accountId)
      // The account went away between the look at its token and now.
      if (abonement === undefined) return refuse('not_authorized')
      // What is asked for tells of a balance: everybody learns one's own alone.
      const given = (input.abonement ?? '').replace(/\D/g, '')
      if (given !== '' && given !== abonement)
        return refuse('invalid_input', { values: { fields: 'abonement' } })
      const amountTiyin = payableTiyin(input.amount)
      if (amountTiyin === undefined) return refuse('deposit_too_large')
      const returnUrl =
        deps.publicUrl === undefined ? undefined : new URL(pathOf('cabinet', {}), deps.publicUrl).href
      const links = payLinks(deps.merchants.settings, { abonement, amountTiyin, language, returnUrl })
      return answer({ amount: amountTiyin, links: { item: links } })
    },
  }
  return bindCalls('payments', payments, handlers)
}
