import { constants, createReadStream } from 'node:fs'
import { access, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { openPictures } from '#server/pictures/pictures.ts'
import { readReport, statusOfReport } from '#server/monitoring/monitoring.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { quietLine, whyQuiet } from '#server/platform/installation/installation.ts'
import type { Log } from '#server/platform/log/log.ts'
import {
  countryOfPlace,
  importChannels,
  importFilms,
  addSourceOf,
  shownAddress,
  importGuide,
  reasonOf,
  type ImportReport,
  failedReport,
  printReport,
  withoutControls,
  fetchGuide,
  defaultFetchLimits,
} from '#server/imports/imports.ts'
import { type Workplace, openWorkplace } from './command/open-workplace.ts'
import type { CommandTools } from './command/command.ts'
import type { Command } from './read-command.ts'
import { statusLines } from './system/status.ts'
import { packageHere, packageThere } from './films/watch-packaging.ts'

export type WorkCommand = Exclude<Command, { kind: 'help' | 'wrong' }>

/** Does a command; returns the exit code. */
export async function runCommand(command: WorkCommand, tools: CommandTools): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const work = await openWorkplace(tools.settings, tools.log, stack)
  switch (command.kind) {
    case 'status': {
      tools.screen.line(`Ekran ${work.serverRuns ? 'runs' : 'does not run'} on ${work.dataDir}`)
      const quiet = await whyQuiet(work.db, tools.settings)
      if (quiet !== undefined) tools.screen.line(quietLine(quiet))
      const report = await readReport(work.dataDir)
      for (const line of [
        ...(await statusLines(work.db, systemClock)),
        ...statusOfReport(report, systemClock.nowMs()),
      ])
        tools.screen.line(withoutControls(line))
      return 0
    }
    case 'channels':
      return show(await channels(work, command, tools.log), command.all, tools)
    case 'guide':
      // Awaited here: what was opened must not be closed before.
      return await guide(work, command, tools)
    case 'films':
      return await films(work, command, tools)
  }
}

function show(report: ImportReport, all: boolean, { screen }: CommandTools): number {
  screen.line(withoutControls(printReport(report, all)))
  return report.failed ? 1 : 0
}

async function channels(
  work: Workplace,
  command: WorkCommand & { kind: 'channels' },
  log: Log,
): Promise<ImportReport> {
  const name = basename(command.file)
  try {
    const bytes = await readFile(command.file)
    const pictures = await openPictures({ dir: join(work.dataDir, 'images'), log })
    const nowMs = systemClock.nowMs()
    const beside = { file: command.file, pictures }
    const report = await importChannels(work.db, { ...command, name, bytes, beside, nowMs })
    return command.withGuide ? await withGuides(work, report) : report
  } catch (error) {
    if (isFileTrouble(error)) return failedReport(`Channels from ${name}`, reasonOf(error))
    throw error
  }
}

/** Makes sources of the guides that a playlist names. */
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

async function guide(
  work: Workplace,
  command: WorkCommand & { kind: 'guide' },
  tools: CommandTools,
): Promise<number> {
  // Before the guide is taken in: a list that cannot be written would be missed only afterwards.
  const why = command.report === undefined ? undefined : await whyNotWritable(command.report)
  if (why !== undefined) {
    tools.screen.line(`Nothing was changed: the list ${command.report} cannot be written (${why}).`)
    return 1
  }
  const isAddress = /^https?:\/\//i.test(command.source)
  const country = countryOfPlace(command.source)
  const { report, matching } = await importGuide(work.db, {
    ...command,
    name: isAddress ? new URL(command.source).host : basename(command.source),
    source: isAddress
      ? fetchGuide(command.source, { ...defaultFetchLimits, allowLocal: command.allowLocal })
      : fileBytes(command.source),
    nowMs: systemClock.nowMs(),
    signal: tools.signal,
    ...(country === undefined ? {} : { country }),
  })
  const code = show(report, command.all, tools)
  if (command.report === undefined || matching === '') return code
  try {
    await writeFile(command.report, matching)
  } catch (error) {
    tools.screen.line(`  The list ${command.report} was not written: ${reasonOf(error)}.`)
    return 1
  }
  tools.screen.line(`  Every channel with what it was matched to: ${command.report}`)
  return code
}

/** Why no file can be put there, or undefined. */
async function whyNotWritable(path: string): Promise<string | undefined> {
  try {
    const folder = dirname(resolve(path))
    if (!(await stat(folder)).isDirectory()) return 'its folder is none'
    await access(folder, constants.W_OK)
    const there = await stat(path).catch(() => undefined)
    return there?.isDirectory() === true ? 'it is a folder' : undefined
  } catch (error) {
    const reason = reasonOf(error)
    return reason === 'it does not exist' ? 'its folder does not exist' : reason
  }
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw new Error(reasonOf(error))
  }
}

async function films(
  work: Workplace,
  command: WorkCommand & { kind: 'films' },
  tools: CommandTools,
): Promise<number> {
  const pictures = await openPictures({ dir: join(work.dataDir, 'images'), log: tools.log })
  const nowMs = systemClock.nowMs()
  const { report, assetIds } = await importFilms(work.db, { ...command, pictures, nowMs })
  const code = show(report, command.all, tools)
  if (assetIds.length === 0) return code
  tools.screen.line(
    work.serverRuns
      ? 'Packaging, by the Ekran that runs:'
      : 'Packaging, here, because no Ekran runs (Ctrl-C stops; the next import or start goes on):',
  )
  const refused = work.serverRuns
    ? await packageThere(work, assetIds, tools.settings, { ...tools, wait: command.wait })
    : await packageHere(work, assetIds, tools.settings, tools)
  if (refused > 0)
    tools.screen.line(`  ${refused} of ${assetIds.length} files were refused and are not listed.`)
  return refused === assetIds.length ? 1 : code
}

function isFileTrouble(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
