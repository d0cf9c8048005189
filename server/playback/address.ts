import {
  archiveScope,
  catchupScope,
  downloadScope,
  excerptScope,
  filmScope,
  issueTicket,
  liveScope,
  momentScope,
  recordingScope,
} from '#media/media.ts'

/** What is played, in the engine's terms. */
export type Playable =
  | { readonly kind: 'film'; readonly assetId: string }
  /** To be stored on a device: encrypted for that device only. */
  | { readonly kind: 'download'; readonly assetId: string; readonly holder: string }
  /** A part of a film, milliseconds from its beginning. */
  | {
      readonly kind: 'moment'
      readonly assetId: string
      readonly beginMs: number
      readonly endMs: number
    }
  | { readonly kind: 'live'; readonly channelId: string }
  | {
      readonly kind: 'archive'
      readonly channelId: string
      readonly beginSec: number
      /** `now`: grows while it is watched. */
      readonly endSec: number | 'now'
    }
  /** Exactly a window of the archive, with nothing around it. */
  | {
      readonly kind: 'excerpt'
      readonly channelId: string
      readonly beginSec: number
      readonly endSec: number
    }
  /** A programme that is kept beyond the archive. */
  | {
      readonly kind: 'recording'
      readonly channelId: string
      readonly beginSec: number
      readonly endSec: number
    }
  /** A past window that the channel's provider has. */
  | {
      readonly kind: 'catchup'
      readonly channelId: string
      readonly beginSec: number
      readonly endSec: number
    }

/** The address of a playable item. */
export interface PlaybackAddress {
  /** HLS master playlist, relative to the site's root or absolute. */
  readonly url: string
  /** The same as DASH, where available. */
  readonly dashUrl: string | null
  /** By how much the player changes the volume, dB: everything is equally loud then. */
  readonly gainDb: number
  readonly expiresAtMs: number
  /** The stream it belongs to; undefined for an item that is not counted. */
  readonly streamId: string | undefined
}

export interface TicketFacts {
  /** The key the engine verifies with. */
  readonly secret: string
  /** The stream it belongs to; undefined for an item that is not counted. */
  readonly streamId: string | undefined
  /** `inside`: refused outside the national network. */
  readonly place: 'inside' | 'any'
  /** The kind of device it is for; undefined when nothing tells. */
  readonly device: string | undefined
  readonly expiresAtMs: number
  /** Where media is served: '' for the site's own origin, or `https://host`. */
  readonly mediaOrigin: string
  readonly encryptsFilms: boolean
  /** dB; 0 when absent. */
  readonly gainDb?: number
}

/** Signs a ticket and returns the addresses. A ticket for one film or channel opens no other. */
export function addressOf(playable: Playable, facts: TicketFacts): PlaybackAddress {
  const { streamId, place, expiresAtMs, device: client } = facts
  const sessionId = streamId ?? sessionOf(playable)
  const signed = { scope: scopeOf(playable), sessionId, place, expiresAtMs }
  const ticket = issueTicket(facts.secret, client === undefined ? signed : { ...signed, client })
  const base = `${facts.mediaOrigin}/p/${ticket}/${pathOf(playable)}`
  const isEncrypted = playable.kind === 'download' || (playable.kind === 'film' && facts.encryptsFilms)
  const isHlsOnly = isEncrypted || playable.kind === 'catchup' || playable.kind === 'moment'
  return {
    url: `${base}/master.m3u8`,
    dashUrl: isHlsOnly ? null : `${base}/manifest.mpd`,
    gainDb: facts.gainDb ?? 0,
    expiresAtMs,
    streamId,
  }
}

const device = 'device-'

/** The session of an item that is not counted. */
function sessionOf(playable: Playable): string {
  return playable.kind === 'download' ? device + playable.holder : 'uncounted'
}

/** The device a download ticket with this session was signed for; undefined for any other ticket. */
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
    case 'moment':
      return momentScope(playable.assetId, playable.beginMs, playable.endMs)
    case 'live':
      return liveScope(playable.channelId)
    case 'archive':
      return archiveScope(playable.channelId, playable.beginSec, playable.endSec)
    case 'excerpt':
      return excerptScope(playable.channelId, playable.beginSec, playable.endSec)
    case 'recording':
      return recordingScope(playable.channelId, playable.beginSec, playable.endSec)
    case 'catchup':
      return catchupScope(playable.channelId, playable.beginSec, playable.endSec)
  }
}

function pathOf(playable: Playable): string {
  switch (playable.kind) {
    case 'film':
      return `film/${playable.assetId}`
    case 'download':
      return `download/${playable.assetId}/${playable.holder}`
    case 'moment':
      return `moment/${playable.assetId}/${playable.beginMs}-${playable.endMs}`
    case 'live':
      return `live/${playable.channelId}`
    case 'archive':
    case 'excerpt':
    case 'recording':
    case 'catchup':
      return `${playable.kind}/${playable.channelId}/${playable.beginSec}-${playable.endSec}`
  }
}
