import { openInBaseTariffs } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import {
  type ByWhom,
  type ChannelOutcome,
  type ChannelsChange,
  type PublishedChannel,
  addOtherKeys,
  categoriesOf,
  changingChannels,
  foldGroup,
  hideChannels,
  loadCategories,
  loadChannels,
  loadGroupRules,
  maxSources,
  otherKeys,
  publishChannels,
} from '#server/television/television.ts'
import { isAddress, shownAddress } from '#server/imports/guide/guide-sources.ts'
import { type CollectedChannel, channelsOf } from './collect-channels.ts'
import { logoNotes } from './logo-notes.ts'
import { catchupNotes, groupNotes, unusedNotes, type FoldedGroup } from './list-notes.ts'
import { findSameChannels, type ListedChannel, type SameChannel } from './same-channels.ts'
import type { PlaylistEntry } from './parse-playlist.ts'
import { readPlaylist } from './read-playlist.ts'
import { type ImportReport, type Refusal, failedReport } from '#server/imports/source/import-report.ts'

export interface ImportChannelsOptions {
  /** The playlist's name in the report. */
  readonly name: string
  readonly bytes: Uint8Array
  /** The base of relative addresses. */
  readonly base?: string
  /** Turns recording of these channels on. Otherwise it is off for a new one and unchanged for an existing one. */
  readonly record: boolean
  /** Creates own categories for groups that match none of the usual ones. */
  readonly ownGroups?: boolean
  /** The file of the list and the picture store: logos may be files beside the list. */
  readonly beside?: { readonly file: string; readonly pictures: Pick<Pictures, 'store'> }
  readonly nowMs: number
  /** Who imports; undefined at the command line. */
  readonly by?: ByWhom['by']
  /** Nothing is changed: the result says what would be. */
  readonly isDryRun?: boolean
  /** Only the channels with these keys are taken; all of them when absent. */
  readonly only?: ReadonlySet<string>
  /** Channels that are hidden in the same set: they are not in the list any more. */
  readonly hide?: readonly number[]
}

const maxBytes = 64 * 1024 * 1024

/** A group of a list that belongs to no category: its channels are in "General". */
export interface UnknownGroup {
  readonly group: string
  readonly channels: number
}

/** The result of an import, with the set of changes that takes it back. */
export interface ChannelsImport {
  readonly report: ImportReport
  /** 0 when nothing differed, or at a dry run. */
  readonly changeId: number
  /** What differs, channel by channel. */
  readonly entries: ChannelsChange<unknown>['entries']
  /** The channels of the list by their key: a new one has the number that it got, or would get. */
  readonly cidOf: ReadonlyMap<string, number>
  /** Those with most channels first. */
  readonly unknownGroups: readonly UnknownGroup[]
}

/**
 * Imports the channels of a playlist, in one transaction, as a set of changes that can be taken back. No address in it
 * is opened.
 */
export async function importChannels(db: Db, options: ImportChannelsOptions): Promise<ImportReport> {
  return (await importChannelsAsChange(db, options)).report
}

/** The same with the number of the set of changes. */
export async function importChannelsAsChange(
  db: Db,
  options: ImportChannelsOptions,
): Promise<ChannelsImport> {
  const title = `Channels from ${options.name}`
  if (options.bytes.length > maxBytes) return refusedImport(title, 'it is larger than 64 MB')
  const playlist = await readPlaylist(options.bytes)
  if (playlist.kind === 'refused') return refusedImport(title, playlist.why)
  const { by, nowMs, name, isDryRun = false } = options
  const { result, changeId, entries } = await changingChannels(
    db,
    { kind: 'import', title: name, by, nowMs, isDryRun },
    (tx) => publishPlaylist(tx, playlist, options),
  )
  return { ...result, changeId, entries }
}

function refusedImport(title: string, why: string): ChannelsImport {
  return { report: failedReport(title, why), changeId: 0, entries: [], cidOf: new Map(), unknownGroups: [] }
}

type ReadPlaylist = Extract<Awaited<ReturnType<typeof readPlaylist>>, { readonly entries: unknown }>

