/** A channel as it is broadcast now, for the staff. */
import type { consoleChannels } from '#contract/console/channels.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { type RecordedChannels, staffAddress } from '#server/playback/playback.ts'
import { loadStaffChannel } from '#server/television/television.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'

export interface PlayChannelDeps {
  readonly db: Db
  readonly clock: Clock
  readonly engine: RecordedChannels
  /** The first one signs. */
  readonly secrets: { readonly ticketSecrets: readonly string[] }
}

/** Nothing plays of a channel of which nothing came for so long. */
const recentMs = 60_000

export function playHandlers(deps: PlayChannelDeps): ConsoleHandlers<typeof consoleChannels, 'play'> {
  const { db, clock, engine, secrets } = deps
  return {
    play: async ({ cid }) => {
      if ((await loadStaffChannel(db, cid)) === undefined) return reject('channel_not_found')
      const channelId = String(cid)
      const nowMs = clock.nowMs()
      if (!engine.hasRecording(channelId, nowMs - recentMs, nowMs)) return reject('channel_off_air')
      const signing = { ticketSecret: secrets.ticketSecrets[0] ?? '', nowMs }
      const { url, expiresAtMs } = staffAddress(signing, { kind: 'live', channelId }, false)
      return respond({ url, expires_at: Math.floor(expiresAtMs / 1000) })
    },
  }
}
