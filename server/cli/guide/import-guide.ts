import { constants, createReadStream } from 'node:fs'
import { access, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, withServices } from '#server/cli/command/changing.ts'
import { showReport } from '#server/cli/command/import-outcome.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import {
  checkGuideDraft,
  countryOfPlace,
  defaultFetchLimits,
  discardGuideDraft,
  fetchGuide,
  importGuide as importGuideOnce,
  type ScheduleMapping,
  loadGuideDraft,
  readScheduleMapping,
  readZone,
  reasonOf,
  storeGuideFile,
} from '#server/imports/imports.ts'
import { guideDraftLines } from './guide-drafts.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const maxShiftDays = 20_000
const maxMappingBytes = 64 * 1024

export const importGuide: CliCommand = {
  name: 'import guide',
  usage:
    '<file or address> [--zone <zone>] [--shift-days <n>] [--force] [--dry-run] [--mapping <file.json>] [--report <file.csv>] [--allow-local] [--all]',
  summary: 'import the programme guide once (XMLTV, .gz, .zip, JTV, JSON, or an address)',
  help: `Imports the guide of our channels, once: XMLTV, plain, gzip or in a zip, or JTV in a zip, from a file or an
http(s) address. For periodic reading see: guide add. A channel is matched by your own alias
(channels alias), by its tvg-id, and by its tvg-name or name, with its country and feed (East, West, +1). What is not sure
(below 0.9) is not applied but listed with the command that accepts it. Only the time the guide covers is
replaced, and only changed programmes are written. A guide that would lose more than a fifth of the programmes that
are ahead is blocked.

  --zone         the time zone of times that name none (XMLTV says UTC; JTV never names one): +05:00 or Asia/Tashkent
  --shift-days   move the whole guide by so many days, to try one that is of another week
  --force        apply it also when it loses more than a fifth of the coming programmes
  --dry-run      change nothing: show what it would change of each channel, and wait as an import ("imports apply <number>")
  --mapping      which field of a JSON schedule is which; guessed when absent (see docs/guides/guide.md)
  --report       write every channel of both sides with its match to a file
  --allow-local  let the address be one of the local network
  --all          show every refused programme

Examples
  npm run ekran -- import guide guide.xml.gz
  npm run ekran -- import guide guide.xml.gz --dry-run
  npm run ekran -- import guide jtv.zip --zone Europe/Moscow
  npm run ekran -- import guide https://example.org/epg.xml.gz --report matched.csv`,
  options: {
    zone: { type: 'string' },
    'shift-days': { type: 'string' },
    force: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    mapping: { type: 'string' },
    report: { type: 'string' },
    'allow-local': { type: 'boolean' },
    all: { type: 'boolean' },
  },
  min: 1,
  max: 1,
  problem: (input) => {
    if (input.words[0] === '') return 'import guide needs to know what to take'
    const parameters = parametersOf(input)
    return 'why' in parameters ? parameters.why : undefined
  },
  run: async (input, tools) => {
    const parameters = parametersOf(input)
    if ('why' in parameters) return refused(parameters.why)
    const mapping = await mappingIn(input)
    if (typeof mapping === 'string') return refused(mapping)
    if (input.flag('dry-run')) return dryRun(input, { ...parameters, mapping }, tools)
    const list = input.text('report')
    await using stack = new AsyncDisposableStack()
    const work = await openWorkplace(tools.settings, tools.log, stack)
    // Before the guide is imported: a report file that cannot be written would be noticed only afterwards.
    const why = list === undefined ? undefined : await notWritableReason(list)
    if (why !== undefined) return refused(`the list ${list} cannot be written (${why})`)
    const source = sourceOf(input)
    const country = countryOfPlace(source.path)
    const { zone, shiftDays } = parameters
    const { report, matching } = await importGuideOnce(work.db, {
      ...{ zone, shiftDays, mapping },
      name: source.name,
      source: source.bytes,
      force: input.flag('force'),
      nowMs: systemClock.nowMs(),
      signal: tools.signal,
      ...(country === undefined ? {} : { country }),
    })
    const outcome = showReport(report, input.flag('all'), tools)
    if (list === undefined || matching === '') return outcome
    try {
      await writeFile(list, matching)
    } catch (error) {
      return { kind: 'bad', lines: [`  The list ${list} was not written: ${reasonOf(error)}.`] }
    }
    tools.screen.line(`  Every channel with what it was matched to: ${list}`)
    return outcome
  },
}

