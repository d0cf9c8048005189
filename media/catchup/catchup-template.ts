/**
 * The address of a provider's own archive (catch-up), as a template with placeholders: all forms of Kodi's IPTV Simple
 * client. Pure. Source: the appendix of github.com/kodi-pvr/pvr.iptvsimple.
 */

/** How a list says what past a channel's server has. */
export interface CatchupRule {
  /** `default`, `append`, `shift`, `timeshift`, `flussonic`, `flussonic-hls`, `flussonic-ts`, `fs`, `xc`, `vod`. */
  readonly kind: string
  readonly source?: string
  readonly days?: number
  /** Hours by which the provider's clock is ahead of the guide. */
  readonly correctionHours?: number
}

/** A template that can be filled. */
export interface CatchupTemplate {
  readonly kind: 'template'
  readonly template: string
  /** The provider can only begin at multiples of this. */
  readonly granularitySec: number
  /** It cannot begin inside a programme. */
  readonly isWhole: boolean
  /** The programme's own id is a part of it. */
  readonly needsId: boolean
  /** The guide or a list, not the operator, says where it leads: never into the local network. */
  readonly isForeign: boolean
  readonly userAgent?: string
  readonly referer?: string
}

export type CatchupTemplateOutcome =
  | CatchupTemplate
  /** `problem` is text about the template, without its address. */
  | { readonly kind: 'refused'; readonly problem: CatchupProblem }

/** What is wrong with a rule. */
export type CatchupProblem =
  | { readonly kind: 'unknown_mode' }
  | { readonly kind: 'needs_source' }
  | { readonly kind: 'no_web_address' }
  | { readonly kind: 'other_form' }
  | { readonly kind: 'no_placeholder' }
  | { readonly kind: 'unknown_placeholder'; readonly name: string }
  | { readonly kind: 'bad_divider'; readonly name: string }
  | { readonly kind: 'unclosed' }

/** The modes in the order of Kodi's documentation. */
export const catchupModes = [
  ...['default', 'append', 'shift', 'timeshift', 'flussonic', 'flussonic-hls', 'flussonic-ts', 'fs'],
  ...['xc', 'vod'],
] as const

/** How far back a provider reaches when its list does not say: the default of Kodi. */
export const defaultCatchupDays = 5
const longestTemplate = 4000

const timeNames: ReadonlySet<string> = new Set([
  ...['utc', 'start', 'utcend', 'end', 'lutc', 'now', 'timestamp'],
])
const partNames: ReadonlySet<string> = new Set(['Y', 'm', 'd', 'H', 'M', 'S'])
const placeholder = /\$?\{([^{}]*)\}/g

/**
 * The template of a rule; `liveUrl` is the channel's address in the list, which most modes extend.
 * @returns the template, or what is wrong with the rule.
 */
