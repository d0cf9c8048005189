import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import {
  reasonOf,
  printReport,
  columnsIn,
  guessMapping,
  sourceOf,
  importTitles,
  columnsOf,
  readMapping,
  type Mapping,
  openTable,
  type OpenTable,
} from '#server/imports/imports.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

/** A longer file is no mapping. */
const maxMappingCharacters = 100_000
/** The columns of a JSON list are those of its first entries. */
const maxLookedAt = 50

export const titlesImport: CliCommand = {
  name: 'titles import',
  usage: '<list.csv|.json|.jsonl> [--map <mapping.json>] [--guess] [--dry-run] [--all]',
  summary: 'import films and series from a list in any format',
  help: `Reads a list in which each entry is a title: CSV with any delimiter, JSON or one JSON object on a line, in UTF-8 or
Windows-1251. A mapping says which column says what; docs/guides/loading-content.md describes it. Without one it is
derived from the names of the columns. The same list again changes nothing, and nothing is ever removed. A title is in
the catalogue at once and can be watched when its video is there.

  --map       the mapping
  --guess     print the guessed mapping, to be kept in a file and put right; nothing is read further
  --dry-run   say what would be taken and refused, and write nothing
  --all       show every refused entry, not the first 200

Examples
  npm run ekran -- titles import films.csv --guess > films.map.json
  npm run ekran -- titles import films.csv --map films.map.json --dry-run
  npm run ekran -- titles import films.csv --map films.map.json`,
  options: {
    map: { type: 'string' },
    guess: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    all: { type: 'boolean' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [path = ''] = input.words
    const opened = await openList(path, input).catch((error: unknown) => reasonOf(error))
    if (typeof opened === 'string') return refused(`${shown(basename(path))}: ${opened}`)
    if (input.flag('guess')) return { kind: 'done', lines: [JSON.stringify(opened.mapping, null, 2)] }
    return take(path, opened, input, tools)
  },
}

interface Opened {
  readonly table: OpenTable
  readonly mapping: Mapping
}

/** The list with its mapping, or the error in either. */
async function openList(path: string, input: CommandInput): Promise<Opened | string> {
  const mapPath = input.text('map')
  if (mapPath === undefined) {
    const table = await openTable(path)
    const mapping = guessMapping(sourceOf(basename(path)), await columnsOfTable(table), table.form)
    const names = ['name', 'name_ru', 'name_uz', 'name_original'] as const
    return input.flag('guess') || names.some((name) => mapping.fields[name] !== undefined)
      ? { table, mapping }
      : 'none of its columns is called like a name; write a mapping (--guess makes a beginning)'
  }
  const text = await readFile(mapPath, 'utf8').catch((error: unknown) => {
    throw new Error(`the mapping ${basename(mapPath)}: ${reasonOf(error)}`)
  })
  const read = readMapping(text.slice(0, maxMappingCharacters))
  if (read.kind === 'wrong')
    return `the mapping is not right${read.problems.map((problem) => `\n  ${shown(problem)}`).join('')}`
  const table = await openTable(path, read.mapping.table)
  const missing = missingColumns(read.mapping, await columnsOfTable(table), table)
  if (missing.length > 0) return `the list has no column ${shown(missing.join(', '))}`
  return { table, mapping: read.mapping }
}

async function columnsOfTable(table: OpenTable): Promise<readonly string[]> {
  if (table.form.format === 'csv') return table.columns
  const columns = new Set<string>()
  let looked = 0
  for await (const record of table.records()) {
    if ('values' in record) for (const column of columnsIn(record.values)) columns.add(column)
    looked += 1
    if (looked === maxLookedAt) break
  }
  return [...columns]
}

/** Columns that a mapping names and a table does not have; entries of JSON may each have others. */
function missingColumns({ fields }: Mapping, columns: readonly string[], { form }: OpenTable): string[] {
  if (form.format !== 'csv') return []
  const mapped = Object.values(fields).flatMap((rule) => columnsOf(rule))
  return [...new Set(mapped)].filter((column) => !columns.includes(column))
}

async function take(
  path: string,
  opened: Opened,
  input: CommandInput,
  tools: CommandTools,
): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const { work, audit } = await openServices(tools, stack)
  const report = await importTitles(work.db, {
    ...opened,
    path,
    dryRun: input.flag('dry-run'),
    nowMs: systemClock.nowMs(),
    signal: tools.signal,
    progress: (text) => tools.screen.status(text),
  })
  const counts = Object.fromEntries(report.sums)
  if (!input.flag('dry-run') && !report.failed)
    await audit.record({
      event: 'titles_imported',
      actor: 'operator',
      facts: { source: opened.mapping.source, added: counts['new'] ?? 0, changed: counts['changed'] ?? 0 },
    })
  const lines = shownLines(printReport(report, input.flag('all')))
  return { kind: report.failed ? 'bad' : 'done', lines }
}

/** Names in a list are external and may contain control characters. */
function shownLines(text: string) {
  return text.split('\n').map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 2000))
}
