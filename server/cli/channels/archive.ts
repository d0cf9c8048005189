/** What the archive contains and how far back it will reach; its protected fragments. */
import { join } from 'node:path'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  amount,
  done,
  moment,
  momentIn,
  refused,
  shown,
  type CommandTools,
  localMoment,
} from '#server/cli/command/command.ts'
import { openServices, type Services } from '#server/cli/command/services.ts'
import { openArchives, type Archives, type ArchiveReport, type ChannelArchiveReport } from '#media/media.ts'
import { archiveStoreOf } from '#server/platform/settings/object-store-settings.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { loadChannels, type ChannelRecord } from '#server/television/television.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const times = `A moment is like 2026-11-21T20:00, the time of Tashkent, or with its zone: 2026-11-21T15:00Z.`

export const archiveReport: CliCommand = {
  name: 'archive report',
  usage: '[<channel number>]',
  summary: 'the state of the archive: recordings, gaps, and its expected depth',
  help: `For every recorded channel: where its archive starts, its size, the gaps of the last day and the last seven,
and how far back it will reach once the disk is full. Reads every index once: some seconds for 200 channels.

Examples
  npm run ekran -- archive report
  npm run ekran -- archive report 12`,
  min: 0,
  max: 1,
  run: (input, tools) => atArchive(tools, input.words[0], report),
}

export const archiveProtect: CliCommand = {
  name: 'archive protect',
  usage: '<channel number> <from> <to> [--name <words>]',
  summary: 'protect a fragment of the archive from deletion',
  help: `${times} At most 24 hours. The fragment can be played however old it is; an Ekran that runs notices within a
minute. It uses disk space until "archive unprotect".

Examples
  npm run ekran -- archive protect 12 2026-11-21T20:00 2026-11-21T22:15 --name "Final"`,
  options: { name: { type: 'string' } },
  min: 3,
  max: 3,
  run: (input, tools) => atArchive(tools, input.words[0], (at) => protect(at, input)),
}

export const archiveUnprotect: CliCommand = {
  name: 'archive unprotect',
  usage: '<channel number> <from> <to>',
  summary: 'end the protection of a fragment',
  help: `${times} Use the boundaries that "archive list" shows. Parts older than the channel's archive are deleted
within a minute.

Examples
  npm run ekran -- archive unprotect 12 2026-11-21T20:00 2026-11-21T22:15`,
  min: 3,
  max: 3,
  run: (input, tools) => atArchive(tools, input.words[0], (at) => unprotect(at, input)),
}

export const archiveList: CliCommand = {
  name: 'archive list',
  usage: '[<channel number>]',
  summary: 'list the protected fragments',
  help: `Times are those of Tashkent.

Examples
  npm run ekran -- archive list
  npm run ekran -- archive list 12`,
  min: 0,
  max: 1,
  run: (input, tools) => atArchive(tools, input.words[0], async (at) => list(at)),
}

interface ArchiveServices extends Services {
  readonly archives: Archives
  /** The named one, or all that are recorded. */
  readonly channels: readonly ChannelRecord[]
}

async function atArchive(
  tools: CommandTools,
  number: string | undefined,
  work: (at: ArchiveServices) => Promise<Outcome>,
): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const services = await openServices(tools, stack)
  const recorded = (await loadChannels(services.work.db)).filter(({ source }) => source.kind === 'recorded')
  const channels = recorded.filter((one) => number === undefined || String(one.number) === number)
  if (number !== undefined && channels.length === 0)
    return refused(`there is no recorded channel with the number ${shown(number)}`)
  const archives = openArchives({
    storeDir: join(services.work.dataDir, 'media'),
    channels: recorded.map(({ cid, archiveDays }) => ({ id: String(cid), archiveMs: archiveDays * dayMs })),
    clock: () => systemClock.nowMs(),
    floorBytes: tools.settings.EKRAN_FREE_SPACE_GB * 1e9,
    archiveStore: archiveStoreOf(tools.settings),
  })
  // Awaited here: the database must not be closed earlier.
  return await work({ ...services, archives, channels })
}

interface Borders {
  readonly beginMs: number
  readonly endMs: number
}

function bordersIn({ words: [, from = '', to = ''] }: CommandInput): Borders | Outcome {
  const [beginMs, endMs] = [momentIn(from), momentIn(to)]
  if (beginMs === undefined) return refused(`${shown(from)} is no moment like 2026-11-21T20:00`)
  if (endMs === undefined) return refused(`${shown(to)} is no moment like 2026-11-21T20:00`)
  return { beginMs, endMs }
}

