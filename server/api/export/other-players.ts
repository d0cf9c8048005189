import { playlistPath } from '#server/export/export.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { otherPlayers } from '#contract/playback/other-players.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The subscriber's switch for other players. */
export function otherPlayerEndpoints({
  exportAddresses: addresses,
  accounts,
  entitlement,
}: Pick<ApiContext, 'exportAddresses'> &
  Uses<{ accounts: 'accountOf'; entitlement: 'allowsOtherPlayers' }>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof otherPlayers> = {
    state: async (_input, { viewer }) => {
      const madeMs = await addresses.madeMs(viewer.accountId)
      return respond({
        ...{ is_on: madeMs === undefined ? 0 : 1, created_at: Math.floor((madeMs ?? 0) / 1000) },
        is_allowed: (await entitlement.allowsOtherPlayers(viewer.accountId)) ? 1 : 0,
      })
    },
    renew: async (_input, { viewer, language, clientAddress: address }) => {
      if (!(await entitlement.allowsOtherPlayers(viewer.accountId)))
        return reject('other_players_not_allowed')
      const { secret, madeMs } = await addresses.renew(viewer.accountId, { actor: 'viewer', address })
      const account = await accounts.accountOf(viewer.accountId)
      return respond({
        ...{ username: account?.abonement ?? '', password: secret },
        url: `${playlistPath(secret)}?lang=${language}`,
        created_at: Math.floor(madeMs / 1000),
      })
    },
    off: async (_input, { viewer, clientAddress: address }) => {
      await addresses.revoke(viewer.accountId, { actor: 'viewer', address })
      return respond({})
    },
  }
  return bindEndpoints('otherPlayers', otherPlayers, handlers)
}
