/** A list of channels for Kodi and similar players. Pure. */

export interface ListedChannel {
  readonly cid: number
  readonly number: number
  readonly name: string
  /** Absolute, or '' when the public address is unknown. */
  readonly logo: string
  readonly group: string
  readonly isRadio: boolean
  /** 0: no archive. */
  readonly archiveDays: number
  /** A category of it is for adults: players ask for their PIN. */
  readonly isAdult: boolean
}

export interface PlaylistHead {
  /** The prefix of all addresses, `https://host/export/<secret>`. */
  readonly base: string
  /** `?lang=uz` or ''. */
  readonly query: string
  /** The name of the service, which players show as that of the list. */
  readonly service: string
}

/** The list as M3U. */
export function writePlaylist(
  channels: readonly ListedChannel[],
  { base, query, service }: PlaylistHead,
): string {
  const guide = attribute(`${base}/guide.xml.gz${query}`)
  const lines = [`#EXTM3U url-tvg="${guide}" x-tvg-url="${guide}"`, `#PLAYLIST:${oneLine(service)}`]
  for (const channel of channels) {
    const { cid, number, archiveDays } = channel
    const name = oneLine(channel.name)
    const attributes = [
      ['tvg-id', String(cid)],
      ['tvg-name', name],
      ['tvg-logo', channel.logo],
      ['tvg-chno', String(number)],
      ['group-title', channel.group],
      // Kodi's mark: without it a player waits for a picture.
      ...(channel.isRadio ? [['radio', 'true']] : []),
      // There is no standard: these are the marks that players with a lock of their own read.
      ...(channel.isAdult
        ? [
            ['censored', '1'],
            ['adult', '1'],
          ]
        : []),
      ...(archiveDays > 0
        ? [
            ['catchup', 'default'],
            ['catchup-source', `${base}/channel/${cid}/archive-{utc}-{duration}.m3u8`],
            ['catchup-days', String(archiveDays)],
          ]
        : []),
    ].map(([key, value]) => `${key}="${attribute(value ?? '')}"`)
    lines.push(`#EXTINF:-1 ${attributes.join(' ')},${name}`, `${base}/channel/${cid}.m3u8`)
  }
  return `${lines.join('\n')}\n`
}

const breaks = /[\p{Cc}\u2028\u2029]+/gu

function oneLine(text: string): string {
  return text.replace(breaks, ' ').trim()
}

/** No notation of a quote within quotes is understood by all players. */
function attribute(text: string): string {
  return oneLine(text).replaceAll('"', "'")
}
