import { respond } from '#contract/form/endpoint.ts'
import { messagePreferences } from '#contract/site/message-preferences.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { isOptedOut, setOptOut } from '#server/campaigns/campaigns.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The viewer's own choice of messages; the same that the staff sees on the card. */
export function messagePreferenceEndpoints({
  db,
  clock,
  audit,
}: Pick<ApiContext, 'db' | 'clock' | 'audit'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof messagePreferences> = {
    show: async (_input, { viewer }) => respond({ offers: (await isOptedOut(db, viewer.accountId)) ? 0 : 1 }),
    save: async ({ offers }, { viewer: { accountId }, clientAddress: address }) => {
      const isOut = offers === 0
      const wasOut = await isOptedOut(db, accountId)
      await setOptOut(db, { accountId, isOut, nowMs: clock.nowMs() })
      if (wasOut !== isOut)
        void audit.record({
          ...{ event: 'message_opt_out', actor: 'viewer', accountId, address },
          facts: { is_out: isOut },
        })
      return respond({ offers: isOut ? 0 : 1 })
    },
  }
  return bindEndpoints('messagePreferences', messagePreferences, handlers)
}
