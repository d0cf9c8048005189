import { openInBaseTariffs } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database.ts'
import type { PublishedChannel, SourceAddress } from '#server/television/television.ts'
import { loadChannels, MOST_SOURCES, publishChannels } from '#server/television/television.ts'
import { decodeText } from './decode-text.ts'
import { isAddress, shownAddress } from './guide/guide-sources.ts'
import { channelOfEntry, entryKey, sameChannelName } from './m3u/channel-of-entry.ts'
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
  const furtherSources: string[] = []
  const channels = channelsOf(playlist.entries, options, known, refused, furtherSources)
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
    notes: [
      ...sourceNotes(furtherSources),
      ...tariffNotes(added.length, tariffs),
      ...notesOf(playlist, options, added.length),
    ],
    guides: guidesOf(playlist),
    failed: false,
  }
}

interface Collected {
  readonly key: string
  readonly tvgId: string
  readonly channel: Omit<PublishedChannel, 'key' | 'isEnabled' | 'source'>
  readonly sources: SourceAddress[]
}

/**
 * The channels of a playlist, entries of the same channel as its sources in their order: those of the same name and
 * with the same tvg-id, or of which only one has any. Other ids or other hours of the guide make other channels.
 */
function channelsOf(
  entries: readonly PlaylistEntry[],
  options: ImportChannelsOptions,
  known: ReadonlySet<string>,
  refused: Refusal[],
  notes: string[],
): PublishedChannel[] {
  const collected: Collected[] = []
  const byName = new Map<string, Collected[]>()
  const keys = new Set<string>()
  for (const entry of entries) {
    const refuse = (why: string) => refused.push({ where: `line ${entry.line}`, what: entry.name, why })
    const read = channelOfEntry(entry, options.base)
    if (read.kind === 'refused') {
      refuse(read.why)
      continue
    }
    const { source, ...channel } = read.channel
    const sources = source.kind === 'recorded' ? source.sources : []
    const tvgId = channel.tvgId?.toLowerCase() ?? ''
    const sameName = byName.get(sameChannelName(entry)) ?? []
    byName.set(sameChannelName(entry), sameName)
    const same = sameName.find((one) => one.tvgId === tvgId || one.tvgId === '' || tvgId === '')
    if (same === undefined) {
      const ownKey = freeKey(entryKey(entry), keys)
      const one = { key: ownKey, tvgId, channel, sources: [...sources] }
      collected.push(one)
      sameName.push(one)
    } else if (sources.some(({ url }) => same.sources.some((other) => other.url === url)))
      refuse('it is in the list twice with the same address')
    else if (same.sources.length >= MOST_SOURCES) refuse(`its channel has ${MOST_SOURCES} sources already`)
    else {
      same.sources.push(...sources)
      notes.push(`Line ${entry.line}: source ${same.sources.length} of "${same.channel.name.ru}".`)
    }
  }
  return collected.map(({ key, channel, sources }) => {
    const enabled = options.record ? { isEnabled: true } : known.has(key) ? {} : { isEnabled: false }
    return { key, ...channel, source: { kind: 'recorded', sources }, ...enabled }
  })
}

/** The same id and name with other hours of the guide is another channel under a key of its own. */
function freeKey(key: string, taken: Set<string>): string {
  let free = key
  for (let count = 2; taken.has(free); count++) free = `${key}#${count}`
  taken.add(free)
  return free
}

const mostSourceNotes = 20

/** Which entries became further sources, so that a wrong guess is seen. */
function sourceNotes(notes: readonly string[]): string[] {
  if (notes.length === 0) return []
  const more = notes.length - mostSourceNotes
  return [
    `${notes.length} entries are further sources of a channel above them: it is recorded from the first that works.`,
    ...notes.slice(0, mostSourceNotes).map((note) => `  ${note}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
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
  const [guide, ...more] = guidesOf(playlist)
  if (guide !== undefined) {
    const others = more.length > 0 ? ` (and ${more.length} more)` : ''
    notes.push(
      `It names a guide: ${shownAddress(guide)}${others}. To read it again and again: npm run ekran -- guide add <name> ` +
        '<address>, or import with --with-guide.',
    )
  }
  return notes
}

const mostGuides = 10

/** `x-tvg-url` and `url-tvg` of the first line, each one address or several. */
function guidesOf({ header }: { readonly header: ReadonlyMap<string, string> }): readonly string[] {
  const written = ['x-tvg-url', 'url-tvg'].flatMap((name) => (header.get(name) ?? '').split(/[,;]\s*/))
  const addresses = written
    .map((address) => address.trim())
    .filter((address) => isAddress(address) && URL.canParse(address))
  return [...new Set(addresses)].slice(0, mostGuides)
}
