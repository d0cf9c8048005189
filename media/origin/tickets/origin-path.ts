/** Parses paths under `/p/` with strict patterns, so that no other path is ever accessed. Pure. */
import {
  archiveScope,
  catchupScope,
  downloadScope,
  filmScope,
  excerptScope,
  liveScope,
  momentScope,
  recordingScope,
} from './ticket.ts'

/** The requested resource of a film, a live channel or an archive window. */
export type RequestedResource =
  | { readonly kind: 'master' }
  | { readonly kind: 'manifest' }
  | { readonly kind: 'playlist'; readonly rendition: string }
  /** `cell`: all adjacent segments that begin in the same six seconds. */
  | {
      readonly kind: 'segment'
      readonly rendition: string
      readonly beginMs: number
      readonly count: number | 'cell'
    }
  | { readonly kind: 'part'; readonly rendition: string; readonly id: number }
  | { readonly kind: 'time' }
  | { readonly kind: 'init'; readonly rendition: string; readonly initKey: string }
  | { readonly kind: 'file'; readonly file: string }

/** The resources of a film with encrypted segments; `mark` names the key. */
export type EncryptedResource =
  | {
      readonly kind: 'sealed_segment'
      readonly rendition: string
      readonly number: number
      readonly mark: string
      readonly extension: string
    }
  | { readonly kind: 'sealed_init'; readonly rendition: string }
  | { readonly kind: 'key'; readonly rendition: string; readonly mark: string }

/** A parsed path under `/p/`: its ticket, the scope it needs, and the resource. */
export type Address =
  | {
      readonly kind: 'film'
      readonly ticket: string
      readonly scope: string
      readonly assetId: string
      readonly resource: RequestedResource | EncryptedResource
    }
  | {
      readonly kind: 'download'
      readonly ticket: string
      readonly scope: string
      readonly assetId: string
      /** The holder it is encrypted for. */
      readonly holder: string
      readonly resource: RequestedResource | EncryptedResource
    }
  | {
      readonly kind: 'moment'
      readonly ticket: string
      readonly scope: string
      readonly assetId: string
      /** The part of the asset that is served, milliseconds from its beginning. */
      readonly beginMs: number
      readonly endMs: number
      readonly resource: RequestedResource | EncryptedResource
    }
  | {
      readonly kind: 'live'
      readonly ticket: string
      readonly scope: string
      readonly channelId: string
      readonly resource: RequestedResource
    }
  | {
      readonly kind: 'archive'
      readonly ticket: string
      readonly scope: string
      readonly channelId: string
      readonly beginMs: number
      /** Undefined: until now. */
      readonly endMs: number | undefined
      /** Nothing before and after the window is served, as it is around a programme. */
      readonly isExact?: true
      /** A recording: what is retained can be played beyond the archive's depth. */
      readonly isRecording?: true
      readonly resource: RequestedResource
    }
  | {
      readonly kind: 'catchup'
      readonly ticket: string
      readonly scope: string
      readonly channelId: string
      readonly beginMs: number
      readonly endMs: number
      readonly resource: RequestedResource
    }

const head =
  /^\/p\/([^/]{1,512})\/(film|download|moment|live|archive|excerpt|recording|catchup)\/([\w-]{1,64})\/(.{1,200})$/

