/** What ALTER TABLE may do to a table that processes of the former release use. */
import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, Node } from 'libpg-query'
import { type FileContext, type Finding, former, isInUse, isLarge, lock, orSmall } from './finding.ts'
import { constraintsOf, lastNameOf } from './earlier-schema.ts'
import { entriesWithin } from './read-statements.ts'

export function checkAlterTable(statement: AlterTableStmt, file: FileContext): readonly Finding[] {
  const table = statement.relation?.relname ?? ''
  if (statement.objtype !== 'OBJECT_TABLE')
    return [former(`The former release uses ${table} as it is: change it in a contract migration.`)]
  if (!isInUse(file, table)) return []
  return (statement.cmds ?? []).flatMap((command) =>
    'AlterTableCmd' in command ? checkCommand(command.AlterTableCmd, table, file) : [],
  )
}

/** These change nothing for clients that read or write, and take a moment. */
const harmless = new Set([
  'AT_SetStatistics',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_SetStorage',
  'AT_SetCompression',
  'AT_ValidateConstraint',
])

function checkCommand(command: AlterTableCmd, table: string, file: FileContext): readonly Finding[] {
  const { subtype = '', name = '', def } = command
  const column = `${table}.${name}`
  if (harmless.has(subtype)) return []
  switch (subtype) {
    case 'AT_AddColumn':
      return def !== undefined && 'ColumnDef' in def ? checkAddColumn(def.ColumnDef, table, file) : []
    case 'AT_AddConstraint':
      return def !== undefined && 'Constraint' in def ? checkAddConstraint(def.Constraint, table, file) : []
    case 'AT_DropConstraint':
      return checkDropConstraint(name, table, file)
    case 'AT_ColumnDefault':
      return def === undefined
        ? [
            former(
              `The former release writes rows without ${column}: drop its default in a contract migration.`,
            ),
          ]
        : []
    case 'AT_DropColumn':
      return [
        former(
          `The former release uses ${column}: stop using it in one release, and drop it in a contract migration of a later one.`,
        ),
      ]
    case 'AT_AlterColumnType':
      return [
        former(`The former release uses ${column} with its type: add a new column and fill it by a job.`),
        ...(isLarge(file, table)
          ? [lock(`Another type of ${column} rewrites the table: add a new column instead, ${orSmall}.`)]
          : []),
      ]
    case 'AT_SetNotNull':
      return [
        former(
          `The former release may write null to ${column}: set NOT NULL in a contract migration of a later release.`,
        ),
        ...(isLarge(file, table)
          ? [
              lock(
                `SET NOT NULL reads all of ${table} while nobody can use it: add "not null ${name}" as a constraint NOT VALID, ` +
                  `and validate it in the next file, ${orSmall}.`,
              ),
            ]
          : []),
      ]
    case 'AT_DropNotNull':
      return [
        former(
          `The former release reads ${column} as never null: allow null in a contract migration of a later release.`,
        ),
      ]
    default:
      return [
        former(
          `The check does not know ${subtype} of ${table} as harmless: write it into a contract migration.`,
        ),
      ]
  }
}

/** Functions with one value for a whole statement: a column with such a default needs no rewrite. */
const stable = new Set([
  'now',
  'transaction_timestamp',
  'statement_timestamp',
  'jsonb_build_object',
  'make_interval',
])
const serial = /^(?:small|big)?serial\d?$/

function checkAddColumn(column: ColumnDef, table: string, file: FileContext): readonly Finding[] {
  const name = `${table}.${column.colname ?? ''}`
  const constraints = constraintsOf(column)
  const has = (kind: string) => constraints.some(({ contype }) => contype === kind)
  const byDefault = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')
  const isSerial = serial.test(lastNameOf(column.typeName?.names))
  const calls = [...entriesWithin(byDefault?.raw_expr)].flatMap(([key, value]) =>
    key === 'funcname' ? [lastNameOf(value as Node[])] : [],
  )
  const rewrites =
    isSerial ||
    has('CONSTR_IDENTITY') ||
    calls.some((call) => !stable.has(call)) ||
    constraints.some(
      ({ contype, generated_kind }) => contype === 'CONSTR_GENERATED' && generated_kind === 's',
    )
  const findings: Finding[] = []
  if (
    (has('CONSTR_NOTNULL') || has('CONSTR_PRIMARY')) &&
    byDefault === undefined &&
    !isSerial &&
    !has('CONSTR_IDENTITY')
  )
    findings.push(
      former(`The former release writes rows without ${name}: give it a default, or let it be null.`),
    )
  if (has('CONSTR_UNIQUE') || has('CONSTR_PRIMARY'))
    findings.push(
      former(`A unique ${name} may refuse what the former release writes: add it in a contract migration.`),
    )
  if (isLarge(file, table) && rewrites)
    findings.push(
      lock(
        `Each row of ${table} would be rewritten for ${name}: add it without a value, fill it by a job, ${orSmall}.`,
      ),
    )
  if (isLarge(file, table) && has('CONSTR_CHECK'))
    findings.push(
      lock(
        `The check of ${name} reads all of ${table}: add it as a constraint NOT VALID, validate it in the next file, ${orSmall}.`,
      ),
    )
  const foreign = constraints.filter(({ contype }) => contype === 'CONSTR_FOREIGN')
  return [
    ...findings,
    ...foreign.flatMap((constraint) => checkForeignKey(constraint, file)),
    ...checkOwnColumns(column, constraints, table),
  ]
}