export function catchupTemplateOf(rule: CatchupRule, liveUrl: string): CatchupTemplateOutcome {
  const written = writtenTemplate(rule, liveUrl)
  if (typeof written !== 'string') return { kind: 'refused', problem: written }
  const [template = '', ...options] = written.split('|')
  const problem = problemOf(template)
  if (problem !== undefined) return { kind: 'refused', problem }
  const names = [...template.matchAll(placeholder)].map(([, inside = '']) => inside)
  const needsId = names.includes('catchup-id')
  const isWhole = rule.kind.toLowerCase() === 'vod' || names.every((name) => name === 'catchup-id')
  return {
    kind: 'template',
    template,
    granularitySec: granularityOf(names),
    isWhole,
    needsId,
    isForeign: /^(?:https?:\/\/[^/?#]*)?\{catchup-id\}/i.test(template),
    ...headersOf(options.join('|')),
  }
}

/** The template in words of its mode, or the problem. */
function writtenTemplate({ kind, source = '' }: CatchupRule, liveUrl: string): string | CatchupProblem {
  const [url = '', ...options] = liveUrl.split('|')
  const tail = options.length === 0 || source.includes('|') ? '' : `|${options.join('|')}`
  const extend = (end: string): string | CatchupProblem =>
    isWeb(url) ? joined(url, end) + tail : { kind: 'no_web_address' }
  switch (kind.toLowerCase()) {
    case 'default':
      if (source === '') return { kind: 'needs_source' }
      return /^[?&]/.test(source) ? extend(source) : source + tail
    case 'append':
      return source === '' ? { kind: 'needs_source' } : extend(source)
    case 'shift':
    case 'timeshift':
      return extend('?utc={utc}&lutc={lutc}')
    case 'flussonic':
    case 'flussonic-hls':
    case 'flussonic-ts':
    case 'fs':
      return withTail(flussonic(url, /^(?:flussonic-ts|fs)$/i.test(kind)), tail)
    case 'xc':
      return withTail(xtreamCodes(url), tail)
    case 'vod':
      return (source === '' ? '{catchup-id}' : source) + tail
    default:
      return { kind: 'unknown_mode' }
  }
}

function withTail(address: string | undefined, tail: string): string | CatchupProblem {
  return address === undefined ? { kind: 'other_form' } : address + tail
}

function isWeb(url: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(url)
}

/** A query after an address that may have one already. */
function joined(url: string, end: string): string {
  if (end.startsWith('?') && url.includes('?')) return `${url}&${end.slice(1)}`
  return url + end
}

/**
 * `…/151/mpegts?token=x` → `…/151/timeshift_abs-${start}.ts?token=x`,
 * `…/325/mono.m3u8?token=x` → `…/325/mono-timeshift_rel-{offset:1}.m3u8?token=x`.
 */
function flussonic(url: string, isStream: boolean): string | undefined {
  const exact = /^(https?:\/\/[^/]+)\/(.*)\/([^/]*)(mpegts|\.m3u8)(\?.+=.+)?$/i.exec(url)
  if (exact !== null) {
    const [, host = '', channel = '', list = '', type = '', query = ''] = exact
    if (type === 'mpegts') return `${host}/${channel}/timeshift_abs-\${start}.ts${query}`
    const prefix = list === 'index' ? '' : `${list}-`
    return `${host}/${channel}/${prefix}timeshift_rel-{offset:1}.m3u8${query}`
  }
  const [, host, channel, query = ''] = /^(https?:\/\/[^/]+)\/(.*)\/[^?]*(\?.+=.+)?$/i.exec(url) ?? []
  if (host === undefined || channel === undefined) return undefined
  return isStream
    ? `${host}/${channel}/timeshift_abs-\${start}.ts${query}`
    : `${host}/${channel}/timeshift_rel-{offset:1}.m3u8${query}`
}

/** `http://host/[live/]user/password/7[.ts|.m3u8]` → `…/timeshift/user/password/{duration:60}/{Y}-{m}-{d}:{H}-{M}/7.…` */
function xtreamCodes(url: string): string | undefined {
  const match = /^(https?:\/\/[^/]+)\/(?:live\/)?([^/]+)\/([^/]+)\/([^/.?]+)(\.m3u8?|\.ts)?$/i.exec(url)
  if (match === null) return undefined
  const [, host = '', user = '', password = '', channel = '', extension = '.ts'] = match
  return `${host}/timeshift/${user}/${password}/{duration:60}/{Y}-{m}-{d}:{H}-{M}/${channel}${extension}`
}

/** `User-Agent=…&Referer=…` after the `|` of an address. */
function headersOf(options: string): Pick<CatchupTemplate, 'userAgent' | 'referer'> {
  const query = new URLSearchParams(options)
  const read = (name: string): string | undefined =>
    [...query].find(([key, value]) => key.toLowerCase() === name && /^[^\r\n]{1,500}$/.test(value))?.[1]
  const [userAgent, referer] = [read('user-agent'), read('referer') ?? read('referrer')]
  return { ...(userAgent === undefined ? {} : { userAgent }), ...(referer === undefined ? {} : { referer }) }
}

function problemOf(template: string): CatchupProblem | undefined {
  if (template.length > longestTemplate) return { kind: 'other_form' }
  if (!isWeb(template) && template !== '{catchup-id}') return { kind: 'no_web_address' }
  let count = 0
  for (const [, inside = ''] of template.matchAll(placeholder)) {
    count++
    const [name = '', argument] = splitName(inside)
    const isUnit = (name === 'duration' || name === 'offset') && argument !== undefined
    if (isUnit && !/^[1-9]\d{0,8}$/.test(argument)) return { kind: 'bad_divider', name: inside }
    const isPlain = partNames.has(name) || name === 'catchup-id' || name === 'duration' || name === 'offset'
    const isValid = isUnit || timeNames.has(name) || (isPlain && argument === undefined)
    if (!isValid) return { kind: 'unknown_placeholder', name: inside.slice(0, 40) }
  }
  if (/[{}]/.test(template.replaceAll(placeholder, ''))) return { kind: 'unclosed' }
  return count === 0 ? { kind: 'no_placeholder' } : undefined
}

function splitName(inside: string): [string, string | undefined] {
  const colon = inside.indexOf(':')
  return colon < 0 ? [inside, undefined] : [inside.slice(0, colon), inside.slice(colon + 1)]
}

/** A second where the start can be written in seconds, else a minute, or the divider of an offset. */
function granularityOf(names: readonly string[]): number {
  const start = names.map(splitName).filter(([name]) => name === 'utc' || name === 'start')
  const isExact = start.some(([, format]) => format === undefined || format.includes('S'))
  if (isExact || names.includes('S') || names.includes('offset')) return 1
  const dividers = names
    .map(splitName)
    .flatMap(([name, argument]) => (name === 'offset' ? [Number(argument)] : []))
  if (dividers.length > 0) return Math.min(...dividers)
  return 60
}

/** The moment for which a template is filled. Unix seconds. */
export interface CatchupMoment {
  readonly beginSec: number
  readonly endSec: number
  readonly nowSec: number
  readonly correctionSec: number
  /** The IANA time zone in which dates are written. */
  readonly zone: string
  /** The programme's own id, from its guide. */
  readonly id?: string | undefined
}

/** The address for a moment. Unknown placeholders stay. */
export function fillCatchupTemplate(
  { template }: Pick<CatchupTemplate, 'template'>,
  moment: CatchupMoment,
): string {
  const startSec = Math.round(moment.beginSec - moment.correctionSec)
  const durationSec = Math.max(0, Math.round(Math.min(moment.endSec, moment.nowSec) - moment.beginSec))
  const times: Readonly<Record<string, number>> = {
    ...{ utc: startSec, start: startSec },
    ...{ utcend: startSec + durationSec, end: startSec + durationSec },
    ...{ lutc: moment.nowSec, now: moment.nowSec, timestamp: moment.nowSec },
  }
  const offsetSec = Math.max(0, moment.nowSec - startSec)
  return template.replaceAll(placeholder, (whole, inside: string) => {
    const [name, argument] = splitName(inside)
    // Rounded down, the last part of a programme would be missing, and one that has just begun would have no length.
    if (name === 'duration') return String(Math.max(1, Math.ceil(durationSec / Number(argument ?? 1))))
    if (name === 'offset') return String(Math.floor(offsetSec / Number(argument ?? 1)))
    const time = times[name]
    if (time !== undefined)
      return argument === undefined
        ? String(Math.floor(time))
        : argument.replaceAll(/[YmdHMS]/g, (part) => datePart(part, time, moment.zone))
    if (partNames.has(name)) return datePart(name, startSec, moment.zone)
    return name === 'catchup-id' && moment.id !== undefined ? moment.id : whole
  })
}

const formats = new Map<string, Intl.DateTimeFormat>()
const partTypes: Readonly<Record<string, Intl.DateTimeFormatPartTypes>> = {
  ...{ Y: 'year', m: 'month', d: 'day', H: 'hour', M: 'minute', S: 'second' },
}

function datePart(letter: string, atSec: number, timeZone: string): string {
  const two = '2-digit'
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
      hourCycle: 'h23',
    })
  formats.set(timeZone, format)
  const part = format.formatToParts(atSec * 1000).find(({ type }) => type === partTypes[letter])
  return part?.value ?? letter
}
