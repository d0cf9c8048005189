import { playlistPath } from '#server/export/export.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { answer } from '#contract/form/endpoint.ts'
import { otherPlayers } from '#contract/playback/other-players.ts'
import { type BoundCall, type Handlers, bindCalls } from '#server/platform/http/endpoints/bind-contract.ts'

/** The subscriber's own switch. */
export function otherPlayerEndpoints({
  exportAddresses: addresses,
}: Pick<ApiContext, 'exportAddresses'>): readonly BoundCall[] {
  const handlers: Handlers<typeof otherPlayers> = {
    state: async (_input, { viewer }) => {
      const madeMs = await addresses.madeMs(viewer.accountId)
      return answer({ is_on: madeMs === undefined ? 0 : 1, created_at: Math.floor((madeMs ?? 0) / 1000) })
    },
    renew: async (_input, { viewer, language, clientAddress: address }) => {
      const { secret, madeMs } = await addresses.renew(viewer.accountId, { actor: 'viewer', address })
      return answer({
        url: `${playlistPath(secret)}?lang=${language}`,
        created_at: Math.floor(madeMs / 1000),
      })
    },
    off: async (_input, { viewer, clientAddress: address }) => {
      await addresses.takeBack(viewer.accountId, { actor: 'viewer', address })
      return answer({})
    },
  }
  return bindCalls('otherPlayers', otherPlayers, handlers)
}
