import type { PlaybackAddress } from '#contract/channels.ts'
import { archiveScope, filmScope, issueTicket, liveScope } from '#media/media.ts'

/** What is to be played, in the engine's terms. */
export type Playable =
  | { readonly kind: 'film'; readonly assetId: string }
  | { readonly kind: 'live'; readonly channelId: string }
  | {
      readonly kind: 'archive'
      readonly channelId: string
      readonly beginSec: number
      readonly endSec: number
    }

export interface TicketFacts {
  /** The key the engine verifies with. */
  readonly secret: string
  readonly sessionId: string
  readonly expiresAtMs: number
  /** Where media is served: '' for the site's own origin, or `https://host`. */
  readonly mediaOrigin: string
}

/** Signs for exactly this and gives its addresses. A ticket for one film or channel opens no other. */
export function addressOf(playable: Playable, facts: TicketFacts): PlaybackAddress {
  const { sessionId, expiresAtMs } = facts
  const ticket = issueTicket(facts.secret, { scope: scopeOf(playable), sessionId, expiresAtMs })
  const base = `${facts.mediaOrigin}/p/${ticket}/${pathOf(playable)}`
  return {
    url: `${base}/master.m3u8`,
    dash_url: playable.kind === 'film' ? `${base}/manifest.mpd` : null,
    expires_at: Math.floor(expiresAtMs / 1000),
  }
}

function scopeOf(playable: Playable): string {
  switch (playable.kind) {
    case 'film':
      return filmScope(playable.assetId)
    case 'live':
      return liveScope(playable.channelId)
    case 'archive':
      return archiveScope(playable.channelId, playable.beginSec, playable.endSec)
  }
}

function pathOf(playable: Playable): string {
  switch (playable.kind) {
    case 'film':
      return `film/${playable.assetId}`
    case 'live':
      return `live/${playable.channelId}`
    case 'archive':
      return `archive/${playable.channelId}/${playable.beginSec}-${playable.endSec}`
  }
}
