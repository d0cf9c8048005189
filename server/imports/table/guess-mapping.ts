import type { FieldName, FieldRule, Mapping, TableForm } from './mapping.ts'
import { columnNames } from './column-names.ts'

/** A mapping derived from column names only: a draft to be corrected. */
export function guessMapping(source: string, columns: readonly string[], form: TableForm): Mapping {
  const folded = new Map(columns.map((column) => [fold(column), column]))
  const fields: Partial<Record<FieldName, FieldRule>> = {}
  for (const [field, synonyms] of Object.entries(columnNames) as [FieldName, readonly string[]][]) {
    const column = synonyms.flatMap((name) => folded.get(name) ?? [])[0]
    if (column !== undefined) fields[field] = column
  }
  return { source, table: form, fields }
}

/** A key prefix, from the name of a file. */
export function sourceOf(fileName: string): string {
  const word = fileName
    .toLowerCase()
    .replace(/\.[a-z0-9]+$/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 60)
  return word === '' ? 'list' : word
}

/** The names of an entry's columns, and of one nested level: `rating.kp`, `genres.genre`. */
export function columnsIn(values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const inner: unknown = Array.isArray(value) ? value[0] : value
    const isWithin = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return [name, ...(isWithin ? Object.keys(inner).map((own) => `${name}.${own}`) : [])]
  })
}

function fold(name: string) {
  return name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
