import type { Billing } from './open-billing.ts'
import { presentCustomer, presentTariff } from './present.ts'
import { isOffered } from './rules.ts'
import { accounts as accountCalls } from '#contract/accounts.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import { site } from '#contract/site.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export function billingRoutes(billing: Billing, accounts: Accounts): readonly BoundCall[] {
  const ofSite: Handlers<typeof site, 'tariffs'> = {
    tariffs: async () => answer([...(await billing.tariffs()).values()].filter(isOffered).map(presentTariff)),
  }
  // Here and not among the accounts, because it tells of money and subscriptions, which are above them.
  const ofAccounts: Handlers<typeof accountCalls, 'info'> = {
    info: async (_input, call) => {
      const { accountId } = call.viewer
      const [account, standing, tariffs] = await Promise.all([
        accounts.accountOf(accountId),
        billing.standingOf(accountId),
        billing.tariffs(),
      ])
      // The account went away between the look at its token and now.
      if (account === undefined) return refuse('not_authorized')
      return answer(presentCustomer(account, standing, tariffs, call.language))
    },
  }
  return [...bindCalls('site', site, ofSite), ...bindCalls('accounts', accountCalls, ofAccounts)]
}
