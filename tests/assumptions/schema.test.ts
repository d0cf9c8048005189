/** The hand-written table types against the database that the migrations really create. */
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('the table types', () => {
  it('name every existing table and column, and no other', async () => {
    expect(await columnsOfDatabase()).toEqual(columnsOfTypes())
  })
})

async function columnsOfDatabase(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(database.db)
  const tables: Record<string, string[]> = {}
  for (const row of rows) (tables[row.table_name] ??= []).push(row.column_name)
  return sorted(tables)
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/**
 * Reads the interfaces: `Database` and the interfaces it extends map tables to interfaces, which contain the columns.
 */
function columnsOfTypes(): Record<string, string[]> {
  const interfaces = new Map<string, Map<string, string>>()
  const tableMaps: string[] = []
  for (const file of globSync([
    'server/platform/database/schema.ts',
    'server/**/tables.ts',
    'server/**/tables/*.ts',
  ])) {
    for (const entry of interfacesOf(file)) {
      // `Database` is declared again by each module that adds its tables.
      interfaces.set(entry.name, new Map([...(interfaces.get(entry.name) ?? []), ...entry.fields]))
      if (entry.name === 'Database') tableMaps.push('Database', ...entry.bases)
    }
  }
  const tables: Record<string, string[]> = {}
  for (const map of tableMaps) {
    for (const [table, type] of interfaces.get(map) ?? []) {
      tables[table] = [...(interfaces.get(type)?.keys() ?? [])]
    }
  }
  expect(Object.keys(tables).length).toBeGreaterThan(1)
  return sorted(tables)
}

function interfacesOf(file: string) {
  const program = parseSync(file, readFileSync(file, 'utf8')).program as unknown as { body: Node[] }
  return program.body
    .flatMap(inModule)
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement))
    .filter((node): node is Node => (node as Node | null)?.type === 'TSInterfaceDeclaration')
    .map((node) => ({
      name: nameOf(node['id']),
      bases: ((node['extends'] ?? []) as Node[]).map((base) => nameOf(base['expression'])),
      fields: new Map(
        (node['body'] as { body: Node[] }).body
          .filter((member) => member.type === 'TSPropertySignature')
          .map((member) => [nameOf(member['key']), typeNameOf(member)]),
      ),
    }))
}

/** A module adds its tables inside a `declare module`. */
function inModule(statement: Node): Node[] {
  const body =
    statement.type === 'TSModuleDeclaration' ? (statement['body'] as { body: Node[] }).body : undefined
  return body ?? [statement]
}

function nameOf(node: unknown): string {
  return (node as { name?: string; value?: string }).name ?? (node as { value?: string }).value ?? ''
}

function typeNameOf(member: Node): string {
  const annotation = (member['typeAnnotation'] as Node | undefined)?.['typeAnnotation'] as Node | undefined
  return annotation?.type === 'TSTypeReference' ? nameOf(annotation['typeName']) : ''
}

function sorted(tables: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(tables)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([table, columns]) => [table, columns.toSorted()]),
  )
}
