import type { PublishedChannel, SourceProtocol } from '#server/television/television.ts'
import {
  countriesOfAttribute,
  countriesOfGroup,
  countryOfId,
  countryOfPlace,
} from '#server/imports/source/country-of.ts'
import { catchupOf } from './list-notes.ts'
import type { PlaylistEntry } from './parse-playlist.ts'

/** A playlist's entry as a channel, or the reason why it is none. */
export type ChannelOfEntry =
  | { readonly kind: 'channel'; readonly channel: Omit<PublishedChannel, 'key' | 'isEnabled'> }
  | { readonly kind: 'refused'; readonly why: string }

/** Parses an entry. `base` resolves relative addresses. No address is opened. */
export function channelOfEntry(
  entry: PlaylistEntry,
  base?: string,
  list: { readonly country?: string; readonly header?: ReadonlyMap<string, string> } = {},
): ChannelOfEntry {
  if (entry.groups.some((group) => /\b(?:xxx|adults?|18\+)|для взрослых|эротик/i.test(group))) {
    return { kind: 'refused', why: 'it is for adults, and there is no lock for such channels yet' }
  }
  const source = readSourceAddress(entry.url, base)
  if (source.kind === 'refused') return source
  const number = numberOf(entry)
  const tvgId = entry.attributes.get('tvg-id')
  const tvgName = entry.attributes.get('tvg-name')
  const name = viewersName(entry.name)
  const catchup = catchupOf(entry, list.header ?? new Map())
  return {
    kind: 'channel',
    channel: {
      ...(number === undefined ? {} : { number }),
      name: { ru: name, uz: '' },
      logo: null,
      categoryId: categoryOf(entry.groups),
      additionalCategories: [],
      isSocial: false,
      ...(isRadio(entry) ? { isRadio: true } : {}),
      worldPlace: null,
      source: {
        kind: 'recorded',
        sources: [
          {
            url: source.url,
            protocol: source.protocol,
            ...(entry.userAgent === undefined ? {} : { userAgent: entry.userAgent.slice(0, 500) }),
            ...(entry.referer === undefined ? {} : { referer: entry.referer.slice(0, 1000) }),
          },
        ],
      },
      archiveDays: 7,
      ...(tvgId === undefined || tvgId === '' ? {} : { tvgId }),
      tvgName: tvgName === undefined || tvgName === '' ? entry.name : tvgName,
      ...countriesOf(entry, list.country),
      ...(catchup === undefined ? {} : { catchup }),
      guideShiftMin: shiftOf(entry, list.header),
    },
  }
}

/** The countries of an entry according to the list, or the country of most of the list. */
function countriesOf(entry: PlaylistEntry, ofList: string | undefined): { readonly countries?: string[] } {
  const ofAttribute = countriesOfAttribute(entry.attributes.get('tvg-country') ?? '')
  const countries = ofAttribute.length > 0 ? ofAttribute : entry.groups.flatMap(countriesOfGroup)
  if (countries.length > 0) return { countries: [...new Set(countries)].slice(0, 8) }
  return ofList === undefined ? {} : { countries: [ofList] }
}

/** A list's country is the one that most of its ids name, or else its file name. */
export function countryOfList(name: string, entries: readonly PlaylistEntry[]): string | undefined {
  const ids = entries.map(({ attributes }) => attributes.get('tvg-id') ?? '').filter((id) => id !== '')
  const counts = Map.groupBy(
    ids.map(countryOfId).filter((country) => country !== undefined),
    (country) => country,
  )
  const [max] = [...counts].toSorted((a, b) => b[1].length - a[1].length)
  if (max !== undefined && max[1].length >= 3 && max[1].length * 5 >= ids.length * 4) return max[0]
  return countryOfPlace(name)
}

/**
 * Identifies the same channel in the next playlist: its guide id and its name. Addresses change with every renewed
 * token, file names with every download.
 */
export function entryKey(entry: PlaylistEntry): string {
  const fold = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
  const radio = isRadio(entry) ? '|radio' : ''
  return `m3u:${fold(entry.attributes.get('tvg-id') ?? '')}|${fold(entry.name)}${radio}`
}

