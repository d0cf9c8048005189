import { maskedName, maskedPhone } from '#server/api/accounts/masked.ts'
import { lastPage } from '#server/api/context/pages.ts'
import { cardReceiptUrl } from '#server/cards/cards.ts'
import { fiscalReceiptUrl } from '#server/fiscal/fiscal.ts'
import { merchantReceiptUrl } from '#server/merchants/merchants.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { presentOffered } from './present-offered.ts'
import { presentCustomer, presentEntry, presentToChild } from './present.ts'
import { isOffered } from '#server/billing/billing.ts'
import { accounts as accountCalls } from '#contract/accounts/accounts.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { paymentsHistory } from '#contract/billing/payments-history.ts'
import { site } from '#contract/site/site.ts'
import {
  type BoundEndpoint,
  type Handlers,
  type SharedRequestContext,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

type Deps = Pick<ApiContext, 'accounts' | 'billing' | 'db'> & Uses<{ catalogue: 'now'; television: 'now' }>

/** Tariffs on sale, a subscriber's subscriptions, and the history of payments. */
export function billingEndpoints(deps: Deps): readonly BoundEndpoint[] {
  const { billing, accounts, catalogue, television } = deps
  const offered = async ({ language }: Pick<SharedRequestContext, 'language'>) => {
    const [tariffs, offers] = await Promise.all([billing.tariffs(), billing.offers()])
    return presentOffered([...tariffs.values()].filter(isOffered), {
      ...{ channels: television.now().channels, providers: catalogue.now().content.providers, language },
      offers,
    })
  }
  const ofSite: Handlers<typeof site, 'tariffs' | 'tariffList'> = {
    tariffs: async (_input, request) => respond(await offered(request)),
    tariffList: async (_input, request) => respond({ tariffs: { item: await offered(request) } }),
  }
  // Here and not among the accounts, because it contains money and subscriptions, which belong to a higher layer.
  const ofAccounts: Handlers<typeof accountCalls, 'info'> = {
    info: async (_input, request) => {
      const { accountId } = request.viewer
      const [account, standing, tariffs, used] = await Promise.all([
        accounts.accountOf(accountId),
        billing.accountStanding(accountId),
        billing.tariffs(),
        billing.usedPromotions(accountId),
      ])
      // The account was deleted between the token check and now.
      if (account === undefined) return reject('not_authorized')
      const customer = presentCustomer(account, standing, tariffs, used, request.language)
      if (request.viewer.profile?.isChild === true) return respond(presentToChild(customer))
      if (request.viewer.support === undefined) return respond(customer)
      const masked = { name: maskedName(customer.name), phone_number: maskedPhone(customer.phone_number) }
      return respond({ ...customer, ...masked })
    },
  }
  return [
    ...bindEndpoints('site', site, ofSite),
    ...bindEndpoints('accounts', accountCalls, ofAccounts),
    ...bindEndpoints('paymentsHistory', paymentsHistory, historyHandlers(deps)),
  ]
}

function historyHandlers({ billing, accounts, db }: Deps): Handlers<typeof paymentsHistory> {
  return {
    list: async ({ page, before, kind, limit }, { viewer: { accountId }, language }) => {
      const skip = page === undefined ? 0 : (page - 1) * limit
      // One more than is shown: it says whether there is a next page.
      const [entries, tariffs, total] = await Promise.all([
        billing.history({ accountId, beforeId: before, kind, limit: limit + 1, skip }),
        billing.tariffs(),
        page === undefined ? 0 : billing.countHistory({ accountId, kind }),
      ])
      const shown = entries.slice(0, limit)
      const next = entries.length > limit ? (shown.at(-1)?.ledgerEntryId ?? 0) : 0
      return respond({
        data: shown.map((one) => presentEntry(one, tariffs, language)),
        next,
        ...(page === undefined ? {} : { page, total, last_page: lastPage(total, limit) }),
      })
    },
    cheque: async ({ id }, { viewer: { accountId }, language }) => {
      const [entry, account, tariffs] = await Promise.all([
        billing.historyEntry(accountId, id),
        accounts.accountOf(accountId),
        billing.tariffs(),
      ])
      if (entry === undefined) return reject('entry_not_found')
      if (account === undefined) return reject('not_authorized')
      return respond({
        ...presentEntry(entry, tariffs, language),
        abonement: account.abonement,
        reference: entry.reference,
        ofd_url:
          (await cardReceiptUrl(db, accountId, entry.reference)) ??
          (await merchantReceiptUrl(db, accountId, entry.reference)) ??
          (await fiscalReceiptUrl(db, entry.ledgerEntryId)),
      })
    },
  }
}