async function protect(
  { archives, channels: [channel], audit }: ArchiveServices,
  input: CommandInput,
): Promise<Outcome> {
  const borders = bordersIn(input)
  if ('kind' in borders) return borders
  if (channel === undefined) return refused('no channel was named')
  const { beginMs, endMs } = borders
  const id = String(channel.cid)
  if (!archives.hasRecording(id, beginMs, endMs))
    return refused(
      `of ${nameOf(channel)} nothing is recorded between ${localMoment(beginMs)} and ${localMoment(endMs)}`,
    )
  const name = input.text('name') ?? ''
  const response = archives.protect(id, { beginMs, endMs, name })
  if (response.kind === 'refused') return refused(response.reason)
  const facts = { cid: channel.cid, from: localMoment(beginMs), to: localMoment(endMs), name }
  await audit.record({ event: 'archive_protected', actor: 'operator', facts })
  return done(
    `${nameOf(channel)} is kept from ${localMoment(beginMs)} to ${localMoment(endMs)} (Tashkent) until it is let go.`,
  )
}

async function unprotect(
  { archives, channels: [channel], audit }: ArchiveServices,
  input: CommandInput,
): Promise<Outcome> {
  const borders = bordersIn(input)
  if ('kind' in borders) return borders
  if (channel === undefined) return refused('no channel was named')
  const { beginMs, endMs } = borders
  if (!archives.unprotect(String(channel.cid), beginMs, endMs))
    return refused(
      `${nameOf(channel)} has no fragment from ${localMoment(beginMs)} to ${localMoment(endMs)}; see: archive list`,
    )
  const facts = { cid: channel.cid, from: localMoment(beginMs), to: localMoment(endMs) }
  await audit.record({ event: 'archive_unprotected', actor: 'operator', facts })
  return done(
    `${nameOf(channel)} from ${localMoment(beginMs)} to ${localMoment(endMs)} goes with the rest from now on.`,
  )
}

function list({ archives, channels }: ArchiveServices): Outcome {
  const lines = channels.flatMap((channel) =>
    archives
      .protectedFragments(String(channel.cid))
      .map(({ beginMs, endMs, name }) =>
        `${nameOf(channel)}  ${localMoment(beginMs)}  ${localMoment(endMs)}  ${shown(name)}`.trimEnd(),
      ),
  )
  const total = `${amount(lines.length, 'fragment is', 'fragments are')} kept for ever.`
  return done(...lines, lines.length === 0 ? total : `${total} Times are those of Tashkent.`)
}

async function report({ archives, channels }: ArchiveServices): Promise<Outcome> {
  const all = await archives.report()
  const byId = new Map(all.channels.map((one) => [one.channelId, one]))
  const lines = channels.flatMap((channel) => {
    const reported = byId.get(String(channel.cid))
    return reported === undefined ? [] : [`${nameOf(channel)}: ${channelLine(reported)}`]
  })
  return done(...lines, ...diskLines(all))
}

function channelLine(one: ChannelArchiveReport): string {
  if (one.oldestMs === undefined) return 'nothing is recorded'
  const { holesOfDay, holesOfWeek, depthConfiguredMs, depthExpectedMs } = one
  const depth =
    depthExpectedMs < depthConfiguredMs
      ? `will reach ${days(depthExpectedMs)} of ${days(depthConfiguredMs)}`
      : `reaches ${days(depthConfiguredMs)}`
  return [
    `from ${moment(one.oldestMs)}`,
    gigabytes(one.bytes) +
      (one.storedBytes > 0 ? ` here and ${gigabytes(one.storedBytes)} in the store` : '') +
      (one.retainedBytes > 0 ? ` (${gigabytes(one.retainedBytes)} for viewers’ recordings)` : ''),
    `${gigabytes(one.bytesPerDay)} a day`,
    depth,
    `gaps: ${holes(holesOfDay)} in a day, ${holes(holesOfWeek)} in seven`,
  ].join(', ')
}

function diskLines(all: ArchiveReport): readonly string[] {
  const { freeBytes, totalBytes, bytesNeeded, bytesAvailable, hoursLeft } = all
  const room = `The disk has ${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} free`
  if (hoursLeft === undefined)
    return [`${room}; all channels at their full depth take ${gigabytes(bytesNeeded)}, which fits.`]
  return [
    `${room}; it is full in ${hoursLeft < 48 ? amount(Math.floor(hoursLeft), 'hour') : days(hoursLeft * hourMs)}, and then the oldest goes first.`,
    `Full depth takes ${gigabytes(bytesNeeded)}; there is room for ${gigabytes(bytesAvailable)}.`,
  ]
}

function days(ms: number): string {
  return `${(ms / dayMs).toFixed(1).replace(/\.0$/, '')} days`
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`
}

function holes({ count, ms }: { readonly count: number; readonly ms: number }): string {
  return count === 0 ? 'none' : `${count} (${Math.ceil(ms / 1000)} s)`
}

function nameOf({ number, name }: ChannelRecord): string {
  return shown(`${number} ${name.ru || name.uz}`)
}
