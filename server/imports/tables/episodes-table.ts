/** Episodes of series as a table, with the windows of their seasons. */
import {
  type EpisodeRowFields,
  type Place,
  changeEpisodeRows,
  episodeNumbers,
  episodeStore,
  filesOfEpisodes,
  loadEpisodeRows,
  movesOntoOthers,
} from '#server/catalogue/catalogue.ts'
import type { Fields, Json } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ByWhom } from '#server/television/television.ts'
import { followFiles } from '#server/viewing/viewing.ts'
import { booleanColumn, dayColumn, shownColumn, textColumn, wholeColumn } from './column.ts'
import type {
  ContentTable,
  DifferingRow,
  LateMark,
  RowProblem,
  RowRules,
  TableApplied,
  TableOptions,
  TableRow,
  TakenRows,
} from './content-table.ts'
import { windowsColumn } from './windows-column.ts'

/** Opens the episodes of series that are not deleted as a table. */
export function openEpisodesTable(db: Db, { language }: TableOptions): Promise<ContentTable> {
  return Promise.resolve({
    columns: [
      wholeColumn('episode_id', 1, 2_147_483_647),
      shownColumn('series_vid', 10),
      shownColumn('series', 30),
      wholeColumn('season', 0, 999),
      wholeColumn('episode', 0, 9999),
      shownColumn('last_episode', 10),
      textColumn('name_ru', { max: 300 }),
      textColumn('name_uz', { max: 300 }),
      textColumn('description_ru', { max: 5000, width: 60 }),
      textColumn('description_uz', { max: 5000, width: 60 }),
      dayColumn('aired_on'),
      windowsColumn('windows'),
      windowsColumn('season_windows'),
      booleanColumn('is_hidden', language),
      shownColumn('duration_min', 8),
    ],
    lock: (tx) => episodeStore.lock(tx),
    ids: () => episodeNumbers(db),
    rows: async (ids) =>
      new Map([...(await loadEpisodeRows(db, ids))].map(([id, row]) => [id, rowOf(id, row)])),
    rules: () => Promise.resolve(episodeRules(db)),
    apply: applyEpisodes,
  })
}

function rowOf(id: number, row: EpisodeRowFields): TableRow {
  const { vid, series, season, number, last, seasonId, seasonWindows, fields } = row
  const place = last > number ? `${number}–${last}` : String(number)
  const minutes = Math.round(Number(fields['_ms'] ?? 0) / 60_000)
  return {
    id,
    label: `${series} S${season}E${place} ${String(fields['name_ru'] || fields['name_uz'])}`.trim(),
    values: {
      ...fields,
      ...{ episode_id: id, series_vid: String(vid), series, season, episode: number },
      last_episode: last > number ? String(last) : '',
      ...{ aired_on: fields['aired_on'] ?? '', windows: fields['windows'] ?? [] },
      ...{ season_windows: seasonWindows, is_hidden: fields['is_hidden'] === true },
      duration_min: minutes === 0 ? '' : String(minutes),
      _season_id: seasonId,
    },
  }
}

/** An episode comes with its file: a table adds none. A season has the same windows in all its rows. */
function episodeRules(db: Db): RowRules {
  const windowsOf = new Map<number, string>()
  const moved = new Map<number, NotedMove>()
  return {
    judge: ({ item, ours, changed }) => {
      if (ours === undefined)
        return Promise.resolve({
          problems: [{ column: '', problem: 'no_new', hint: '' }],
          marks: [],
          similarTo: '',
        })
      const problems: RowProblem[] = []
      if ('season_windows' in changed && isOther(windowsOf, ours, changed['season_windows'] ?? []))
        problems.push({ column: 'season_windows', problem: 'season_windows', hint: '' })
      noteMove(moved, { item, ours, changed })
      return Promise.resolve({ problems, marks: [], similarTo: '' })
    },
    end: () => movesOnTaken(db, moved),
  }
}

/** Whether another row gives the season other windows. */
function isOther(windowsOf: Map<number, string>, ours: TableRow, windows: Json): boolean {
  const seasonId = Number(ours.values['_season_id'])
  const text = JSON.stringify(windows)
  const first = windowsOf.get(seasonId) ?? text
  windowsOf.set(seasonId, first)
  return first !== text
}

interface NotedMove {
  readonly item: number
  readonly to: Place
}

function noteMove(moved: Map<number, NotedMove>, { item, ours, changed }: DifferingRow): void {
  if (ours === undefined || !('season' in changed || 'episode' in changed)) return
  const { series_vid: vid, season, episode } = { ...ours.values, ...changed }
  moved.set(ours.id, { item, to: { vid: Number(vid), season: Number(season), number: Number(episode) } })
}

/** Episodes that would move to a number that another one, or the file of another one, has then: they stay. */
async function movesOnTaken(db: Db, moved: ReadonlyMap<number, NotedMove>): Promise<readonly LateMark[]> {
  if (moved.size === 0) return []
  const blocked = await movesOntoOthers(db, new Map([...moved].map(([id, { to }]) => [id, to])))
  const rows = await loadEpisodeRows(db, [...new Set(blocked.values())])
  return [...blocked].map(([id, by]): LateMark => {
    const row = rows.get(by)
    const similarTo = row === undefined ? '' : rowOf(by, row).label
    return { item: moved.get(id)?.item ?? 0, mark: 'number_taken', similarTo }
  })
}

async function applyEpisodes(
  tx: DbTransaction,
  { changed, gone }: TakenRows,
  who: ByWhom & { readonly title: string },
): Promise<TableApplied> {
  const rows = await loadEpisodeRows(tx, [...changed.keys()])
  const [edits, seasons] = [new Map<number, Fields>(), new Map<number, Json>()]
  for (const [id, { season_windows: windows, ...fields }] of changed) {
    const seasonId = rows.get(id)?.seasonId
    if (seasonId === undefined) return { kind: 'changed_since' }
    if (windows !== undefined) seasons.set(seasonId, windows)
    if (Object.keys(fields).length > 0) edits.set(id, fields)
  }
  for (const id of gone) edits.set(id, { ...edits.get(id), is_hidden: true })
  // The positions of viewers follow the files.
  const follow = async (_: DbTransaction, ids: readonly number[]) =>
    followFiles(tx, await filesOfEpisodes(tx, ids))
  const outcome = await changeEpisodeRows(tx, { edits, seasons }, { ...who, follow })
  return outcome.kind === 'changed' ? outcome : { kind: 'changed_since' }
}