/** The mapping of a JSON schedule in a file; undefined without one, or what is wrong with it. */
export async function mappingIn({ text }: CommandInput): Promise<ScheduleMapping | undefined | string> {
  const path = text('mapping')
  if (path === undefined) return undefined
  try {
    if ((await stat(path)).size > maxMappingBytes) return `the mapping ${shown(path)} is larger than 64 kB`
    const read = readScheduleMapping(await readFile(path, 'utf8'))
    return read.kind === 'mapping'
      ? read.mapping
      : `the mapping ${shown(path)} is wrong: ${read.problems.join('; ')}`
  } catch (error) {
    return `the mapping ${shown(path)} was not read: ${reasonOf(error)}`
  }
}

/** Shows what a guide would change; it waits for a decision. */
async function dryRun(
  input: CommandInput,
  {
    zoneName,
    shiftDays,
    mapping,
  }: {
    readonly zoneName: string
    readonly shiftDays: number
    readonly mapping: ScheduleMapping | undefined
  },
  tools: CommandTools,
): Promise<Outcome> {
  const source = sourceOf(input)
  return withServices(tools, async (services) => {
    const { work } = services
    const deps = { db: work.db, dataDir: work.dataDir }
    const { nowMs } = atTheTerminal()
    const country = countryOfPlace(source.path)
    const stored = await storeGuideFile(deps, {
      ...{ name: source.name, bytes: source.bytes, by: undefined, nowMs, zone: zoneName },
      shiftMin: shiftDays * 1440,
      ...(country === undefined ? {} : { country }),
    })
    if (stored.kind === 'unreadable') return refused(`${shown(source.name)} was not read: ${stored.why}`)
    await checkGuideDraft(deps, stored.draftId, { nowMs, mapping, signal: tools.signal })
    const loaded = await loadGuideDraft(work.db, stored.draftId)
    if (loaded === undefined) return refused('the guide was ended by somebody meanwhile')
    const lines = await guideDraftLines(services, loaded)
    if (loaded.draft.refused_whole !== '') {
      await discardGuideDraft(deps, stored.draftId, nowMs)
      return { kind: 'bad', lines }
    }
    return done(
      ...lines,
      'Nothing was changed.',
      `To apply it: npm run ekran -- imports apply ${stored.draftId}`,
      `To end it: npm run ekran -- imports discard ${stored.draftId}`,
    )
  })
}

function parametersOf({ text }: CommandInput) {
  const zone = readZone(text('zone') ?? '+00:00')
  if (zone === undefined)
    return { why: `--zone ${text('zone')} is neither like +05:00 nor like Asia/Tashkent` }
  const shiftDays = Number(text('shift-days') ?? '0')
  if (!Number.isInteger(shiftDays) || Math.abs(shiftDays) > maxShiftDays)
    return { why: `--shift-days ${text('shift-days')} is not a number of days` }
  return { zone, zoneName: text('zone') ?? '+00:00', shiftDays }
}

function sourceOf({ words: [path = ''], flag }: CommandInput) {
  if (!/^https?:\/\//i.test(path)) return { path, name: basename(path), bytes: fileBytes(path) }
  const limits = { ...defaultFetchLimits, allowLocal: flag('allow-local') }
  return { path, name: new URL(path).host, bytes: fetchGuide(path, limits) }
}

/** Why no file can be written there, or undefined. */
async function notWritableReason(path: string): Promise<string | undefined> {
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
