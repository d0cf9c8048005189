/** Genres of films as a table: their names in both languages. */
import {
  changeGenreRows,
  countTitlesOfGenres,
  filmGenreStates,
  filmGenreStore,
  keyOfGenreName,
} from '#server/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import { shownColumn, textColumn, wholeColumn } from './column.ts'
import type { ContentTable, RowProblem, RowRules, TableRow } from './content-table.ts'

const maxName = 60

/** Opens all genres as a table; a row without a number adds one. */
export function openGenresTable(db: Db): Promise<ContentTable> {
  return Promise.resolve({
    columns: [
      wholeColumn('genre_id', 1, 2_147_483_647),
      textColumn('name_ru', { max: maxName, isRequired: true }),
      textColumn('name_uz', { max: maxName, isRequired: true }),
      shownColumn('title_count', 8),
    ],
    lock: (tx) => filmGenreStore.lock(tx),
    ids: async () => [...(await filmGenreStates(db)).keys()],
    rows: async (ids) => {
      const states = await filmGenreStates(db, ids)
      const titles = await countTitlesOfGenres(db)
      return new Map(
        [...states].map(([id, fields]): readonly [number, TableRow] => {
          const label = String(fields['name_ru'] || fields['name_uz'])
          const values = { ...fields, genre_id: id, title_count: String(titles.get(id) ?? 0) }
          return [id, { id, label, values }]
        }),
      )
    },
    rules: () => genreRules(db),
    apply: async (tx, { changed, created }, who) => {
      const outcome = await changeGenreRows(tx, { edits: changed, created }, who)
      return outcome.kind === 'changed' ? outcome : { kind: 'changed_since' }
    },
  })
}

/** A new genre has both names, and none that another one has. */
async function genreRules(db: Db): Promise<RowRules> {
  const states = await filmGenreStates(db)
  const taken = new Map(
    [...states].flatMap(([id, fields]) =>
      [
        String(fields['_key']),
        ...['name_ru', 'name_uz'].map((name) => keyOfGenreName(String(fields[name] ?? ''))),
      ].map((key): readonly [string, number] => [key, id]),
    ),
  )
  return {
    judge: ({ item, ours, changed }) => {
      const problems: RowProblem[] = []
      const names = ['name_ru', 'name_uz'].filter((name) => ours === undefined || name in changed)
      for (const name of names)
        if (changed[name] === undefined) problems.push({ column: '', problem: 'required', hint: name })
      const own = ours?.id ?? -item
      const keys = names.map((name) => keyOfGenreName(String(changed[name] ?? '')))
      if (problems.length === 0 && keys.some((key) => (taken.get(key) ?? own) !== own))
        problems.push({ column: '', problem: 'genre_twice', hint: '' })
      else for (const key of keys) taken.set(key, own)
      return Promise.resolve({ problems, marks: [], similarTo: '' })
    },
    end: () => [],
  }
}
