/** The Telegram of a subscriber in the console. */
import { consoleTelegram } from '#contract/console/subscriber-telegram.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Audit } from '#server/audit/audit.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Telegram } from '#server/telegram/telegram.ts'

export interface SubscriberTelegramDeps {
  readonly audit: Pick<Audit, 'record'>
  readonly telegram: Pick<Telegram, 'linkOf' | 'unlink' | 'sayUnlinked'>
}

export function subscriberTelegramEndpoints({
  audit,
  telegram,
}: SubscriberTelegramDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleTelegram', consoleTelegram, {
    show: async ({ account_id: accountId }) => {
      const link = await telegram.linkOf(accountId)
      return respond({
        ...{ is_linked: link !== undefined, name: link?.name ?? '', is_blocked: link?.isBlocked === true },
        linked_at: Math.floor((link?.linkedMs ?? 0) / 1000),
        ...{ codes: link?.codes === true, notices: link?.notices === true },
      })
    },
    unlink: async ({ account_id: accountId }, { staff, clientAddress: address }) => {
      const former = await telegram.unlink(accountId)
      if (former === undefined) return reject('telegram_not_linked')
      await audit.record({
        ...{ event: 'telegram_unlinked', actor: 'staff', accountId, address },
        change: {
          staff: { staffId: staff.staffId, name: staff.name },
          ...{ section: 'subscribers', subject: `subscriber ${accountId}` },
          ...{ before: { is_linked: true }, after: { is_linked: false } },
        },
      })
      await telegram.sayUnlinked(former)
      return respond({})
    },
  })
}