async function publishPlaylist(
  tx: Db,
  playlist: ReadPlaylist,
  options: ImportChannelsOptions,
): Promise<Pick<ChannelsImport, 'report' | 'cidOf' | 'unknownGroups'>> {
  const title = `Channels from ${options.name}`
  const ours = await loadChannels(tx)
  const existing = new Set(ours.map(({ key }) => key))
  const refused: Refusal[] = playlist.problems.map(({ line, what, why }) => ({
    where: `line ${line}`,
    what,
    why,
  }))
  const furtherSources: string[] = []
  const { listed, unknownGroups } = await inCategories(
    tx,
    channelsOf(playlist, options, refused, furtherSources),
    options,
  )
  const same = findSameChannels(listed.map(listedOf), ours, await otherKeys(tx))
  const renewed = new Map([...same].filter(([, { by }]) => by !== 'key'))
  const channels = underOurKeys(listed, same, options, existing).filter(
    ({ key }) => options.only?.has(key) ?? true,
  )
  const hidden = await hideChannels(tx, options.hide ?? [])
  if (channels.length === 0 && hidden === 0) {
    const notes = ['No channel could be taken; nothing was changed.']
    const report = { title, sums: [['taken', 0] as const], refused, notes, failed: true }
    return { report, cidOf: new Map(), unknownGroups }
  }
  const outcomes = await publishChannels(tx, channels, options.nowMs)
  const cidOf = new Map(outcomes.map(({ key, cid }) => [key, cid]))
  await addOtherKeys(
    tx,
    new Map(
      [...renewed]
        .filter(([, { existing: one }]) => cidOf.has(one.key))
        .map(([key, { existing: one }]) => [key, one.cid]),
    ),
  )
  const counted = await countOutcomes(tx, outcomes, existing.size)
  const notes = [
    ...renewedNotes(listed, renewed),
    ...sourceNotes(furtherSources),
    ...(await logoNotes(tx, logosOf(listed, same, cidOf), options)),
    ...tariffNotes(counted.added, counted.tariffs),
    ...groupNotes(await foldedGroups(tx, listed), options.ownGroups === true),
    ...catchupNotes(listed.map(({ channel }) => channel.catchup)),
    ...unusedNotes(playlist.header, playlist.entries),
    ...notesOf(playlist, options, counted.added),
  ]
  const guides = guidesOf(playlist)
  return {
    report: { title, sums: counted.sums, refused, notes, guides, failed: false },
    cidOf,
    unknownGroups,
  }
}

/** Opens new channels in the tariffs everybody begins with, and counts what became of the list's channels. */
async function countOutcomes(tx: Db, outcomes: readonly ChannelOutcome[], existing: number) {
  const count = (kind: ChannelOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === kind).length
  const added = outcomes.flatMap(({ outcome, cid }) => (outcome === 'added' ? [cid] : []))
  const tariffs = added.length === 0 ? 0 : await openInBaseTariffs(tx, added)
  const deleted = count('deleted')
  const sums: ImportReport['sums'] = [
    ['new', added.length],
    ['changed', count('changed')],
    ['unchanged', count('unchanged')],
    ...(deleted > 0 ? [['deleted here before and left out', deleted] as const] : []),
    ['of our other channels left as they are', existing - (outcomes.length - added.length - deleted)],
  ]
  return { added: added.length, tariffs, sums }
}

const generalCategory = 1
const maxCharactersOfAGroup = 60

/**
 * Channels in the categories of their groups: by the operator's rules first, then by the usual names, then in the own
 * category of that name, if it exists or is requested.
 */
async function inCategories(
  db: Db,
  listed: readonly CollectedChannel[],
  { ownGroups = false }: ImportChannelsOptions,
): Promise<{
  readonly listed: readonly CollectedChannel[]
  readonly unknownGroups: readonly UnknownGroup[]
}> {
  const rules = await loadGroupRules(db)
  const general = (await loadCategories(db)).find(({ id }) => id === generalCategory)?.name
  // A group that is called like it belongs there.
  const generalNames = new Set([general?.ru ?? '', general?.uz ?? ''].map(foldGroup))
  const isUnknown = ({ channel, group }: CollectedChannel) =>
    channel.categoryId === generalCategory &&
    isGroupName(group) &&
    !rules.has(foldGroup(group)) &&
    !generalNames.has(foldGroup(group))
  const names = [...new Set(listed.filter(isUnknown).map(({ group }) => group))]
  const categories = await categoriesOf(db, names, ownGroups)
  const unknown = listed.filter((one) => isUnknown(one) && !categories.has(one.group))
  const unknownGroups = [...Map.groupBy(unknown, ({ group }) => group)]
    .map(([group, channels]) => ({ group, channels: channels.length }))
    .toSorted((a, b) => b.channels - a.channels)
  const placed = listed.map((one) => {
    const categoryId =
      rules.get(foldGroup(one.group)) ?? (isUnknown(one) ? categories.get(one.group) : undefined)
    return categoryId === undefined ? one : { ...one, channel: { ...one.channel, categoryId } }
  })
  return { listed: placed, unknownGroups }
}

function isGroupName(group: string): boolean {
  return group !== '' && group.length <= maxCharactersOfAGroup
}

async function foldedGroups(db: Db, listed: readonly CollectedChannel[]): Promise<readonly FoldedGroup[]> {
  const names = new Map((await loadCategories(db)).map(({ id, name }) => [id, name.ru]))
  return listed.map(({ group, channel }) => ({
    group,
    category: names.get(channel.categoryId) ?? String(channel.categoryId),
  }))
}

