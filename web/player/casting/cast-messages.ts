/**
 * The messages between a page that casts and the receiver page on the television, over the channel of Google Cast. They
 * carry the commands and the state of the remote control (`contract/playback/remote-control.ts`). Both ends read them as
 * outside data: anything malformed is `null`.
 */
import type { Language } from '#contract/form/failures.ts'
import {
  isOpenedByRemote,
  type RemoteCommand,
  type ReportedState,
  type TelevisionState,
} from '#contract/playback/remote-control.ts'

/** The namespace of the channel. */
export const castNamespace = 'urn:x-cast:uz.ekran'

/** A page for the television, and where its film starts. */
export interface CastLoad {
  /** With its query, such as `/movie/7?watch=12`. */
  readonly path: string
  /** The viewer's position in the film, whole seconds; null for the stored one, and for channels. */
  readonly resume: { readonly vid: number; readonly vfid: number; readonly sec: number } | null
}

/** What the phone or the computer sends. */
export type ToReceiver =
  /** The first message of every connection. `screen`: the name of the Cast device, for the list of devices. */
  | {
      readonly kind: 'hello'
      readonly abonement: string
      readonly language: Language
      readonly screen: string
    }
  /** The code was confirmed: the television may log in. */
  | { readonly kind: 'approved' }
  | ({ readonly kind: 'load' } & CastLoad)
  | { readonly kind: 'command'; readonly command: RemoteCommand }
  /** Stop, log out and close. */
  | { readonly kind: 'end' }

/** What plays on the television, as it is read. */
export type Playing = NonNullable<TelevisionState['playing']>

/** What the television sends. */
export type ToSender =
  /** It needs a login: a one-time code, which a logged-in device confirms (`contract/accounts/tv-login.ts`). */
  | { readonly kind: 'code'; readonly code: string }
  /** It is logged in with the account of the sender. */
  | { readonly kind: 'ready' }
  /** It could not log in; `message` is for the viewer, or ''. */
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'state'
      /** The page with its query. */
      readonly place: string
      readonly playing: ReportedState['playing']
      /** Why nothing plays, for the viewer; or ''. */
      readonly problem: string
    }
  | { readonly kind: 'ended' }

/** The same, as it is read. */
export type FromTelevision =
  | Exclude<ToSender, { kind: 'state' }>
  | (Omit<Extract<ToSender, { kind: 'state' }>, 'playing'> & { readonly playing: Playing | null })

type Fields = Readonly<Record<string, unknown>>

const maxText = 400
const maxTracks = 60
/** Unix seconds of the year 2100: a position is smaller. */
const maxSec = 4_102_444_800

/** Reads a message on the television. Commands that are not for casting (keys, search) are `null`. */
export function readToReceiver(data: unknown): ToReceiver | null {
  const fields = fieldsOf(data)
  switch (fields['kind']) {
    case 'hello': {
      const language = fields['language'] === 'uz' ? 'uz' : 'ru'
      return {
        kind: 'hello',
        abonement: textOf(fields['abonement']),
        language,
        screen: textOf(fields['screen']),
      }
    }
    case 'approved':
    case 'end':
      return { kind: fields['kind'] }
    case 'load': {
      const path = pathOf(fields['path'])
      return path === null ? null : { kind: 'load', path, resume: resumeOf(fields['resume']) }
    }
    case 'command': {
      const command = commandOf(fieldsOf(fields['command']))
      return command === null ? null : { kind: 'command', command }
    }
    default:
      return null
  }
}

/** Reads a message on the phone or the computer. */
export function readToSender(data: unknown): FromTelevision | null {
  const fields = fieldsOf(data)
  switch (fields['kind']) {
    case 'code': {
      const code = textOf(fields['code'])
      return /^\d{4}-\d{4}$/.test(code) ? { kind: 'code', code } : null
    }
    case 'ready':
    case 'ended':
      return { kind: fields['kind'] }
    case 'refused':
      return { kind: 'refused', message: textOf(fields['message']) }
    case 'state':
      return {
        kind: 'state',
        place: textOf(fields['place']),
        playing: playingOf(fields['playing']),
        problem: textOf(fields['problem']),
      }
    default:
      return null
  }
}

function commandOf(fields: Fields): RemoteCommand | null {
  const { kind } = fields
  if (kind === 'play' || kind === 'pause' || kind === 'stop') return { kind }
  if (kind === 'seek') {
    const position = secondsOf(fields['position_sec'])
    return position === null ? null : { kind, position_sec: position }
  }
  const track = fields['track_id']
  if (typeof track !== 'string' || track.length > 100) return null
  if (kind === 'subtitles') return { kind, track_id: track }
  return kind === 'audio' && track !== '' ? { kind, track_id: track } : null
}

function resumeOf(data: unknown): CastLoad['resume'] {
  const fields = fieldsOf(data)
  const [vid, vfid, sec] = [fields['vid'], fields['vfid'], fields['sec']].map(secondsOf)
  return vid && vfid && sec ? { vid, vfid, sec } : null
}

function pathOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 300 && isOpenedByRemote(value) ? value : null
}

function playingOf(data: unknown): Playing | null {
  const fields = fieldsOf(data)
  const { kind } = fields
  const [id, position] = [secondsOf(fields['id']), secondsOf(fields['position_sec'])]
  if ((kind !== 'film' && kind !== 'channel') || id === null || position === null) return null
  return {
    kind,
    id,
    title: textOf(fields['title']),
    subtitle: textOf(fields['subtitle']),
    position_sec: position,
    duration_sec: secondsOf(fields['duration_sec']),
    is_paused: fields['is_paused'] === 1 ? 1 : 0,
    audio: tracksOf(fields['audio']),
    subtitles: tracksOf(fields['subtitles']),
  }
}

function tracksOf(data: unknown): Playing['audio'] {
  if (!Array.isArray(data)) return []
  return data.slice(0, maxTracks).map((entry: unknown) => {
    const fields = fieldsOf(entry)
    return {
      id: textOf(fields['id']),
      name: textOf(fields['name']),
      language: textOf(fields['language']),
      is_active: fields['is_active'] === 1 ? 1 : 0,
    }
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, maxText) : ''
}

/** A whole number from 0 to the largest time. */
function secondsOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > maxSec) return null
  return Math.round(value)
}

/** The fields of an object, also of one that arrives as JSON text. */
function fieldsOf(data: unknown): Fields {
  if (typeof data === 'string') {
    try {
      return fieldsOf(JSON.parse(data))
    } catch {
      return {}
    }
  }
  return typeof data === 'object' && data !== null ? (data as Fields) : {}
}
