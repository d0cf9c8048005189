/** A subscriber's address for other players, in the console. */
import { consolePlayers } from '#contract/console/subscriber-players.ts'
import { respond } from '#contract/form/endpoint.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import type { Entitlement } from '#server/entitlement/entitlement.ts'
import type { ExportAddresses } from '#server/export/export.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

export interface SubscriberPlayerDeps {
  readonly entitlement: Pick<Entitlement, 'allowsOtherPlayers'>
  readonly exportAddresses: Pick<ExportAddresses, 'storedMs' | 'revoke'>
}

export function subscriberPlayerEndpoints({
  entitlement,
  exportAddresses,
}: SubscriberPlayerDeps): readonly BoundEndpoint[] {
  return bindConsole('consolePlayers', consolePlayers, {
    show: async ({ account_id: accountId }) => {
      const [madeMs, isAllowed] = await Promise.all([
        // Also one that a block has only suspended: it must not work again afterwards.
        exportAddresses.storedMs(accountId),
        entitlement.allowsOtherPlayers(accountId),
      ])
      return respond({ made_at: Math.floor((madeMs ?? 0) / 1000), is_allowed: isAllowed })
    },
    revoke: async ({ account_id: accountId, reason }, { staff, clientAddress: address }) => {
      const wasThere = await exportAddresses.revoke(accountId, {
        ...{ actor: 'staff', address },
        change: {
          staff: { staffId: staff.staffId, name: staff.name },
          ...{ section: 'subscribers', subject: `subscriber ${accountId}` },
          ...{ before: { is_on: true }, after: { is_on: false, reason } },
        },
      })
      return respond({ was_there: wasThere })
    },
  })
}
