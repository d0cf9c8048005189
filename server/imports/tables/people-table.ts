/** People of films as a table; doubles that were merged are not among them, and do not come back. */
import {
  changePersonRows,
  doublesAmong,
  loadPersonRows,
  personNumbers,
  personStore,
} from '#server/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import { shownColumn, textColumn, wholeColumn } from './column.ts'
import type { ContentTable, RowProblem, RowRules, TableRow } from './content-table.ts'

/** Opens the people who were not merged into others as a table. */
export function openPeopleTable(db: Db): Promise<ContentTable> {
  return Promise.resolve({
    columns: [
      wholeColumn('person_id', 1, 2_147_483_647),
      textColumn('name_ru', { max: 120 }),
      textColumn('name_uz', { max: 120 }),
      textColumn('name_original', { max: 120 }),
      textColumn('about_ru', { max: 5000, width: 60 }),
      textColumn('about_uz', { max: 5000, width: 60 }),
      shownColumn('title_count', 8),
    ],
    lock: (tx) => personStore.lock(tx),
    ids: () => personNumbers(db),
    rows: async (ids) => {
      const rows = await loadPersonRows(db, ids)
      return new Map(
        [...rows].map(([id, { fields, titles }]): readonly [number, TableRow] => [
          id,
          {
            id,
            label: String(fields['name_ru'] || fields['name_uz'] || fields['name_original']),
            values: { ...fields, person_id: id, title_count: String(titles) },
          },
        ]),
      )
    },
    whyGone: async (ids) => {
      const doubles = await doublesAmong(db, ids)
      return new Map(
        [...doubles].map(([id, into]): readonly [number, RowProblem] => [
          id,
          { column: 'person_id', problem: 'merged', hint: String(into) },
        ]),
      )
    },
    rules: () => Promise.resolve(peopleRules()),
    apply: async (tx, { changed }, who) => {
      const outcome = await changePersonRows(tx, changed, who)
      return outcome.kind === 'changed' ? outcome : { kind: 'changed_since' }
    },
  })
}

/** A person comes with a film: a table adds none. */
function peopleRules(): RowRules {
  const names = ['name_ru', 'name_uz', 'name_original']
  return {
    judge: ({ ours, changed }) => {
      const all = { ...ours?.values, ...changed }
      const problems: RowProblem[] = []
      if (ours === undefined) problems.push({ column: '', problem: 'no_new', hint: '' })
      else if (names.some((name) => name in changed) && names.every((name) => (all[name] ?? '') === ''))
        problems.push({ column: '', problem: 'nameless', hint: '' })
      return Promise.resolve({ problems, marks: [], similarTo: '' })
    },
    end: () => [],
  }
}
