/** What a migration finds: the tables, constraints and functions that earlier ones have made. */
import type { ColumnDef, Constraint, Node } from 'libpg-query'
import type { Statement } from './read-statements.ts'

export interface SchemaSoFar {
  readonly tables: Set<string>
  readonly functions: Set<string>
  /** `table.name` → what it is. */
  readonly constraints: Map<string, Constraint>
}

export function emptySchema(): SchemaSoFar {
  return { tables: new Set(), functions: new Set(), constraints: new Map() }
}

/** Adds what a statement makes. Drops are left out: a name that is gone does no harm. */
export function addTo(schema: SchemaSoFar, { node }: Statement): void {
  if ('CreateStmt' in node) {
    const table = node.CreateStmt.relation?.relname ?? ''
    schema.tables.add(table)
    for (const element of node.CreateStmt.tableElts ?? []) addElement(schema, table, element)
  } else if ('CreateTableAsStmt' in node) {
    schema.tables.add(node.CreateTableAsStmt.into?.rel?.relname ?? '')
  } else if ('CreateFunctionStmt' in node) {
    schema.functions.add(lastNameOf(node.CreateFunctionStmt.funcname))
  } else if ('AlterTableStmt' in node) {
    const table = node.AlterTableStmt.relation?.relname ?? ''
    for (const command of node.AlterTableStmt.cmds ?? [])
      if ('AlterTableCmd' in command && command.AlterTableCmd.def !== undefined)
        addElement(schema, table, command.AlterTableCmd.def)
  }
}

/** A constraint under its own name, or the one that PostgreSQL gives it. */
function addElement(schema: SchemaSoFar, table: string, element: Node): void {
  if ('Constraint' in element) {
    const { Constraint: constraint } = element
    schema.constraints.set(`${table}.${constraint.conname ?? ''}`, constraint)
  } else if ('ColumnDef' in element) {
    for (const constraint of constraintsOf(element.ColumnDef)) {
      const ownName = `${table}_${element.ColumnDef.colname ?? ''}_${suffixes[constraint.contype ?? ''] ?? ''}`
      schema.constraints.set(`${table}.${constraint.conname ?? ownName}`, constraint)
    }
  }
}

const suffixes: Readonly<Record<string, string>> = {
  CONSTR_CHECK: 'check',
  CONSTR_UNIQUE: 'key',
  CONSTR_FOREIGN: 'fkey',
}

export function constraintsOf(column: ColumnDef): readonly Constraint[] {
  return (column.constraints ?? []).flatMap((node) => ('Constraint' in node ? [node.Constraint] : []))
}

/** The last of a name's parts: without its schema. */
export function lastNameOf(parts: readonly Node[] | undefined): string {
  const last = parts?.at(-1)
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : ''
}
