import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type CliCommand, type Outcome, done, refused, shown } from '#server/cli/command/command.ts'
import { showReport } from '#server/cli/command/import-outcome.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import { compareAt, importFilms as importFolder } from '#server/imports/imports.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import type { Db } from '#server/platform/database/database.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { comparisonLines } from './folder-lines.ts'
import { packageInProcess, packageByServer } from './watch-packaging.ts'

export const importFilms: CliCommand = {
  name: 'import films',
  usage: '<folder> [--again] [--no-wait] [--all] [--dry-run]',
  summary: 'import films and series from a folder, with NFO and posters',
  help: `Imports every film and series below a folder. The files stay where they are and must stay there until they are
packaged. Known names: "Film (2021).mkv", "Series/Season 1/S01E02 Name.mkv", "Series 1x02.avi", "Сериал/Сезон 1/01.mkv".
Read beside a film: <film>.nfo or movie.nfo, tvshow.nfo (Kodi, Jellyfin), <film>-poster.jpg, poster.jpg,
<film>-fanart.jpg, fanart.jpg, <film>.ru.srt (also .vtt, .ass), <film>-trailer.mp4.

  --again    try files again that were refused before and have not changed since
  --no-wait  do not wait for the packaging (only while Ekran runs, which does it)
  --all      show every refused file
  --dry-run  only show what would change, and how each file is understood; "films naming set" puts it right

Examples
  npm run ekran -- import films /media/films
  npm run ekran -- import films ./new --no-wait`,
  options: {
    ...{ again: { type: 'boolean' }, 'no-wait': { type: 'boolean' }, all: { type: 'boolean' } },
    'dry-run': { type: 'boolean' },
  },
  min: 1,
  max: 1,
  problem: ({ words: [folder = ''] }) =>
    folder === '' ? 'import films needs to know what to take' : undefined,
  run: async (input, tools) => {
    await using stack = new AsyncDisposableStack()
    const work = await openWorkplace(tools.settings, tools.log, stack)
    if (input.flag('dry-run')) return dryRun(work.db, input.words[0] ?? '')
    const pictures = await openPictures({ dir: join(work.dataDir, 'images'), log: tools.log })
    const [folder = ''] = input.words
    const nowMs = systemClock.nowMs()
    const again = input.flag('again')
    const { report, assetIds } = await importFolder(work.db, { folder, again, pictures, nowMs })
    const outcome = showReport(report, input.flag('all'), tools)
    if (assetIds.length === 0) return outcome
    tools.screen.line(
      work.serverRuns
        ? 'Packaging, by the Ekran that runs:'
        : 'Packaging, here, because no Ekran runs (Ctrl-C stops; the next import or start goes on):',
    )
    const wait = !input.flag('no-wait')
    const refused = work.serverRuns
      ? await packageByServer(work, assetIds, tools.settings, { ...tools, wait })
      : await packageInProcess(work, assetIds, tools.settings, tools)
    const lines =
      refused > 0 ? [`  ${refused} of ${assetIds.length} files were refused and are not listed.`] : []
    if (refused === assetIds.length || outcome.kind === 'bad') return { kind: 'bad', lines }
    return done(...lines)
  },
}

/** What the import would change; nothing is written. */
async function dryRun(db: Db, folder: string): Promise<Outcome> {
  const root = await realpath(folder).catch(() => undefined)
  if (root === undefined) return refused(`there is no folder ${shown(folder)}`)
  const look = await compareAt(db, { root, folder: '' }, systemClock.nowMs())
  if (look.kind === 'unreadable') return refused(`the folder cannot be read: ${look.why}`)
  if (look.kind === 'too_large')
    return refused(`it has more than ${look.max} files or is too slow; take a folder in it`)
  return done(...comparisonLines(look.comparison), '  Nothing was written.')
}
