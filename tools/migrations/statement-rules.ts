/** What each statement of a migration may do while processes of the former release run. */
import type { Node } from 'libpg-query'
import { checkAlterTable, checkForeignKey } from './alter-table-rules.ts'
import { type FileContext, type Finding, former, isInUse, isLarge, lock, orSmall } from './finding.ts'
import { constraintsOf, lastNameOf } from './earlier-schema.ts'
import { entriesWithin, type Statement } from './read-statements.ts'

/** New things, which nobody uses yet, and what changes nothing for those who read and write. */
const harmless = new Set([
  'AlterEnumStmt',
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CreateTableAsStmt',
  'InsertStmt',
])

/** The findings of one statement; none where it may run while the former release is in use. */
export function checkStatement({ kind, node }: Statement, file: FileContext): readonly Finding[] {
  if (kind === 'Hidden')
    return [former('A statement that is put together while it runs cannot be read: write it out.')]
  if ('AlterTableStmt' in node) return checkAlterTable(node.AlterTableStmt, file)
  if ('CreateStmt' in node) return checkCreateTable(node, file)
  if ('IndexStmt' in node) return checkIndex(node, file)
  if ('CreateTrigStmt' in node) return checkTrigger(node, file)
  if ('UpdateStmt' in node) return checkUpdate(node.UpdateStmt.relation?.relname ?? '', file)
  if ('DeleteStmt' in node) return checkDelete(node.DeleteStmt.relation?.relname ?? '', file)
  if ('SelectStmt' in node) return checkSelect(node, file)
  if ('CreateFunctionStmt' in node)
    return ifReplaced(node.CreateFunctionStmt.replace, lastNameOf(node.CreateFunctionStmt.funcname))
  if ('ViewStmt' in node) return ifReplaced(node.ViewStmt.replace, node.ViewStmt.view?.relname ?? '')
  if ('GrantStmt' in node && node.GrantStmt.is_grant === true) return []
  if ('AlterEnumStmt' in node && node.AlterEnumStmt.oldVal !== undefined)
    return [
      former('The former release writes the value by its former name: rename it in a contract migration.'),
    ]
  if (harmless.has(kind)) return []
  if (kind === 'VariableSetStmt' || kind === 'TransactionStmt')
    return [lock('The migrator sets limits and begins and ends the transaction: leave this to it.')]
  if (kind === 'RenameStmt' || kind === 'DropStmt')
    return [
      former(
        'The former release uses it under its name: stop using it in one release, and write this into a contract migration of a later one.',
      ),
    ]
  if (kind === 'TruncateStmt' || kind === 'LockStmt' || kind === 'VacuumStmt')
    return [lock('Requests wait while it runs: do it by a job, in small parts.')]
  return [former(`The check does not know ${kind} as harmless: write it into a contract migration.`)]
}

function checkCreateTable(
  node: Extract<Node, { CreateStmt: unknown }>,
  file: FileContext,
): readonly Finding[] {
  const elements = node.CreateStmt.tableElts ?? []
  const constraints = elements.flatMap((element) => {
    if ('Constraint' in element) return [element.Constraint]
    return 'ColumnDef' in element ? constraintsOf(element.ColumnDef) : []
  })
  const parents = (node.CreateStmt.inhRelations ?? []).flatMap((parent) =>
    'RangeVar' in parent && isInUse(file, parent.RangeVar.relname ?? '')
      ? [parent.RangeVar.relname ?? '']
      : [],
  )
  const own = node.CreateStmt.relation?.relname
  return [
    ...constraints
      .filter(({ contype, pktable }) => contype === 'CONSTR_FOREIGN' && pktable?.relname !== own)
      .flatMap((constraint) => checkForeignKey(constraint, file)),
    ...parents.map((parent) =>
      former(`A part of ${parent} changes where the former release writes: add it in a contract migration.`),
    ),
  ]
}

function checkIndex(
  { IndexStmt: index }: Extract<Node, { IndexStmt: unknown }>,
  file: FileContext,
): readonly Finding[] {
  const table = index.relation?.relname ?? ''
  const isConcurrent = index.concurrent === true
  const findings: Finding[] = []
  if (isConcurrent && !file.isOutsideTransaction)
    findings.push(
      lock('An index is created concurrently outside a transaction only: the first line must say so.'),
    )
  if (isConcurrent && index.if_not_exists !== true)
    findings.push(
      lock('Add "if not exists": a process may end between the index and the note that it is there.'),
    )
  if (!isInUse(file, table)) return findings
  if (index.unique === true)
    findings.push(
      former(
        `A unique index of ${table} may refuse what the former release writes: create it in a contract migration.`,
      ),
    )
  if (!isConcurrent && isLarge(file, table))
    findings.push(
      lock(
        `Nobody can write to ${table} while this index is made: create it concurrently, alone in a file ` +
          `("-- phase: expand, outside a transaction"), ${orSmall}.`,
      ),
    )
  return findings
}

function checkTrigger(
  node: Extract<Node, { CreateTrigStmt: unknown }>,
  file: FileContext,
): readonly Finding[] {
  const table = node.CreateTrigStmt.relation?.relname ?? ''
  if (!isInUse(file, table)) return []
  return [
    former(
      `A trigger of ${table} acts on what the former release writes, and may refuse it: create it in a contract migration.`,
    ),
  ]
}

function checkUpdate(table: string, file: FileContext): readonly Finding[] {
  if (!isLarge(file, table)) return []
  return [
    lock(
      `The rows of ${table} stay locked until the end of this file: change them by a job, in parts, ${orSmall}.`,
    ),
  ]
}

function checkDelete(table: string, file: FileContext): readonly Finding[] {
  if (!isInUse(file, table)) return []
  return [
    former(`The former release may need rows of ${table}: delete them in a contract migration, or by a job.`),
    ...checkUpdate(table, file),
  ]
}

/** A SELECT runs the functions it calls. */
function checkSelect(node: Node, { earlier, own }: FileContext): readonly Finding[] {
  const calls = [...entriesWithin(node)].flatMap(([key, value]) =>
    key === 'funcname' ? [lastNameOf(value as Node[])] : [],
  )
  const hidden = calls.find((name) => earlier.functions.has(name) || own.functions.has(name))
  if (hidden === undefined) return []
  return [former(`What the function ${hidden} does cannot be read here: write its statements out.`)]
}

function ifReplaced(isReplaced: boolean | undefined, name: string): readonly Finding[] {
  if (isReplaced !== true) return []
  return [former(`The former release uses ${name} as it is: give the new one a name of its own.`)]
}
