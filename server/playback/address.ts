import { archiveScope, downloadScope, filmScope, issueTicket, liveScope } from '#media/media.ts'

/** What is to be played, in the engine's terms. */
export type Playable =
  | { readonly kind: 'film'; readonly assetId: string }
  /** To be kept on a device: encrypted for it alone. */
  | { readonly kind: 'download'; readonly assetId: string; readonly holder: string }
  | { readonly kind: 'live'; readonly channelId: string }
  | {
      readonly kind: 'archive'
      readonly channelId: string
      readonly beginSec: number
      /** `now`: it grows for as long as it is watched. */
      readonly endSec: number | 'now'
    }

/** Where something is played. */
export interface PlaybackAddress {
  /** HLS master playlist, from the site's root or absolute. */
  readonly url: string
  /** The same as DASH, where there is one. */
  readonly dashUrl: string | null
  readonly expiresAtMs: number
  /** The stream it is for; undefined for what is not counted. */
  readonly streamId: string | undefined
}

export interface TicketFacts {
  /** The key the engine verifies with. */
  readonly secret: string
  /** The stream it is for; undefined for what is not counted. */
  readonly streamId: string | undefined
  /** `inside`: it opens nothing outside the national network. */
  readonly place: 'inside' | 'any'
  readonly expiresAtMs: number
  /** Where media is served: '' for the site's own origin, or `https://host`. */
  readonly mediaOrigin: string
  readonly encryptsFilms: boolean
}

/** Signs for exactly this and gives its addresses. A ticket for one film or channel opens no other. */
export function addressOf(playable: Playable, facts: TicketFacts): PlaybackAddress {
  const { streamId, place, expiresAtMs } = facts
  const sessionId = streamId ?? sessionOf(playable)
  const ticket = issueTicket(facts.secret, { scope: scopeOf(playable), sessionId, place, expiresAtMs })
  const base = `${facts.mediaOrigin}/p/${ticket}/${pathOf(playable)}`
  const isEncrypted = playable.kind === 'download' || (playable.kind === 'film' && facts.encryptsFilms)
  return {
    url: `${base}/master.m3u8`,
    dashUrl: isEncrypted ? null : `${base}/manifest.mpd`,
    expiresAtMs,
    streamId,
  }
}

const device = 'device-'

/** Of what is not counted. */
function sessionOf(playable: Playable): string {
  return playable.kind === 'download' ? device + playable.holder : 'uncounted'
}

/** The device that a ticket with this session in it was signed for, to keep what it fetches; undefined for any other. */
export function deviceOfTicket(sessionId: string): number | undefined {
  const id = sessionId.startsWith(device) ? sessionId.slice(device.length) : ''
  return /^\d{1,10}$/.test(id) ? Number(id) : undefined
}

function scopeOf(playable: Playable): string {
  switch (playable.kind) {
    case 'film':
      return filmScope(playable.assetId)
    case 'download':
      return downloadScope(playable.assetId, playable.holder)
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
    case 'download':
      return `download/${playable.assetId}/${playable.holder}`
    case 'live':
      return `live/${playable.channelId}`
    case 'archive':
      return `archive/${playable.channelId}/${playable.beginSec}-${playable.endSec}`
  }
}
