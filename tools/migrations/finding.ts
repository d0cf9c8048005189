import type { SchemaSoFar } from './earlier-schema.ts'

/** What is wrong with a statement, and what to do instead, as a sentence. */
export interface Finding {
  /** `former`: the former release breaks. `lock`: requests wait, in any phase. */
  readonly kind: 'former' | 'lock'
  readonly text: string
}

export interface FileContext {
  readonly isOutsideTransaction: boolean
  readonly smallTables: ReadonlySet<string>
  /** What earlier files have made. */
  readonly earlier: SchemaSoFar
  /** What this file itself has made so far: nobody uses it. */
  readonly own: SchemaSoFar
}

export const former = (text: string): Finding => ({ kind: 'former', text })
export const lock = (text: string): Finding => ({ kind: 'lock', text })

/** Whether processes of the former release may use the table. */
export function isInUse({ own }: FileContext, table: string): boolean {
  return !own.tables.has(table)
}

/** Whether a scan or a rewrite of the table makes requests wait. */
export function isLarge(file: FileContext, table: string): boolean {
  return isInUse(file, table) && !file.smallTables.has(table)
}

export const orSmall =
  'or name the table in the second line ("-- small tables: …") when it has at most some thousand rows'
