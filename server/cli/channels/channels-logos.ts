/** Many logos at once from a folder or an archive: the same as on their page in the console. */
import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  amount,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  type DropRefusal,
  type LoadedLogos,
  type ShownLogoFile,
  applyLogos,
  endLogos,
  isSureMatch,
  loadLogos,
  maxLogos,
  maxLogosBytes,
  openArchive,
  openFolder,
  readStep,
  reasonOf,
  startLogos,
} from '#server/imports/imports.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

export const channelsLogos: CliCommand = {
  name: 'channels logos',
  usage: '<folder|archive.zip> [--dry-run] [--replace] [--unsure]',
  summary: 'give many channels logos, by the names of the files',
  help: `A picture (PNG, JPEG, WebP, SVG; 5 MB at most) is matched with a channel by the logo that its list names, guide id, alias,
number or name, in either alphabet. What is sure is applied in one transaction. To decide one by one use the console.

  --dry-run  change nothing
  --replace  also channels whose logo was chosen by hand
  --unsure   also what is only likely

Example
  npm run ekran -- channels logos /srv/logos --dry-run`,
  options: { 'dry-run': { type: 'boolean' }, replace: { type: 'boolean' }, unsure: { type: 'boolean' } },
  min: 1,
  max: 1,
  run: (input, tools) => withServices(tools, (services) => takeLogos(input, services, tools)),
}

async function takeLogos(input: CommandInput, services: Services, tools: CommandTools): Promise<Outcome> {
  const { db, dataDir } = services.work
  const [path = ''] = input.words
  const drop = await openAt(path)
  if (typeof drop === 'string') return refused(drop)
  const who = atTheTerminal()
  const pictures = await openPictures({ dir: join(dataDir, 'images'), log: tools.log })
  const draftId = await startLogos(db, { name: basename(resolve(path)), sizeBytes: 1, ...who })
  const end = () => endLogos(db, draftId, 'discarded', who.nowMs)
  for (;;) {
    if (tools.signal.aborted) {
      await end()
      return refused('ended before all pictures were read; nothing was changed')
    }
    const step = await readStep({ db, pictures, clock: systemClock }, draftId, drop)
    if (step.kind === 'no_room') {
      await end()
      return refused('the disk has no room for the pictures; nothing was changed. Free some and try again')
    }
    if (step.kind !== 'reading') break
    tools.screen.line(`${step.done} of ${step.total} pictures read`)
  }
  const loaded = await loadLogos(db, draftId)
  if (loaded === undefined) return refused('the draft is gone')
  if (loaded.draft.refusal !== '') {
    await end()
    return refused(`${shown(path)}: ${refusals[loaded.draft.refusal as DropRefusal]}`)
  }
  const chosen = chosenOf(loaded.files, input)
  const lines = [...loaded.files.flatMap((file) => fileLines(file, chosen)), ...otherLines(loaded)]
  if (input.flag('dry-run') || chosen.length === 0) {
    await end()
    return done(
      ...lines,
      input.flag('dry-run')
        ? `Nothing was changed. ${amount(chosen.length, 'channel')} would get a logo.`
        : 'No logo is surely that of a channel: nothing was changed.',
    )
  }
  for (const line of lines) tools.screen.line(line)
  return applyChosen(services, draftId, chosen)
}

const refusals: Readonly<Record<DropRefusal, string>> = {
  not_zip: 'it is neither a folder nor a ZIP archive',
  broken: 'the archive is broken',
  bomb: 'the archive unpacks to far more than its size',
  too_many: `it has more than ${maxLogos} pictures; divide it`,
  no_pictures: 'there is no PNG, JPEG, WebP or SVG in it',
}

/** The drop at a path, or why there is none. */
async function openAt(path: string) {
  try {
    const entry = await stat(path)
    if (entry.isDirectory()) return await openFolder(path)
    if (entry.size > maxLogosBytes) return `${shown(path)} is larger than ${maxLogosBytes / 1024 / 1024} MB`
    return await openArchive(await readFile(path))
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return `${shown(path)}: ${reasonOf(error)}`
    throw error
  }
}

interface Chosen {
  readonly fileNo: number
  readonly cid: number
}

/** One file for a channel, the first that is sure. */
function chosenOf(files: readonly ShownLogoFile[], { flag }: CommandInput): readonly Chosen[] {
  const chosen = new Map<number, Chosen>()
  for (const file of files)
    for (const match of file.matches) {
      const isTaken =
        isSureMatch(file, match) ||
        (match.logo !== file.version &&
          !match.marks.includes('double') &&
          (flag('unsure') || !match.marks.includes('unsure')) &&
          (flag('replace') || !match.isLocked))
      if (isTaken && !chosen.has(match.cid)) chosen.set(match.cid, { fileNo: file.file_no, cid: match.cid })
    }
  return [...chosen.values()]
}

function fileLines(file: ShownLogoFile, chosen: readonly Chosen[]): readonly string[] {
  if (file.matches.length === 0) return [`  no channel  ${shown(file.file)}`]
  return file.matches.map((match) => {
    const isTaken = chosen.some(({ fileNo, cid }) => fileNo === file.file_no && cid === match.cid)
    const why = match.logo === file.version ? ['has it already'] : match.isLocked ? ['chosen by hand'] : []
    const look = [...match.marks, ...(match.doubt === '' ? [] : [match.doubt]), ...why]
    const reasons = [`by ${match.matched_by}`, ...look].join(', ')
    return `  ${isTaken ? 'takes     ' : 'leaves    '}  ${match.number} ${shown(match.name)} ← ${shown(file.file)} (${reasons})`
  })
}

const maxLines = 50

function otherLines({ draft, without }: LoadedLogos): readonly string[] {
  return [
    ...draft.refused
      .slice(0, maxLines)
      .map(({ file, why, detail }) => `  refused     ${shown(file)}: ${shown(detail === '' ? why : detail)}`),
    ...(without.length === 0
      ? []
      : [
          `Without a logo: ${shown(
            without
              .slice(0, maxLines)
              .map(({ number, name }) => `${number} ${name}`)
              .join(', '),
          )}${without.length > maxLines ? ` and ${without.length - maxLines} more` : ''}.`,
        ]),
  ]
}

async function applyChosen(
  { work, audit }: Services,
  draftId: number,
  chosen: readonly Chosen[],
): Promise<Outcome> {
  const outcome = await applyLogos(work.db, draftId, chosen, atTheTerminal())
  if (outcome.kind !== 'applied') return refused('channels have changed meanwhile; run the command again')
  const { changeId, changed, left } = outcome
  await audit.record({ event: 'channels_edited', actor: 'operator', facts: { change: changeId } })
  return done(
    `${amount(changed, 'channel')} got a logo.`,
    ...(left === 0 ? [] : [`${amount(left, 'channel')} got another logo meanwhile and keep it.`]),
    ...undoLines(outcome),
  )
}
