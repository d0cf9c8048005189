/** Skippable parts of a film or an episode: shown, set, removed. */
import {
  clearSkipMarks,
  publishSkipMarks,
  skipMarksOf,
  type SkipMark,
  packagingRows,
  type PackagingRow,
} from '#server/imports/imports.ts'
import { type MarksChanged, editMarks } from '#server/catalogue/catalogue.ts'
import { atTheTerminal, undoLines } from '#server/cli/command/changing.ts'
import type { Workplace } from '#server/cli/command/open-workplace.ts'
import {
  type CommandTools,
  type CliCommand,
  type CommandInput,
  type Outcome,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { readTime, readingEngine } from './reading-engine.ts'

export const filmsMarks: CliCommand = {
  name: 'films marks',
  usage: '[<asset id or name>] [--intro 10-75] [--titles 3000-3300] [--clear]',
  summary: 'show or set the skippable parts of a film or an episode',
  help: `Shows where the intro and the end titles of a film or an episode are, and the origin of the marks; of all with marks
when no name is given. Times are seconds or h:mm:ss. A name may be a part of one, as long as only one is meant.

  --intro   the intro lies here
  --titles  the titles lie here; the next episode is offered and a film counts as watched from their beginning
  --clear   remove all its marks; they are not detected in this file again

Marks set here are never overwritten by detected ones. They apply at once, also while Ekran runs, and can be taken
back with "changes undo".

Examples
  npm run ekran -- films marks
  npm run ekran -- films marks "Сериал S1E2" --intro 0:10-1:15
  npm run ekran -- films marks film-0a1b2c --titles 50:00-55:00
  npm run ekran -- films marks film-0a1b2c --clear`,
  options: { intro: { type: 'string' }, titles: { type: 'string' }, clear: { type: 'boolean' } },
  min: 0,
  max: 1,
  run,
}

const kinds = ['intro', 'titles'] as const

async function run(input: CommandInput, tools: CommandTools): Promise<Outcome> {
  const [named] = input.words
  const isChange = input.flag('clear') || kinds.some((kind) => input.text(kind) !== undefined)
  if (isChange && named === undefined)
    return refused('say which film or episode, by its asset id or its name')
  const spans: { kind: SkipMark['kind']; beginMs: number; endMs: number }[] = []
  for (const kind of kinds) {
    const text = input.text(kind)
    if (text === undefined) continue
    const span = readSpan(text)
    if (span === undefined)
      return refused(`--${kind} ${shown(text)} is not a stretch of time such as 10-75 or 50:00-55:00`)
    spans.push({ kind, ...span })
  }
  await using stack = new AsyncDisposableStack()
  const { work, audit } = await openServices(tools, stack)
  const rows = await packagingRows(work.db)
  if (named === undefined) return done(...(await linesOf(work, rows)))
  const meant = rowsMeant(rows, named)
  const [row] = meant
  if (row === undefined) return refused(`no packaged film or episode is called ${shown(named)}`)
  if (meant.length > 1) return refused(`${shown(named)} may be ${namesOf(meant)}; say its asset id`)
  if (!isChange) return done(...(await linesOf(work, [row])))
  const engine = readingEngine(work, tools)
  stack.defer(() => engine.close())
  const asset = engine.describeAsset(row.asset_id)
  if (asset === undefined) return refused(`${shown(row.name)} does not play yet`)
  const past = spans.find(({ endMs }) => endMs > asset.durationMs + 1000)
  if (past !== undefined)
    return refused(`--${past.kind} ends at ${timeOf(past.endMs)}, and it lasts ${timeOf(asset.durationMs)}`)
  const outcome = await editMarks(
    work.db,
    {
      ...{ assetId: row.asset_id, version: undefined, durationMs: asset.durationMs },
      fingerprint: asset.source.fingerprint,
      marks: {
        ...(input.flag('clear') ? { intro: null, titles: null } : {}),
        ...Object.fromEntries(
          spans.map(({ kind, beginMs, endMs }) => [
            kind,
            { beginMs, endMs: Math.min(endMs, asset.durationMs) },
          ]),
        ),
      },
    },
    atTheTerminal(),
  )
  if (outcome.kind !== 'changed') return refused(refusalOf(outcome))
  // Nothing was marked, and nothing is to be detected either.
  if (input.flag('clear') && spans.length === 0)
    await clearSkipMarks(work.db, row.asset_id, asset.source.fingerprint)
  await publishSkipMarks({ db: work.db, engine }, row.asset_id)
  const facts = { asset_id: row.asset_id, set: spans.map(({ kind }) => kind).join(' ') }
  await audit.record({ event: 'skip_marks_set', actor: 'operator', facts })
  return done(...(await linesOf(work, [row])), ...undoLines(outcome))
}

function refusalOf(outcome: Exclude<MarksChanged, { readonly kind: 'changed' }>): string {
  if (outcome.kind !== 'wrong') return 'this file belongs to no title any more'
  const texts = {
    empty: 'a mark lasts a second at least',
    outside: 'a mark lies within the file',
    overlap: 'the intro ends before the end titles begin',
  }
  return texts[outcome.problem]
}

function rowsMeant(rows: readonly PackagingRow[], named: string): readonly PackagingRow[] {
  const own = rows.filter(({ asset_id, name }) => asset_id === named || name === named)
  const part = named.toLowerCase()
  return own.length > 0 ? own : rows.filter(({ name }) => name.toLowerCase().includes(part))
}

const maxNames = 5

function namesOf(rows: readonly PackagingRow[]): string {
  const names = rows.slice(0, maxNames).map(({ name, asset_id }) => `${shown(name)} (${asset_id})`)
  return [...names, ...(rows.length > maxNames ? [`${rows.length - maxNames} others`] : [])].join(', ')
}

const originTexts: Record<SkipMark['origin'], string> = {
  hand: 'said by the operator',
  sound: 'found by the sound that episodes share',
  dark: 'found by the dark pictures at the end',
  chapter: 'a chapter of the file',
}

async function linesOf({ db }: Workplace, rows: readonly PackagingRow[]): Promise<readonly string[]> {
  const marks = Map.groupBy(
    await skipMarksOf(
      db,
      rows.map(({ asset_id }) => asset_id),
    ),
    ({ asset_id }) => asset_id,
  )
  const lines = rows.flatMap(({ asset_id, name }) => {
    const own = marks.get(asset_id) ?? []
    if (own.length === 0) return rows.length === 1 ? [`${shown(name)} (${asset_id}): no marks`] : []
    return [
      `${shown(name)} (${asset_id})`,
      ...own.map(
        ({ kind, begin_ms, end_ms, origin, confidence }) =>
          `  ${kind.padEnd(6)} ${timeOf(begin_ms)}-${timeOf(end_ms)}  ${originTexts[origin]}` +
          `${origin === 'hand' ? '' : `, ${Math.round(confidence * 100)} % sure`}`,
      ),
    ]
  })
  return lines.length === 0 ? ['Nothing has marks yet.'] : lines
}

function readSpan(text: string): { beginMs: number; endMs: number } | undefined {
  const [start, end, more] = text.split('-').map((part) => readTime(part.trim()))
  if (start === undefined || end === undefined || more !== undefined || text.split('-').length !== 2)
    return undefined
  return end > start ? { beginMs: start, endMs: end } : undefined
}

/** `1:15`, `1:02:03.5` */
function timeOf(ms: number): string {
  const tenths = Math.round(ms / 100)
  const [minutes, seconds] = [Math.floor(tenths / 600), (tenths % 600) / 10]
  const hours = Math.floor(minutes / 60)
  const rest = `${seconds < 10 ? '0' : ''}${seconds}`
  return hours > 0 ? `${hours}:${String(minutes % 60).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
