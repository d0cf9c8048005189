/**
 * Addresses of the Xtream API, which many players have as a way to log in: a user name and a password in the address.
 * The user name is the subscriber number or the phone, the password the secret of the address for other players. Pure.
 */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { ExportPath, ExportResource } from './read-path.ts'

/** The beginnings of these addresses. */
export const xtreamPrefixes = [
  ...['/player_api.php', '/get.php', '/xmltv.php', '/live/', '/movie/', '/series/', '/timeshift/'],
  '/streaming/timeshift.php',
] as const

/** A request, with the user name as it was written. */
export interface XtreamPath extends ExportPath {
  readonly username: string
}

const likeSecret = /^[\w-]{22}$/
const likeNumber = /^\d{1,9}$/
const ofStream = /^\/(live|movie|series)\/([^/]{1,40})\/([\w-]{22})\/(\d{1,9})(?:\.[a-z0-9]{1,5})?$/
const ofPast =
  /^\/timeshift\/([^/]{1,40})\/([\w-]{22})\/(\d{1,5})\/([\d:_-]{13,19})\/(\d{1,9})(?:\.[a-z0-9]{1,5})?$/

/** Undefined for what is none of these addresses, or has no secret that can be one. */
export function readXtreamPath(path: string, query: URLSearchParams): XtreamPath | undefined {
  if (path.endsWith('.php')) return readByQuery(path, query)
  const [, kind, user, secret, id] = ofStream.exec(path) ?? []
  if (kind !== undefined && user !== undefined && secret !== undefined)
    return named(user, secret, streamOf(kind, Number(id)))
  const [, username, key, minutes, start, cid] = ofPast.exec(path) ?? []
  if (username === undefined || key === undefined || start === undefined) return undefined
  return named(username, key, windowOf(Number(cid), start, Number(minutes)))
}

function readByQuery(path: string, query: URLSearchParams): XtreamPath | undefined {
  const username = query.get('username') ?? ''
  const secret = query.get('password') ?? ''
  if (!likeSecret.test(secret) || username.length > 40) return undefined
  return named(username, secret, resourceOf(path, query))
}

function named(
  username: string,
  secret: string,
  resource: ExportResource | undefined,
): XtreamPath | undefined {
  if (resource === undefined) return undefined
  try {
    return { username: decodeURIComponent(username), secret, resource }
  } catch {
    return undefined
  }
}

function resourceOf(path: string, query: URLSearchParams): ExportResource | undefined {
  if (path === '/get.php') return { kind: 'playlist' }
  if (path === '/xmltv.php') return { kind: 'plain_guide' }
  if (path === '/streaming/timeshift.php') {
    const [stream = '', minutes = ''] = [query.get('stream') ?? '', query.get('duration') ?? '']
    if (!likeNumber.test(stream) || !/^\d{1,5}$/.test(minutes)) return undefined
    return windowOf(Number(stream), query.get('start') ?? '', Number(minutes))
  }
  if (path !== '/player_api.php') return undefined
  const numberOf = (name: string) => {
    const text = query.get(name) ?? ''
    return likeNumber.test(text) ? Number(text) : undefined
  }
  return {
    kind: 'xtream',
    action: (query.get('action') ?? '').slice(0, 40),
    id: numberOf('stream_id') ?? numberOf('vod_id') ?? numberOf('series_id') ?? numberOf('series'),
    categoryId: numberOf('category_id'),
    limit: numberOf('limit'),
  }
}

function streamOf(kind: string, id: number): ExportResource {
  if (kind === 'live') return { kind: 'live', cid: id }
  return kind === 'movie' ? { kind: 'film', vid: id } : { kind: 'episode', vfid: id }
}

/** `2026-11-28:20-30`, also with `_` and seconds, in Tashkent's time: the zone that `server_info` names. */
function windowOf(cid: number, start: string, minutes: number): ExportResource | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[:_](\d\d)[-:](\d\d)(?:[-:]\d\d)?$/.exec(start)
  if (match === null || minutes === 0) return undefined
  const [, day, hour, minute] = match
  const ms = Date.parse(`${day}T${hour}:${minute}:00Z`)
  if (Number.isNaN(ms)) return undefined
  const beginSec = Math.floor((ms - tashkentOffsetMs) / 1000)
  return { kind: 'window', cid, beginSec, endSec: beginSec + minutes * 60 }
}