/** A check of a new column that reads others is a rule for rows that the former release writes. */
function checkOwnColumns(
  column: ColumnDef,
  constraints: readonly Constraint[],
  table: string,
): readonly Finding[] {
  const others = constraints
    .filter(({ contype }) => contype === 'CONSTR_CHECK')
    .flatMap(({ raw_expr }) => columnsIn(raw_expr))
    .filter((name) => name !== column.colname)
  return others.length === 0
    ? []
    : [
        former(
          `The check of ${table}.${column.colname ?? ''} reads ${others[0]} and may refuse what the former release writes: add it in a contract migration.`,
        ),
      ]
}

function columnsIn(expression: Node | undefined): readonly string[] {
  return [...entriesWithin(expression)].flatMap(([key, value]) =>
    key === 'fields' ? [lastNameOf(value as Node[])] : [],
  )
}

/** A row of a new table must not prevent the former release, which does not know it, from deleting the one it names. */
export function checkForeignKey(constraint: Constraint, file: FileContext): readonly Finding[] {
  const target = constraint.pktable?.relname ?? ''
  const isFree = ['c', 'n', 'd'].includes(constraint.fk_del_action ?? '')
  if (isFree || !isInUse(file, target)) return []
  return [
    former(
      `The former release deletes rows of ${target} and does not know what refers to them: add "on delete cascade" or "on delete set null".`,
    ),
  ]
}

function checkAddConstraint(constraint: Constraint, table: string, file: FileContext): readonly Finding[] {
  const { contype, conname = '', skip_validation: isUnchecked = false } = constraint
  const before = file.earlier.constraints.get(`${table}.${conname}`)
  const isWider = contype === 'CONSTR_CHECK' && before !== undefined && allows(constraint, before)
  const findings: Finding[] = []
  if (!isWider)
    findings.push(
      former(
        `The constraint ${conname} of ${table} may refuse what the former release writes: add it in a contract migration.`,
      ),
    )
  if (!isUnchecked && isLarge(file, table))
    findings.push(
      lock(
        `The constraint ${conname} reads all of ${table} while nobody can write: add it NOT VALID and validate it in the next file, ${orSmall}.`,
      ),
    )
  return findings
}

/** Whether both are lists of values of one column, and the new one has all of the former. */
function allows(wider: Constraint, before: Constraint): boolean {
  const [after, former] = [listIn(wider.raw_expr), listIn(before.raw_expr)]
  if (after === undefined || former === undefined || after.column !== former.column) return false
  return former.values.every((value) => after.values.includes(value))
}

/** `column in ('a', 'b')`; undefined for anything else. */
function listIn(expression: Node | undefined): { column: string; values: readonly string[] } | undefined {
  if (expression === undefined || !('A_Expr' in expression)) return undefined
  const { kind, name, lexpr, rexpr } = expression.A_Expr
  if (kind !== 'AEXPR_IN' || lastNameOf(name) !== '=' || lexpr === undefined || rexpr === undefined)
    return undefined
  const column = columnsIn(lexpr)
  if (!('ColumnRef' in lexpr) || !('List' in rexpr) || column[0] === undefined) return undefined
  const items = rexpr.List.items ?? []
  if (!items.every((item) => 'A_Const' in item)) return undefined
  return {
    column: column[0],
    values: items.map((item) => JSON.stringify('A_Const' in item && valueOf(item.A_Const))),
  }
}

function valueOf(constant: object): unknown {
  const { location: _, ...value } = constant as { readonly location?: number }
  return value
}

/** A unique one is what an `on conflict` of the former release names; a check or a reference only becomes freer. */
function checkDropConstraint(name: string, table: string, { earlier }: FileContext): readonly Finding[] {
  const kind = earlier.constraints.get(`${table}.${name}`)?.contype
  if (kind === 'CONSTR_CHECK' || kind === 'CONSTR_FOREIGN') return []
  return [
    former(
      `The former release may need the constraint ${name} of ${table} (on conflict): drop it in a contract migration.`,
    ),
  ]
}