/** Undefined when the path is not one of these. No decoding: nothing here needs percent-encoding. */
export function readAddress(path: string): Address | undefined {
  const match = head.exec(path)
  if (match === null) return undefined
  const [, ticket = '', kind, id = '', rest = ''] = match
  if (kind === 'film') {
    const resource = readFilm(rest)
    return resource && { kind, ticket, scope: filmScope(id), assetId: id, resource }
  }
  if (kind === 'download') {
    const [, holder = '', inside = ''] = /^([\w-]{1,64})\/(.+)$/.exec(rest) ?? []
    const resource = readFilm(inside)
    return resource && { kind, ticket, scope: downloadScope(id, holder), assetId: id, holder, resource }
  }
  if (kind === 'moment') {
    const [, begin = '', end = '', inside = ''] = /^(\d{1,9})-(\d{1,9})\/(.+)$/.exec(rest) ?? []
    const resource = readFilm(inside)
    const [beginMs, endMs] = [Number(begin), Number(end)]
    const scope = momentScope(id, beginMs, endMs)
    return resource && { kind, ticket, scope, assetId: id, beginMs, endMs, resource }
  }
  if (kind === 'live') {
    const resource = readChannel(rest)
    return resource && { kind, ticket, scope: liveScope(id), channelId: id, resource }
  }
  const window = /^(\d{9,11})-(\d{9,11}|now)\/(.+)$/.exec(rest)
  const resource = window?.[3] === undefined ? undefined : readChannel(window[3])
  if (window === null || resource === undefined) return undefined
  const beginSec = Number(window[1])
  const endSec = window[2] === 'now' ? 'now' : Number(window[2])
  if (kind === 'catchup') {
    if (endSec === 'now') return undefined
    const needed = catchupScope(id, beginSec, endSec)
    const range = { beginMs: beginSec * 1000, endMs: endSec * 1000 }
    return { kind, ticket, scope: needed, channelId: id, ...range, resource }
  }
  if (kind === 'excerpt') {
    if (endSec === 'now') return undefined
    const range = { beginMs: beginSec * 1000, endMs: endSec * 1000 }
    const exact = { ...range, isExact: true } as const
    return {
      kind: 'archive',
      ticket,
      scope: excerptScope(id, beginSec, endSec),
      channelId: id,
      ...exact,
      resource,
    }
  }
  if (kind === 'recording') {
    if (endSec === 'now') return undefined
    const range = { beginMs: beginSec * 1000, endMs: endSec * 1000, isRecording: true } as const
    const needed = recordingScope(id, beginSec, endSec)
    return { kind: 'archive', ticket, scope: needed, channelId: id, ...range, resource }
  }
  const endMs = endSec === 'now' ? undefined : endSec * 1000
  const scope = archiveScope(id, beginSec, endSec)
  return { kind: 'archive', ticket, scope, channelId: id, beginMs: beginSec * 1000, endMs, resource }
}

function readFilm(rest: string): RequestedResource | EncryptedResource | undefined {
  if (rest === 'master.m3u8') return { kind: 'master' }
  if (rest === 'manifest.mpd') return { kind: 'manifest' }
  const playlist = /^([\w-]{1,64})\.m3u8$/.exec(rest)?.[1]
  if (playlist !== undefined) return { kind: 'playlist', rendition: playlist }
  if (/^[\w-]{1,64}\.(mp4|vtt|jpg)$/.test(rest)) return { kind: 'file', file: rest }
  const sealed =
    /^([\w-]{1,64})\/(?:(\d{1,6})-([0-9a-f]{8})\.(m4s|vtt|jpg)|([0-9a-f]{8})\.key|init\.mp4)$/.exec(rest)
  if (sealed === null) return undefined
  const [, rendition = '', number, mark, extension = '', key] = sealed
  if (key !== undefined) return { kind: 'key', rendition, mark: key }
  if (number === undefined || mark === undefined) return { kind: 'sealed_init', rendition }
  return { kind: 'sealed_segment', rendition, number: Number(number), mark, extension }
}

function readChannel(rest: string): RequestedResource | undefined {
  if (rest === 'master.m3u8') return { kind: 'master' }
  if (rest === 'manifest.mpd') return { kind: 'manifest' }
  if (rest === 'time.txt') return { kind: 'time' }
  const playlist = /^([\w-]{1,64})\.m3u8$/.exec(rest)?.[1]
  if (playlist !== undefined) return { kind: 'playlist', rendition: playlist }
  const segment = /^([\w-]{1,64})\/(\d{1,15})-(\d{1,2}|cell)\.m4s$/.exec(rest)
  if (segment !== null)
    return {
      kind: 'segment',
      rendition: segment[1] ?? '',
      beginMs: Number(segment[2]),
      count: segment[3] === 'cell' ? 'cell' : Number(segment[3]),
    }
  const part = /^([\w-]{1,64})\/p(\d{1,15})\.m4s$/.exec(rest)
  if (part !== null) return { kind: 'part', rendition: part[1] ?? '', id: Number(part[2]) }
  const init = /^([\w-]{1,64})\/init-([\w~-]{1,160})\.mp4$/.exec(rest)
  return init === null ? undefined : { kind: 'init', rendition: init[1] ?? '', initKey: init[2] ?? '' }
}
