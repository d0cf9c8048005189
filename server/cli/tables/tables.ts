/** Tables that go out and come back, at the command line. */
import { createWriteStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  amount,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { tableSubjects } from '#contract/console/tables.ts'
import { atTheTerminal, shownValue, undoLines, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  type TableDraft,
  type TableItem,
  type TableSubject,
  applyTable,
  checkTable,
  discardTable,
  exportTable,
  headingOf,
  listTables,
  loadTable,
  maxTableBytes,
  reasonOf,
  storeTable,
  tableFormats,
} from '#server/imports/imports.ts'
import { shownSource } from '#server/television/television.ts'
import { problemSentence, refusalSentence, warningSentence } from './table-words.ts'

const all: readonly TableSubject[] = tableSubjects

/** The commands of each kind of things, and what they are called in sentences. */
const kinds: Readonly<Record<TableSubject, { readonly command: string; readonly things: string }>> = {
  channels: { command: 'channels', things: 'channels' },
  films: { command: 'films', things: 'films' },
  collections: { command: 'collections', things: 'collections' },
  episodes: { command: 'films episodes', things: 'episodes of series' },
  people: { command: 'people', things: 'people' },
  genres: { command: 'films genres', things: 'genres of films' },
  matches: { command: 'guide matches', things: 'guide matches' },
}
const languages = ['ru', 'uz', 'en'] as const
const maxItems = 500

function languageOf({ text }: CommandInput) {
  return languages.find((one) => one === (text('language') ?? 'ru'))
}

function exporting(subject: TableSubject): CliCommand {
  const { command, things } = kinds[subject]
  return {
    name: `${command} export`,
    usage: '<file.xlsx|file.csv> [--comma] [--language ru|uz|en]',
    summary: `write all ${things} as a table that a spreadsheet opens`,
    help: `The file is XLSX or CSV, as its name ends; CSV is UTF-8 with semicolons. It comes back with "${command} import-table".

  --comma     CSV with commas
  --language  of the headings and of names of categories, genres …; Russian when absent

Example
  npm run ekran -- ${command} export ${subject}.xlsx`,
    options: { comma: { type: 'boolean' }, language: { type: 'string' } },
    min: 1,
    max: 1,
    problem: (input) => {
      if (languageOf(input) === undefined) return '--language is ru, uz or en'
      return /\.(?:xlsx|csv)$/i.test(input.words[0] ?? '') ? undefined : 'the file ends with .xlsx or .csv'
    },
    run: (input, tools) =>
      withServices(tools, async ({ work }) => {
        const [path = ''] = input.words
        const format = path.toLowerCase().endsWith('.xlsx')
          ? tableFormats[0]
          : tableFormats[input.flag('comma') ? 2 : 1]
        const language = languageOf(input) ?? 'ru'
        const options = { subject, format, language, withAddresses: true }
        try {
          await pipeline(await exportTable(work.db, options), createWriteStream(path), {
            signal: tools.signal,
          })
        } catch (error) {
          if (!(error instanceof Error) || !('syscall' in error)) throw error
          await rm(path, { force: true })
          return refused(`${shown(path)} cannot be written: ${reasonOf(error)}`)
        }
        return done(`${shown(path)} is written.`)
      }),
  }
}

function importing(subject: TableSubject): CliCommand {
  const { command, things } = kinds[subject]
  return {
    name: `${command} import-table`,
    usage: '<file.xlsx|file.csv> [--dry-run] [--language ru|uz|en]',
    summary: `apply a table of ${things} that was exported and changed`,
    help: `Shows what the table changes, field by field, and applies it in one transaction. Columns that are missing change nothing, and
rows that are missing stay. What is changed is locked against other imports. To take only some of it use the console.

  --dry-run   change nothing
  --language  of names in what is shown; Russian when absent

Example
  npm run ekran -- ${command} import-table ${subject}.xlsx --dry-run`,
    options: { 'dry-run': { type: 'boolean' }, language: { type: 'string' } },
    min: 1,
    max: 1,
    problem: (input) => (languageOf(input) === undefined ? '--language is ru, uz or en' : undefined),
    run: (input, tools) => withServices(tools, (services) => importFrom(subject, input, services, tools)),
  }
}

async function importFrom(
  subject: TableSubject,
  input: CommandInput,
  services: Services,
  { screen }: CommandTools,
): Promise<Outcome> {
  const { db } = services.work
  const [path = ''] = input.words
  const read = await readTable(path)
  if (typeof read === 'string') return refused(read)
  const who = atTheTerminal()
  const file = { name: basename(path), bytes: read, language: languageOf(input) ?? 'ru' }
  const draftId = await storeTable(db, { subject, ...file, ...who })
  await checkTable(db, draftId, [subject])
  const loaded = await loadDraft(services, draftId)
  if (loaded === undefined) return refused('the table is gone')
  const { draft, counts } = loaded
  const isOver = input.flag('dry-run') || draft.refusal !== '' || counts.new + counts.changed === 0
  if (isOver) await discardTable(db, draftId, [subject], who.nowMs)
  if (draft.refusal !== '') return refused(`${shown(path)}: ${refusalSentence(draft.refusal)}`)
  const lines = draftLines(loaded)
  if (input.flag('dry-run')) return done('Nothing was changed. This would be:', ...lines)
  if (isOver) return done(...lines, 'The table changes nothing.')
  for (const line of lines) screen.line(line)
  return applyDraft(services, draftId)
}

/** The bytes of a file, or why there are none. */
async function readTable(path: string): Promise<Buffer | string> {
  try {
    const { size } = await stat(path)
    if (size > maxTableBytes) return `${shown(path)} is larger than ${maxTableBytes / 1024 / 1024} MB`
    if (size === 0) return `${shown(path)} is empty`
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return `${shown(path)}: ${reasonOf(error)}`
    throw error
  }
}

function loadDraft({ work }: Services, draftId: number) {
  return loadTable(work.db, { draftId, subjects: all }, { view: 'all', fromItem: 0, limit: maxItems })
}

type Loaded = NonNullable<Awaited<ReturnType<typeof loadTable>>>

function draftLines({ draft, items, counts }: Loaded): readonly string[] {
  return [
    ...draft.warnings.map((one) => `  look      ${shown(warningSentence(one))}`),
    ...items.flatMap(itemLines),
    ...(counts.all > items.length ? [`  … and ${counts.all - items.length} more`] : []),
    ...draft.problems.slice(0, maxItems).map((one) => `  refused   ${shown(problemSentence(one))}`),
    ...(draft.problem_count > maxItems ? [`  … and ${draft.problem_count - maxItems} more`] : []),
    `${counts.new} new, ${counts.changed} changed, ${draft.unchanged} unchanged, ${draft.problem_count} cells refused.`,
  ]
}

function itemLines({ kind, label, before, after, marks, similar_to: similar }: TableItem): readonly string[] {
  if (kind === 'gone') return [`  gone      ${shown(label)}; it stays`]
  const valueOf = (name: string, value = '') =>
    shownValue(name === 'sources' ? value.split('\n').map(shownSource).join(' ') : value)
  const look = marks.length === 0 ? [] : [`            look at it: ${marks.join(', ')} ${shown(similar)}`]
  return [
    `  ${kind.padEnd(8)}  ${shown(label)}`,
    ...Object.entries(after ?? {}).map(
      ([name, value]) =>
        `            ${headingOf(name, 'en')}: ${before === null ? '' : `${valueOf(name, before[name])} → `}${valueOf(name, value)}`,
    ),
    ...look,
  ]
}

async function applyDraft({ work, audit }: Services, draftId: number): Promise<Outcome> {
  const outcome = await applyTable(work.db, { draftId, subjects: all }, { take: 'all' }, atTheTerminal())
  if (outcome.kind === 'not_found') return refused(`no table ${draftId} waits for a decision`)
  if (outcome.kind === 'nothing_taken') return refused(`table ${draftId} changes nothing`)
  if (outcome.kind === 'changed_since')
    return refused('what the table refers to has changed since; import it again')
  const { changeId, changed, left } = outcome
  await audit.record({
    event: 'table_imported',
    actor: 'operator',
    facts: { change: changeId, table: draftId },
  })
  return done(
    `${amount(changed, 'thing')} changed.`,
    ...(left === 0 ? [] : [`${amount(left, 'field')} had been changed meanwhile and stay.`]),
    ...undoLines(outcome),
  )
}

export const channelsExport = exporting('channels')
export const filmsExport = exporting('films')
export const collectionsExport = exporting('collections')
export const channelsImportTable = importing('channels')
export const filmsImportTable = importing('films')
export const collectionsImportTable = importing('collections')
export const episodesExport = exporting('episodes')
export const peopleExport = exporting('people')
export const genresExport = exporting('genres')
export const matchesExport = exporting('matches')
export const episodesImportTable = importing('episodes')
export const peopleImportTable = importing('people')
export const genresImportTable = importing('genres')
export const matchesImportTable = importing('matches')

export const tablesList: CliCommand = {
  name: 'tables list',
  usage: '',
  summary: 'tables that wait for a decision, and those that were applied',
  help: `Tables come here from the console.

Example
  npm run ekran -- tables list`,
  min: 0,
  max: 0,
  run: async (_, tools) =>
    withServices(tools, async ({ work }) => {
      const drafts = await listTables(work.db, all)
      return drafts.length === 0 ? done('No table was loaded yet.') : done(...drafts.map(lineOf))
    }),
}

function lineOf(draft: TableDraft): string {
  const { id, subject, name, state, made_at: madeAt, staff_name: who, change_id: change } = draft
  const what = state === 'open' ? 'waits' : change === null ? 'changed nothing' : `became change ${change}`
  const by = shown(who === '' ? 'command line' : who)
  return `${id}  ${subject}  ${shown(name)}  ${what}  ${moment(madeAt.getTime())}  ${by}`
}

export const tablesShow: CliCommand = {
  name: 'tables show',
  usage: '<number>',
  summary: 'what a table would change, from which value to which',
  help: `Example
  npm run ekran -- tables show 3`,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withDraft(input, tools, async (id, services) => {
      const loaded = await loadDraft(services, id)
      if (loaded === undefined) return refused(`there is no table ${id}`)
      const { refusal } = loaded.draft
      return done(
        lineOf(loaded.draft),
        ...(refusal === '' ? draftLines(loaded) : [`  refused: ${refusalSentence(refusal)}`]),
      )
    }),
}

export const tablesApply: CliCommand = {
  name: 'tables apply',
  usage: '<number>',
  summary: 'apply a table; what it has no more stays',
  help: `All that is new or changed is applied in one transaction. To take only some of it use the console.

Example
  npm run ekran -- tables apply 3`,
  min: 1,
  max: 1,
  run: async (input, tools) => withDraft(input, tools, (id, services) => applyDraft(services, id)),
}

export const tablesDiscard: CliCommand = {
  name: 'tables discard',
  usage: '<number>',
  summary: 'end a table without applying it',
  help: `Example
  npm run ekran -- tables discard 3`,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withDraft(input, tools, async (id, { work }) =>
      (await discardTable(work.db, id, all, atTheTerminal().nowMs))
        ? done(`Table ${id} is discarded; nothing was changed.`)
        : refused(`no table ${id} waits for a decision`),
    ),
}

async function withDraft(
  { words: [word = ''] }: CommandInput,
  tools: CommandTools,
  act: (id: number, services: Services) => Promise<Outcome>,
): Promise<Outcome> {
  if (!/^\d{1,9}$/.test(word)) return refused(`${shown(word)} is not the number of a table`)
  return withServices(tools, (services) => act(Number(word), services))
}
