import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CliCommand, CommandInput, CommandTools } from '#server/cli/command/command.ts'
import { showReport } from '#server/cli/command/import-outcome.ts'
import { type Workplace, openWorkplace } from '#server/cli/command/open-workplace.ts'
import {
  type ChannelsImport,
  type ImportReport,
  addSourceOf,
  failedReport,
  importChannelsAsChange,
  reasonOf,
  shownAddress,
} from '#server/imports/imports.ts'
import { entryLines, undoLines } from '#server/cli/command/changing.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

export const importChannels: CliCommand = {
  name: 'import channels',
  usage: '<playlist.m3u> [--record] [--with-guide] [--groups] [--base <address>] [--dry-run] [--all]',
  summary: 'import channels from an M3U playlist',
  help: `Imports the channels of an M3U or M3U8 playlist: name, number (tvg-chno), category (group-title), guide id (tvg-id,
tvg-name, tvg-shift), source address, User-Agent and Referer. No stream is opened. Logos (tvg-logo) are fetched
from public addresses in the background, or read beside the list.

  --record   turn recording of these channels on. Without it new channels are listed but not opened: recording
             a channel takes bandwidth, disk and processor time all day long.
  --with-guide  read the guides that the playlist names (x-tvg-url, url-tvg) from now on; see: guide list
  --groups   create own categories for groups that match none of the usual ones (60 at most)
  --dry-run  change nothing: show what would be new, and what would change from which value to which
  --base     the base of relative addresses in the playlist
  --all      show every refused line, not only the first 200

Examples
  npm run ekran -- import channels lists/uzbekistan.m3u
  npm run ekran -- import channels lists/own-multicast.m3u --record
Left out, with the reason: pages with a player (YouTube, Twitch), the same address twice.
DASH manifests (.mpd) are sources like HLS playlists.
Entries with radio="true", and those whose address names MP3, AAC, Ogg or FLAC, become radio: sound without a picture.
New channels are added to the public and the base tariffs, so that subscribers may watch them.
A channel is the same one next time by its tvg-id (BIZTV.uz is BIZTV.uz@SD), else its name where one of both has no id, else
its address: a newer edition of a list updates it and says so.`,
  options: {
    record: { type: 'boolean' },
    'with-guide': { type: 'boolean' },
    groups: { type: 'boolean' },
    base: { type: 'string' },
    'dry-run': { type: 'boolean' },
    all: { type: 'boolean' },
  },
  min: 1,
  max: 1,
  problem: ({ words: [file = ''], text }) => {
    const base = text('base')
    if (file === '') return 'import channels needs to know what to take'
    if (base !== undefined && !URL.canParse(base)) return `--base ${base} is not an address`
    return /^https?:\/\//.test(file) ? 'a playlist is taken from a file; download it first' : undefined
  },
  run: async (input, tools) => {
    await using stack = new AsyncDisposableStack()
    const work = await openWorkplace(tools.settings, tools.log, stack)
    return showReport(await importFrom(work, input, tools), input.flag('all'), tools)
  },
}

async function importFrom(
  work: Workplace,
  input: CommandInput,
  { log }: CommandTools,
): Promise<ImportReport> {
  const [file = ''] = input.words
  const base = input.text('base')
  const name = basename(file)
  try {
    const bytes = await readFile(file)
    const pictures = await openPictures({ dir: join(work.dataDir, 'images'), log })
    const isDryRun = input.flag('dry-run')
    const { report, changeId, entries } = await importChannelsAsChange(work.db, {
      isDryRun,
      name,
      bytes,
      record: input.flag('record'),
      ownGroups: input.flag('groups'),
      beside: { file, pictures },
      nowMs: systemClock.nowMs(),
      ...(base === undefined ? {} : { base }),
    })
    if (isDryRun) return { ...report, notes: [...dryRunNotes(entries), ...report.notes] }
    const undoable = { ...report, notes: [...report.notes, ...undoLines({ changeId })] }
    return input.flag('with-guide') ? await withGuides(work, undoable) : undoable
  } catch (error) {
    if (isFileError(error)) return failedReport(`Channels from ${name}`, reasonOf(error))
    throw error
  }
}

const maxDryRunLines = 500

/** What would be changed, channel by channel. */
function dryRunNotes(entries: ChannelsImport['entries']): readonly string[] {
  const lines = entries.flatMap(entryLines)
  return [
    'Nothing was changed. This would be:',
    ...lines.slice(0, maxDryRunLines),
    ...(lines.length > maxDryRunLines ? [`  … and ${lines.length - maxDryRunLines} more lines`] : []),
  ]
}

/** Adds a playlist's guides as sources. */
async function withGuides(work: Workplace, report: ImportReport): Promise<ImportReport> {
  const notes: string[] = []
  for (const address of report.guides ?? []) {
    const name = await addSourceOf(work.db, address, systemClock.nowMs())
    notes.push(
      name === undefined
        ? `The guide ${shownAddress(address)} is read already.`
        : `The guide ${shownAddress(address)} is read again and again from now on, as "${name}" (see: npm run ekran -- guide list).`,
    )
  }
  return { ...report, notes: [...report.notes, ...notes] }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
