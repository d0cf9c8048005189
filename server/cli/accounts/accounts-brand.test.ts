/** Accounts of brands at the command line, on a real database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const commands = await loadCommands('accounts')
let database: TestDatabase
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-brand-accounts-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  await loadSecrets(dir, systemRandom)
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const { db } = database
  const main = await db.selectFrom('service_settings').selectAll().executeTakeFirstOrThrow()
  const zamin = { ...main, service_id: 1000001, hosts: ['zamin.uz'], name_uz: 'Zamin TV' }
  await db.insertInto('service_settings').values(zamin).execute()
})
beforeEach(async () => {
  await database.db.deleteFrom('account').execute()
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(...args: string[]): Promise<string> {
  const parsed = readCommandLine(args, commands)
  if (parsed.kind !== 'run') return parsed.kind === 'wrong' ? parsed.problem : parsed.text
  const outcome = await parsed.command.run(parsed.input, tools)
  return outcome.kind === 'refused' ? outcome.why : outcome.lines.join('\n')
}

/** Accounts 40000000 and on, made a day after another from 1 November; every second one names the main brand. */
async function give(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{
      abonement: String(40_000_000 + index),
      phone: null,
      name: '',
      password_hash: '$argon2id$v=19$m=1,t=1,p=1$YQ$YQ',
      state: 'active' as const,
    },
    created_at: new Date(Date.UTC(2026, 10, 1) + Math.min(index, 20) * 86_400_000),
    ...{ is_test: false, service_id: index % 2 === 0 ? null : 1 },
  }))
  await database.db.insertInto('account').values(rows).execute()
}

async function numbersOf(brand: number): Promise<readonly string[]> {
  const { db } = database
  const rows = await db.selectFrom('account').select('abonement').where('service_id', '=', brand).execute()
  return rows.map(({ abonement }) => abonement).toSorted()
}

describe('[BRAND-01] accounts of a brand', () => {
  it('get it by a rule, which says first how many it means', async () => {
    await give(12)
    const rule = ['1000001', '--number-prefix', '4000000', '--until', '2026-11-04T00:00']
    expect(await run('accounts', 'brand', ...rule)).toContain('3 accounts')
    expect(await numbersOf(1000001)).toEqual([])
    expect(await run('accounts', 'brand', ...rule, '--apply')).toContain('3 accounts got')
    expect(await numbersOf(1000001)).toEqual(['40000000', '40000001', '40000002'])
    expect(await run('accounts', 'brand', ...rule, '--apply')).toContain('0 accounts got')
    expect(await run('accounts', 'brand', '1', '--of', '1000001', '--apply')).toContain('3 accounts got')
    expect(await numbersOf(1000001)).toEqual([])
    const events = await database.db.selectFrom('security_event').select('event').execute()
    expect(events.filter(({ event }) => event === 'accounts_brand_assigned')).toHaveLength(2)
  })

  it('are named when they are added; a brand that does not exist, and what is no rule, are refused', async () => {
    expect(await run('accounts', 'add', '--abonement', '41000001', '--brand', '1000001')).toContain('Added')
    expect(await numbersOf(1000001)).toEqual(['41000001'])
    expect(await run('accounts', 'add', '--abonement', '41000002', '--brand', '7')).toContain('no brand 7')
    expect(await run('accounts', 'brand', '7', '--apply')).toContain('no brand 7')
    expect(await run('accounts', 'brand', '1')).toContain('name another one in --of')
    expect(await run('accounts', 'brand', '1000001', '--from', 'yesterday')).toContain('2026-12-20T18:00')
    expect(await run('accounts', 'brand', '1000001', '--number-prefix', '4x')).toContain('digits')
  })

  it('get it in batches, all of them', async () => {
    await give(1500)
    expect(await run('accounts', 'brand', '1000001', '--apply')).toContain('1500 accounts got')
    expect(await numbersOf(1000001)).toHaveLength(1500)
  })
})
