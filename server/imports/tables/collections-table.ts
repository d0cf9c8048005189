/** Collections of films as a table. */
import {
  changeCollectionRows,
  collectionStore,
  existingTitles,
  loadCollectionRows,
} from '#server/catalogue/catalogue.ts'
import type { Fields } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ByWhom } from '#server/television/television.ts'
import { type Column, booleanColumn, problemOf, splitTexts, textColumn, wholeColumn } from './column.ts'
import type {
  ContentTable,
  RowProblem,
  RowRules,
  TableApplied,
  TableOptions,
  TableRow,
  TakenRows,
} from './content-table.ts'

const maxFilms = 500

/** The films of a collection by their numbers, in its order. */
const filmsColumn: Column = {
  ...{ name: 'vids', kind: 'text', width: 40, isReadOnly: false },
  write: (value) => (value as readonly number[]).join('; '),
  read: (text) => {
    const parts = splitTexts(text.replaceAll(',', ';'))
    if (!parts.every((part) => /^\d{1,9}$/.test(part))) return problemOf('not_number', '12; 7; 40')
    const vids = [...new Set(parts.map(Number))]
    return vids.length > maxFilms ? problemOf('too_many', String(maxFilms)) : { value: vids }
  },
}

/** Opens the collections that are not deleted as a table. */
export async function openCollectionsTable(db: Db, { language }: TableOptions): Promise<ContentTable> {
  return {
    columns: [
      wholeColumn('collection_id', 1, 2_147_483_647),
      textColumn('name_ru', { max: 160, isRequired: true }),
      textColumn('name_uz', { max: 160, isRequired: true }),
      textColumn('description_ru', { max: 2000, width: 60 }),
      textColumn('description_uz', { max: 2000, width: 60 }),
      booleanColumn('is_hidden', language),
      filmsColumn,
    ],
    lock: (tx) => collectionStore.lock(tx),
    ids: async () => [...(await loadCollectionRows(db)).keys()],
    rows: async (ids) => {
      const states = await loadCollectionRows(db)
      const rows = ids.flatMap((id): readonly (readonly [number, TableRow])[] => {
        const fields = states.get(id)
        if (fields === undefined) return []
        const label = String(fields['name_ru'] || fields['name_uz'])
        return [[id, { id, label, values: { ...fields, collection_id: id } }]]
      })
      return new Map(rows)
    },
    rules: () => Promise.resolve(collectionRules(db)),
    apply: applyCollections,
  }
}

function collectionRules(db: Db): RowRules {
  return {
    judge: async ({ ours, changed }) => {
      const problems: RowProblem[] = []
      for (const name of ['name_ru', 'name_uz'])
        if (ours === undefined && changed[name] === undefined)
          problems.push({ column: '', problem: 'required', hint: name })
      const vids = (changed['vids'] ?? []) as readonly number[]
      const present = new Set((ours?.values['vids'] ?? []) as readonly number[])
      const { unknown } = await existingTitles(
        db,
        vids.filter((vid) => !present.has(vid)),
      )
      if (unknown.length > 0)
        problems.push({ column: 'vids', problem: 'unknown_film', hint: unknown.slice(0, 10).join('; ') })
      return { problems, marks: [], similarTo: '' }
    },
    end: () => [],
  }
}

async function applyCollections(
  tx: DbTransaction,
  { changed, created, gone }: TakenRows,
  who: ByWhom & { readonly title: string },
): Promise<TableApplied> {
  const edits = new Map<number, Fields>(changed)
  for (const id of gone) edits.set(id, { is_hidden: true })
  const outcome = await changeCollectionRows(tx, { edits, created }, who)
  return outcome.kind === 'changed' ? outcome : { kind: 'changed_since' }
}
