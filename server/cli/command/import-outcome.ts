import { type ImportReport, printReport, withoutControls } from '#server/imports/imports.ts'
import { type CommandTools, type Outcome, done } from './command.ts'

/** Prints the report of an import at once; the outcome says whether it was refused as a whole. */
export function showReport(report: ImportReport, all: boolean, { screen }: CommandTools): Outcome {
  screen.line(withoutControls(printReport(report, all)))
  return report.failed ? { kind: 'bad', lines: [] } : done()
}
