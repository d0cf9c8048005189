import { supportView as endpoints } from '#contract/site/support-view.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { languageOfDevices } from '#server/push/push.ts'
import { maskedName } from './masked.ts'

/** The site as a subscriber sees it, for a member of staff: its tab opens it, asks how long it lasts, and ends it. */
export function supportViewEndpoints({
  supportViews,
  accounts,
  db,
}: Pick<ApiContext, 'supportViews' | 'accounts' | 'db'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    open: async ({ code, device_uid: deviceUid }) => {
      const opened = await supportViews.open({ code, deviceUid })
      if (opened === undefined) return reject('support_view_code')
      const { accountId, token, untilMs, device, language } = opened
      const [account, own] = await Promise.all([
        accounts.accountOf(accountId),
        languageOfDevices(db, accountId),
      ])
      if (account === undefined) return reject('support_view_code')
      return respond({
        ...{ token, expires_at: Math.floor(untilMs / 1000), device, language },
        ...{ subscriber: maskedName(account.name) || account.abonement, abonement: account.abonement },
        site_language: own === 'uz' ? 'uz' : 'ru',
      })
    },
    state: (_input, { viewer: { support } }) =>
      support === undefined
        ? reject('support_view_over')
        : respond({ expires_at: Math.floor(support.untilMs / 1000) }),
    end: async ({ token, device_uid: deviceUid }, { clientAddress: address }) => {
      await supportViews.endOf({ token, deviceUid, address })
      return respond({})
    },
  }
  return bindEndpoints('supportView', endpoints, handlers)
}
