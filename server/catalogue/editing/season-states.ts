/** Seasons as states of fields: what a set of changes stores of them, and how it is written back. */
import { type Kysely, sql } from 'kysely'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { announceTitles, lockTitles } from './title-states.ts'
import { readMoreWindows, windowsProblem } from './window-rules.ts'

/** The name of seasons in sets of changes. */
export const seasonEntity = 'season'

/** The states of these seasons, or of all of a series. */
export async function seasonStates(
  db: Kysely<Database>,
  of: { readonly ids: readonly number[] } | { readonly vid: number },
): Promise<States> {
  const query = db
    .selectFrom('season')
    .innerJoin('title', 'title.id', 'season.title_id')
    .select(['season.id', 'season.number', 'season.windows', 'title.id as vid'])
    .select(['title.name_ru', 'title.name_uz', 'title.name_original'])
    .orderBy('season.number')
  const rows = await (
    'ids' in of
      ? query.where(sql<boolean>`season.id = any(${of.ids}::integer[])`)
      : query.where('title.id', '=', of.vid)
  ).execute()
  return new Map(
    rows.map((row): [number, Fields] => [
      row.id,
      {
        windows: row.windows as Json,
        ...{ _vid: row.vid, _season: row.number },
        _series: row.name_ru || row.name_uz || row.name_original,
      },
    ]),
  )
}

/** `Serial S2`. */
export function seasonLabel({ _series: series, _season: season }: Fields): string {
  return `${String(series)} S${String(season)}`
}

export async function writeSeasonWindows(tx: DbTransaction, id: number, windows: Json): Promise<void> {
  await tx
    .updateTable('season')
    .set({ windows: JSON.stringify(windows) })
    .where('id', '=', id)
    .execute()
}

/** Windows of seasons as things whose changes can be taken back. */
export const seasonStore: EntityStore = {
  lock: lockTitles,
  read: (tx, ids) => seasonStates(tx, { ids }),
  labelOf: seasonLabel,
  write: async (tx, steps) => {
    const stored = await seasonStates(tx, { ids: [...steps.keys()] })
    const left: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) {
      const state = stored.get(id)
      if (state === undefined || fields === null) left.push([id, '', null])
      else if (!('windows' in fields)) continue
      else if (windowsProblem(readMoreWindows(fields['windows'])) !== undefined)
        left.push([id, 'windows', state['windows'] ?? null])
      else await writeSeasonWindows(tx, id, fields['windows'] ?? [])
    }
    await announceTitles(tx)
    return left
  },
}
