import { type CliCommand, done } from '#server/cli/command/command.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import { withoutControls } from '#server/imports/imports.ts'
import { readReport, statusOfReport } from '#server/monitoring/monitoring.ts'
import { readFirstRun } from '#server/platform/installation/first-run.ts'
import { quietLine, whyQuiet } from '#server/platform/installation/installation.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { statusLines } from './status-lines.ts'

const firstRunLine =
  'The first run is not over: the watched folder waits for it. To end it: npm run ekran -- service end-first-run'

export const status: CliCommand = {
  name: 'status',
  usage: '',
  summary: 'show the state of the installation and of packaging',
  help: `Says whether Ekran runs, how many channels, programmes, films and episodes there are, how far the guide reaches,
how far each film is that is being packaged, what is left of it and of all, why one waits, what a watched folder holds,
and which files were refused and why.

Example
  npm run ekran -- status`,
  min: 0,
  max: 0,
  run: async (_, tools) => {
    await using stack = new AsyncDisposableStack()
    const work = await openWorkplace(tools.settings, tools.log, stack)
    const quiet = await whyQuiet(work.db, tools.settings)
    const report = await readReport(work.db)
    const { endedMs } = await readFirstRun(work.db)
    const lines = [
      ...(await statusLines(work.db, systemClock)),
      ...statusOfReport(report, systemClock.nowMs()),
    ]
    return done(
      `Ekran ${work.serverRuns ? 'runs' : 'does not run'} on ${work.dataDir}`,
      ...(quiet === undefined ? [] : [quietLine(quiet)]),
      ...(endedMs === null && !tools.settings.EKRAN_DEMO ? [firstRunLine] : []),
      ...lines.map(withoutControls),
    )
  },
}
