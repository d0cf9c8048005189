import { openInBaseTariffs } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database.ts'
import type { PublishedChannel } from '#server/television/television.ts'
import { loadChannels, publishChannels } from '#server/television/television.ts'
import { decodeText } from './decode-text.ts'
import { channelOfEntry, entryKey } from './m3u/channel-of-entry.ts'
import { parsePlaylist, type PlaylistEntry } from './m3u/parse-playlist.ts'
import type { ImportReport, Refusal } from './report.ts'
import { failedReport } from './report.ts'

export interface ImportChannelsOptions {
  /** How the playlist is called in the report. */
  readonly name: string
  readonly bytes: Uint8Array
  /** What relative addresses are relative to. */
  readonly base?: string
  /** Switches the recording of these channels on. Otherwise a new one stays off, and a known one as it is. */
  readonly record: boolean
  readonly nowMs: number
}

const mostBytes = 64 * 1024 * 1024

/** Takes the channels of a playlist. No address in it is opened. */
export async function importChannels(db: Db, options: ImportChannelsOptions): Promise<ImportReport> {
  const title = `Channels from ${options.name}`
  if (options.bytes.length > mostBytes) return failedReport(title, 'it is larger than 64 MB')
  const playlist = parsePlaylist(decodeText(options.bytes))
  if (playlist.kind === 'refused') return failedReport(title, playlist.why)
  const known = new Set((await loadChannels(db)).map(({ key }) => key))
  const refused: Refusal[] = playlist.problems.map(({ line, what, why }) => ({
    where: `line ${line}`,
    what,
    why,
  }))
  const channels = channelsOf(playlist.entries, options, known, refused)
  if (channels.length === 0) {
    return {
      title,
      sums: [['taken', 0]],
      refused,
      notes: ['No channel could be taken; nothing was changed.'],
      failed: true,
    }
  }
  const outcomes = await publishChannels(db, channels, options.nowMs)
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const added = outcomes.flatMap(({ outcome, cid }) => (outcome === 'added' ? [cid] : []))
  const tariffs = added.length === 0 ? 0 : await openInBaseTariffs(db, added)
  return {
    title,
    sums: [
      ['new', added.length],
      ['changed', count('changed')],
      ['unchanged', count('unchanged')],
      ['of our other channels left as they are', known.size - (channels.length - count('added'))],
    ],
    refused,
    notes: [...tariffNotes(added.length, tariffs), ...notesOf(playlist, options, added.length)],
    failed: false,
  }
}

function channelsOf(
  entries: readonly PlaylistEntry[],
  options: ImportChannelsOptions,
  known: ReadonlySet<string>,
  refused: Refusal[],
): PublishedChannel[] {
  const urlsByKey = new Map<string, string[]>()
  const channels: PublishedChannel[] = []
  for (const entry of entries) {
    const refuse = (why: string) => refused.push({ where: `line ${entry.line}`, what: entry.name, why })
    const read = channelOfEntry(entry, options.base)
    if (read.kind === 'refused') {
      refuse(read.why)
      continue
    }
    const key = entryKey(entry)
    const urls = urlsByKey.get(key) ?? []
    if (urls.includes(entry.url)) {
      refuse('it is in the list twice with the same address')
      continue
    }
    urls.push(entry.url)
    urlsByKey.set(key, urls)
    // The same channel at another address is a second source of it, listed by itself.
    const ownKey = urls.length === 1 ? key : `${key}#${urls.length}`
    const enabled = options.record ? { isEnabled: true } : known.has(ownKey) ? {} : { isEnabled: false }
    channels.push({ key: ownKey, ...read.channel, ...enabled })
  }
  return channels
}

/** Who may watch the new channels; one that an operator took out of a tariff is not put back by the next import. */
function tariffNotes(added: number, tariffs: number): string[] {
  if (added === 0) return []
  return [
    tariffs === 0
      ? 'There is no tariff yet, so nobody has the right to watch the new channels.'
      : `The new channels were added to the ${tariffs} tariffs everybody begins with (the public and the base ones).`,
  ]
}

function notesOf(
  playlist: { readonly header: ReadonlyMap<string, string>; readonly entries: readonly PlaylistEntry[] },
  options: ImportChannelsOptions,
  added: number,
): string[] {
  const notes: string[] = []
  if (options.record) notes.push('These channels are switched on: a running Ekran begins to record them now.')
  else if (added > 0) {
    notes.push(
      'No source was opened. New channels are listed but not recorded, so they show as not available now; ' +
        'import again with --record to switch all of this playlist on.',
    )
  }
  const logos = playlist.entries.filter(({ attributes }) => (attributes.get('tvg-logo') ?? '') !== '').length
  if (logos > 0)
    notes.push(`${logos} logos are given as addresses, which were not fetched; initials stand for them.`)
  const guide = playlist.header.get('x-tvg-url') ?? playlist.header.get('url-tvg')
  if (guide !== undefined && guide !== '') {
    const addresses = guide.split(/[,;]\s*/).filter((address) => address !== '')
    const more = addresses.length > 1 ? ` (and ${addresses.length - 1} more)` : ''
    notes.push(
      `It names a guide: ${addresses[0]}${more}. Take it with: npm run ekran -- import guide <address>`,
    )
  }
  return notes
}