/** Whether the key is that of a radio entry. */
export function isRadioKey(key: string): boolean {
  return /\|radio(?:#\d+)?$/.test(key)
}

/**
 * Entries with the same name here are one channel: without quality and status remarks, and with the guide's time
 * shift, which makes it another channel. A station and a television channel may have the same name.
 */
export function sameChannelName(entry: PlaylistEntry): string {
  const name = viewersName(entry.name).toLowerCase().replace(/\s+/g, ' ').trim()
  return `${name}|${shiftOf(entry)}|${isRadio(entry)}`
}

/** By Kodi's mark, or by the name of the stream. A group alone says nothing: "Radio" may contain music television. */
function isRadio(entry: PlaylistEntry): boolean {
  const mark = entry.attributes.get('radio')?.toLowerCase()
  if (mark === 'true' || mark === '1') return true
  return mark === undefined && /\.(?:mp3|aacp?|ogg|oga|opus|flac|m4a)(?:[?#;|]|$)/i.test(entry.url)
}

type Source =
  | { readonly kind: 'source'; readonly url: string; readonly protocol: SourceProtocol }
  | { readonly kind: 'refused'; readonly why: string }

function refused(why: string): Source {
  return { kind: 'refused', why }
}

// Addresses of web pages with a player: the stream has another address.
const pages =
  /(?:^|\.)(?:youtube\.com|youtu\.be|twitch\.tv|dailymotion\.com|facebook\.com|vk\.com|vkvideo\.ru|rutube\.ru|ok\.ru)$/i

/** The kind of a source by its address, without opening it. `base` resolves a relative one. */
export function readSourceAddress(address: string, base?: string): Source {
  if (address.length > 4000) return refused('its address is longer than 4000 characters')
  let url: URL
  try {
    url = new URL(address, base)
  } catch {
    return /^[\w./-]+$/.test(address) && !address.includes('://')
      ? refused(`its address is relative (${short(address)}); say with --base what it is relative to`)
      : refused(`its address cannot be read (${short(address)})`)
  }
  switch (url.protocol) {
    case 'http:':
    case 'https:': {
      if (/\.mpd$/i.test(url.pathname)) return { kind: 'source', url: url.href, protocol: 'dash' }
      const isHls = /\.m3u8?$/i.test(url.pathname) || /m3u8/i.test(url.search)
      if (!isHls && pages.test(url.hostname)) {
        return refused(`${url.hostname} is a page with a player, not a stream`)
      }
      return { kind: 'source', url: url.href, protocol: isHls ? 'hls' : 'http-ts' }
    }
    case 'udp:':
    case 'rtp:':
      // The @ of players marks multicast; the source reader needs only the address.
      return { kind: 'source', url: address.replace('://@', '://'), protocol: 'udp' }
    case 'srt:':
      return { kind: 'source', url: address, protocol: 'srt' }
    case 'rtmp:':
    case 'rtmps:':
      return { kind: 'source', url: address, protocol: 'rtmp' }
    default:
      return refused(`${url.protocol}// is not a kind of source we can read`)
  }
}

function short(address: string) {
  return address.length > 60 ? `${address.slice(0, 57)}…` : address
}

function numberOf(entry: PlaylistEntry): number | undefined {
  for (const name of ['tvg-chno', 'ch-number', 'tvh-chnum', 'channel-number']) {
    const number = Number(entry.attributes.get(name) ?? 'none')
    if (Number.isInteger(number) && number >= 1 && number <= 99_999) return number
  }
  return undefined
}

/** `tvg-shift`, in hours with fractions, as minutes; that of the first line is the default. */
function shiftOf(entry: PlaylistEntry, header?: ReadonlyMap<string, string>): number {
  const minutes = Math.round(
    Number((entry.attributes.get('tvg-shift') || header?.get('tvg-shift') || '0').replace(',', '.')) * 60,
  )
  return Number.isFinite(minutes) && Math.abs(minutes) <= 1440 ? minutes : 0
}

/** The name without list makers' remarks: `(720p)`, `[Not 24/7]`, `[Geo-blocked]`, Ⓢ Ⓖ Ⓨ Ⓣ. */
function viewersName(name: string): string {
  const bare = name
    .replace(/\s*\((?:\d{3,4}[pi]|4K|UHD|HD|SD)\)/gi, '')
    .replace(/\s*\[(?:not 24\/7|geo-?blocked|offline)\]/gi, '')
    .replace(/\s*[Ⓐ-Ⓩ]/gu, '')
    .trim()
  return (bare === '' ? name : bare).slice(0, 200)
}

const categoryWords: readonly (readonly [category: number, words: RegExp])[] = [
  [3, /news|новост|business|бизнес|yangilik|информац/i],
  [4, /sport|спорт/i],
  [5, /kid|child|детск|дети|animation|мульт|cartoon|bolalar/i],
  [6, /music|музык|musiqa/i],
  [2, /movie|film|фильм|кино|series|сериал|kino/i],
  [8, /docu|education|science|познават|наук|докум|culture|культур|travel|nature|природ|histor|истор|maʼrif/i],
]

/** Our category for a playlist's groups; unknown groups are general. */
function categoryOf(groups: readonly string[]): number {
  for (const [category, words] of categoryWords) {
    if (groups.some((group) => words.test(group))) return category
  }
  return 1
}
