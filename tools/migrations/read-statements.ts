/** The statements of a migration, by PostgreSQL's own parser; those inside DO blocks too. */
import { loadModule, type Node, parsePlPgSQLSync, parseSync } from 'libpg-query'

await loadModule()

export interface Statement {
  /** As it is written, its first line. */
  readonly text: string
  /** `AlterTableStmt`, …; `Hidden` for what only a run would show. */
  readonly kind: string
  readonly node: Node
}

/** Deeper blocks are refused as hidden. */
const maxDepth = 4

/** Reads `sql`; throws PostgreSQL's own error where it is none. */
export function readStatements(sql: string, depth = 0): readonly Statement[] {
  // Positions are counted in bytes.
  const bytes = Buffer.from(sql)
  return (parseSync(sql).stmts ?? []).flatMap(({ stmt, stmt_location: from = 0, stmt_len: length = 0 }) => {
    if (stmt === undefined) return []
    const whole = bytes.subarray(from, length === 0 ? bytes.length : from + length).toString('utf8')
    const statement = { text: firstLineOf(whole), kind: Object.keys(stmt)[0] ?? '', node: stmt }
    return 'DoStmt' in stmt ? ofBlock(statement, whole, depth) : [statement]
  })
}

/** What a DO block runs. A statement that it puts together itself cannot be read, nor one in another language. */
function ofBlock(block: Statement, whole: string, depth: number): readonly Statement[] {
  const hidden = { ...block, kind: 'Hidden' }
  const language = [...entriesWithin(block.node)].some(
    ([key, value]) => key === 'defname' && value === 'language',
  )
  if (depth >= maxDepth || (language && !/language\s+'?plpgsql/i.test(whole))) return [hidden]
  try {
    return [...entriesWithin(parsePlPgSQLSync(whole))].flatMap(([key, value]) => {
      if (/^PLpgSQL_stmt_(?:dyn|call|return_query)/.test(key)) return [hidden]
      return key === 'PLpgSQL_expr' ? readStatements(sqlOf(value as Expression), depth + 1) : []
    })
  } catch {
    return [hidden]
  }
}

interface Expression {
  readonly query: string
  /** 0 is a statement, 2 an expression, and above it the assignment of one. */
  readonly parseMode: number
}

/** An expression runs the functions it calls, as a SELECT does. */
function sqlOf({ query, parseMode = 0 }: Expression): string {
  if (parseMode === 0) return query
  return `select ${parseMode === 2 ? query : query.replace(/^.*?:?=/s, '')}`
}

/** Every key of a tree with its value, outer ones first. */
export function* entriesWithin(tree: unknown): Generator<readonly [string, unknown]> {
  if (typeof tree !== 'object' || tree === null) return
  for (const entry of Object.entries(tree)) {
    yield entry
    yield* entriesWithin(entry[1])
  }
}

/** Without the comments before it. */
function firstLineOf(whole: string): string {
  const lines = whole.split('\n').map((line) => line.trim())
  return (lines.find((line) => line !== '' && !line.startsWith('--')) ?? '').slice(0, 120)
}