/** The logos of a list by our channels; the first one for each. */
function logosOf(
  listed: readonly CollectedChannel[],
  same: ReadonlyMap<string, SameChannel>,
  cidOf: ReadonlyMap<string, number>,
): ReadonlyMap<number, string> {
  const logos = new Map<number, string>()
  for (const { key, logo } of listed) {
    const cid = cidOf.get(same.get(key)?.existing.key ?? key)
    if (cid !== undefined && logo !== '' && !logos.has(cid)) logos.set(cid, logo)
  }
  return logos
}

/** The data that identifies a list entry's channel. */
function listedOf({ key, channel, sources }: CollectedChannel): ListedChannel {
  return {
    key,
    name: channel.name.ru,
    tvgId: channel.tvgId ?? '',
    shiftMin: channel.guideShiftMin,
    countries: channel.countries ?? [],
    urls: sources.map(({ url }) => url),
  }
}

/** Existing channels keep their key; two entries of one channel both become its sources. */
function underOurKeys(
  listed: readonly CollectedChannel[],
  same: ReadonlyMap<string, SameChannel>,
  options: ImportChannelsOptions,
  existing: ReadonlySet<string>,
): readonly PublishedChannel[] {
  const byKey = new Map<string, CollectedChannel>()
  for (const one of listed) {
    const key = same.get(one.key)?.existing.key ?? one.key
    const before = byKey.get(key)
    // The entry that has the channel's own key describes it; one that was merged into it only adds sources.
    const [main, other] = before === undefined || one.key === key ? [one, before] : [before, one]
    const urls = new Set(main.sources.map(({ url }) => url))
    const further = (other?.sources ?? []).filter(({ url }) => !urls.has(url))
    byKey.set(key, { ...main, key, sources: [...main.sources, ...further].slice(0, maxSources) })
  }
  const existingByKey = new Map([...same.values()].map((one) => [one.existing.key, one.existing]))
  return [...byKey.values()].map(({ key, channel: listedChannel, sources }) => {
    const channel = withExistingId(listedChannel, existingByKey.get(key))
    const enabled = options.record ? { isEnabled: true } : existing.has(key) ? {} : { isEnabled: false }
    return { key, ...channel, source: { kind: 'recorded', sources }, ...enabled }
  })
}

/** A new edition without an id or a country removes none: the guide is matched by them. */
function withExistingId(channel: CollectedChannel['channel'], existing: SameChannel['existing'] | undefined) {
  const tvgId = channel.tvgId ?? existing?.tvgId ?? undefined
  const countries = [channel.countries, existing?.countries].find((some = []) => some.length > 0)
  return {
    ...channel,
    ...(tvgId === undefined ? {} : { tvgId }),
    ...(countries === undefined ? {} : { countries }),
  }
}

const sameWords = {
  key: 'the same',
  id: 'the same guide id',
  name: 'the same name',
  address: 'the same address',
} as const

/** Existing channels that got another name or id, so that a wrong guess is noticed. */
function renewedNotes(
  listed: readonly CollectedChannel[],
  renewed: ReadonlyMap<string, SameChannel>,
): string[] {
  if (renewed.size === 0) return []
  const names = new Map(listed.map(({ key, channel }) => [key, channel]))
  const lines = [...renewed].map(([key, { existing, by }]) => {
    const channel = names.get(key)
    const was = `${existing.number} ${existing.name.ru} (${existing.tvgId ?? 'no id'})`
    return `  ${was} is "${channel?.name.ru ?? ''}" (${channel?.tvgId ?? existing.tvgId ?? 'no id'}) now: ${sameWords[by]}`
  })
  const more = lines.length - maxSourceNotes
  return [
    `${renewed.size} channels of an earlier edition have another name or id and were updated, not doubled.`,
    ...lines.slice(0, maxSourceNotes),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

const maxSourceNotes = 20

/** Entries that became further sources, so that a wrong guess is noticed. */
function sourceNotes(notes: readonly string[]): string[] {
  if (notes.length === 0) return []
  const more = notes.length - maxSourceNotes
  return [
    `${notes.length} entries are further sources of a channel above them: it is recorded from the first that works.`,
    ...notes.slice(0, maxSourceNotes).map((note) => `  ${note}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

/**
 * Which tariffs open the new channels; a channel that an operator removed from a tariff is not added again by the
 * next import.
 */
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

const maxGuides = 10

/** `x-tvg-url` and `url-tvg` of the first line, each with one address or several. */
function guidesOf({ header }: { readonly header: ReadonlyMap<string, string> }): readonly string[] {
  const written = ['x-tvg-url', 'url-tvg'].flatMap((name) => (header.get(name) ?? '').split(/[,;]\s*/))
  const addresses = written
    .map((address) => address.trim())
    .filter((address) => isAddress(address) && URL.canParse(address))
  return [...new Set(addresses)].slice(0, maxGuides)
}
