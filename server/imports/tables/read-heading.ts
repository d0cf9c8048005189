/** Recognises the first row of a table. Pure. */
import type { Cell } from '#server/imports/sheets/sheet.ts'
import { tidy } from './column.ts'
import type { PresentColumn } from './compare-rows.ts'
import type { ContentTable } from './content-table.ts'
import { columnOfHeading, tableOfHeading } from './headings.ts'
import type { TableSubject, TableWarning } from './tables.ts'

export type Heading =
  | {
      readonly kind: 'heading'
      /** Without that of the ids. */
      readonly columns: readonly PresentColumn[]
      /** Where the ids stand; -1 where there are none. */
      readonly idAt: number
      readonly width: number
      readonly warnings: readonly TableWarning[]
    }
  /** A table of something else, no heading of ours, or one heading twice. */
  | { readonly kind: 'refused'; readonly refusal: string }

const maxWarnings = 20

export function readHeading(cells: readonly Cell[], subject: TableSubject, table: ContentTable): Heading {
  const texts = cells.map((cell) => (typeof cell === 'string' ? tidy(cell) : ''))
  const other = texts.map(tableOfHeading).find((one) => one !== undefined && one !== subject)
  const names = table.columns.map(({ name }) => name)
  const places = texts.map((text) => (text === '' ? undefined : columnOfHeading(text, names)))
  const present = table.columns.flatMap((column) => {
    const at = places.indexOf(column.name)
    return at === -1 ? [] : [{ column, at }]
  })
  const [id] = table.columns
  const idAt = id === undefined ? -1 : places.indexOf(id.name)
  if (idAt === -1 && other !== undefined) return refused(`other_${other}`)
  const columns = present.filter(({ at }) => at !== idAt)
  if (columns.length < (idAt === -1 ? 2 : 1)) return refused('no_heading')
  const double = places.find((name, at) => name !== undefined && places.indexOf(name) !== at)
  if (double !== undefined) return refused('heading_twice')
  const strangers = texts.filter((text, at) => text !== '' && places[at] === undefined)
  return {
    ...{ kind: 'heading', columns, idAt },
    width: texts.findLastIndex((text) => text !== '') + 1,
    warnings: strangers
      .slice(0, maxWarnings)
      .map((column) => ({ warning: 'column', column: column.slice(0, 80), count: 0, of: 0 })),
  }
}

function refused(refusal: string): Heading {
  return { kind: 'refused', refusal }
}
