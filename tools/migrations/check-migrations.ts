/** Refuses migrations that break the former release, or make its requests wait (docs/decisions/0030). */
import { isOlderVersion, type Phase, readHead } from '#server/platform/database/migration-phase.ts'
import type { FileContext } from './finding.ts'
import { addTo, emptySchema, type SchemaSoFar } from './earlier-schema.ts'
import { readStatements } from './read-statements.ts'
import { checkStatement } from './statement-rules.ts'

export interface MigrationFile {
  readonly number: number
  readonly name: string
  readonly sql: string
}

export interface CheckOptions {
  /** The version that installations have: what is taken away must be unused there already. */
  readonly formerVersion: string
  /** The last file that is not checked. */
  readonly baseline: number
}

/** A sentence for each statement that is refused: the file, the statement, what to do instead. */
export function checkMigrations(
  files: readonly MigrationFile[],
  { formerVersion, baseline }: CheckOptions,
): readonly string[] {
  const earlier = emptySchema()
  return files.flatMap(({ number, name, sql }) => {
    const statements = readStatements(sql)
    const head = readHead(number, sql, baseline)
    const refused: string[] = []
    if (typeof head === 'string') refused.push(`${name}: ${head}`)
    else if (head.phase.kind !== 'baseline') {
      const own = emptySchema()
      const file = { ...head, smallTables: new Set(head.smallTables), earlier, own }
      refused.push(
        ...checkPhase(head.phase, formerVersion).map((text) => `${name}: ${text}`),
        ...checkSmallTables(file).map((text) => `${name}: ${text}`),
      )
      if (head.isOutsideTransaction && (statements.length !== 1 || statements[0]?.kind !== 'IndexStmt'))
        refused.push(
          `${name}: Outside a transaction a file has one statement, "create index concurrently": what else it did would stay when it fails.`,
        )
      for (const statement of statements) {
        for (const { kind, text } of checkStatement(statement, file))
          if (kind === 'lock' || head.phase.kind === 'expand')
            refused.push(`${name}: ${statement.text} — ${text}`)
        addTo(own, statement)
      }
    }
    for (const statement of statements) addTo(earlier, statement)
    return refused
  })
}

function checkPhase(phase: Phase, formerVersion: string): readonly string[] {
  if (phase.kind !== 'contract' || !isOlderVersion(formerVersion, phase.unusedSince)) return []
  return [
    `The former release is ${formerVersion}, and what this file takes away is unused since ${phase.unusedSince} only: ` +
      'release it after that one.',
  ]
}

function checkSmallTables({
  smallTables,
  earlier,
}: FileContext & { readonly earlier: SchemaSoFar }): readonly string[] {
  return [...smallTables]
    .filter((table) => !earlier.tables.has(table))
    .map((table) => `The second line names the small table ${table}, which does not exist.`)
}
