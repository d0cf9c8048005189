/** Addresses under `/export/`, in the URL schemes of other players. Pure. */

/** A player's request. Times are unix seconds. */
export type ExportResource =
  | { readonly kind: 'playlist' }
  | { readonly kind: 'guide' }
  | { readonly kind: 'live'; readonly cid: number }
  | {
      readonly kind: 'window'
      readonly cid: number
      readonly beginSec: number
      readonly endSec: number | 'now'
    }

  /** The same guide without compression of its own. */
  | { readonly kind: 'plain_guide' }
  | { readonly kind: 'film'; readonly vid: number }
  | { readonly kind: 'episode'; readonly vfid: number }
  | {
      readonly kind: 'xtream'
      /** '' for a log-in. */
      readonly action: string
      /** Of a channel, a film or a series. */
      readonly id: number | undefined
      readonly categoryId: number | undefined
      readonly limit: number | undefined
    }

export interface ExportPath {
  readonly secret: string
  readonly resource: ExportResource
}

/** The address for other players, from its root. */
export function playlistPath(secret: string): string {
  return `/export/${secret}/playlist.m3u8`
}

const form =
  /^\/export\/([\w-]{22})\/(playlist\.m3u8?|guide\.xml\.gz|channel\/(\d{1,10})(?:\.m3u8|\/([\w-]{1,80})\.m3u8))$/

/** Undefined for an unknown path. `nowSec`: the base of relative times. */
export function readExportPath(path: string, query: URLSearchParams, nowSec: number): ExportPath | undefined {
  const [, secret, what, cidText, stretch] = form.exec(path) ?? []
  if (secret === undefined || what === undefined) return undefined
  if (what.startsWith('playlist')) return { secret, resource: { kind: 'playlist' } }
  if (what.startsWith('guide')) return { secret, resource: { kind: 'guide' } }
  const cid = Number(cidText)
  if (cid > 2_147_483_647) return undefined
  const target = stretch === undefined ? resourceByQuery(cid, query) : resourceByName(cid, stretch, nowSec)
  return target === undefined ? undefined : { secret, resource: target }
}

/** SIPTV: `?utc=<begin>&lutc=<now>`. */
function resourceByQuery(cid: number, query: URLSearchParams): ExportResource | undefined {
  const utc = query.get('utc')
  if (utc === null || utc === '') return { kind: 'live', cid }
  const beginSec = seconds(utc)
  return beginSec === undefined ? undefined : { kind: 'window', cid, beginSec, endSec: 'now' }
}

/** Flussonic: `archive-<begin>-<seconds|now>`, `timeshift_abs-<begin>`, `timeshift_rel-<seconds back>`, `index`. */
function resourceByName(cid: number, name: string, nowSec: number): ExportResource | undefined {
  if (/^(?:index|mono|video)$/.test(name)) return { kind: 'live', cid }
  const stretch = /^(?:archive|index|video|mono)-(\d{1,15})-(\d{1,15}|now)$/.exec(name)
  if (stretch !== null) {
    const beginSec = seconds(stretch[1] ?? '')
    if (beginSec === undefined) return undefined
    const endSec = stretch[2] === 'now' ? 'now' : beginSec + Number(stretch[2])
    return { kind: 'window', cid, beginSec, endSec }
  }
  const shift = /^(?:video-|mono-)?timeshift_(abs|rel)-(\d{1,15})$/.exec(name)
  if (shift === null) return undefined
  const beginSec = shift[1] === 'abs' ? seconds(shift[2] ?? '') : nowSec - Number(shift[2])
  return beginSec === undefined || beginSec <= 0
    ? undefined
    : { kind: 'window', cid, beginSec, endSec: 'now' }
}

/** Unix seconds of this century; some players send milliseconds. */
function seconds(text: string): number | undefined {
  if (!/^\d{9,13}$/.test(text)) return undefined
  return text.length > 11 ? Math.floor(Number(text) / 1000) : Number(text)
}
