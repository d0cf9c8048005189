import type { ExportAddresses } from './export-address.ts'
import { answer } from '#contract/endpoint.ts'
import { otherPlayers } from '#contract/other-players.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

/** The address for other players, from its root. */
export function playlistPath(secret: string): string {
  return `/export/${secret}/playlist.m3u8`
}

/** The subscriber's own switch. */
export function exportRoutes(addresses: ExportAddresses): readonly BoundCall[] {
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
