import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBilling } from '#server/billing/billing.ts'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'

const commands = await loadCommands()
let database: TestDatabase
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-acts-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  await loadSecrets(dir, systemRandom)
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
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

const why = ['--reason', 'Interruption']

describe('[CARE-04] the operator', () => {
  it('credits, gives days, connects, ends and takes back', async () => {
    const billing = openBilling({ db: database.db, clock: systemClock })
    await billing.putTariff(buildTariff(57, { isBase: true }))
    const people = accountsFixture(database.db)
    const { abonement, accountId } = await people.addAccount({})
    expect(await run('subscribers', 'credit', abonement, '--sum', '26000')).toContain('--reason')
    const credit = await run('subscribers', 'credit', abonement, '--sum', '26000', '--goodwill', ...why)
    expect(credit).toContain('was 0 sums and is 26000')
    const wrong = await run('subscribers', 'connect', abonement, '--tariff', '57', '--sum', '1', ...why)
    expect(wrong).toBe('it costs 25000 sums')
    const connect = await run('subscribers', 'connect', abonement, '--tariff', '57', '--sum', '25000', ...why)
    expect(connect).toContain('1000 are left')
    const act = /Act (\d+)/.exec(credit)?.[1] ?? ''
    expect(await run('subscribers', 'take-back', abonement, '--act', act, ...why)).toContain('it was used')
    const before = (await billing.subscriptionsOf(accountId))[0]?.paidUntilMs ?? 0
    const gift = await run('subscribers', 'gift', abonement, '--tariff', '57', '--days', '3', ...why)
    expect((await billing.subscriptionsOf(accountId))[0]?.paidUntilMs).toBe(before + 3 * 86_400_000)
    const giftAct = /Act (\d+)/.exec(gift)?.[1] ?? ''
    expect(await run('subscribers', 'take-back', abonement, '--act', giftAct, ...why)).toContain('Taken back')
    expect(await run('subscribers', 'take-back', abonement, '--act', giftAct, ...why)).toContain('already')
    expect((await billing.subscriptionsOf(accountId))[0]?.paidUntilMs).toBe(before)
    await run('subscribers', 'end', abonement, '--tariff', '57', '--mode', 'now', ...why)
    expect(await billing.subscriptionsOf(accountId)).toEqual([])
    expect(await run('subscribers', 'debit', abonement, '--sum', '1001', ...why)).toContain(
      'the balance is 1000',
    )
    expect(await run('subscribers', 'debit', abonement, '--sum', '1000', ...why)).toContain('is 0')
    expect(await run('ledger', 'check')).toContain('whole')
  })

  it('bans a device and lets it in again', async () => {
    const people = accountsFixture(database.db)
    const account = await people.addAccount({ name: 'A' })
    await people.enter(account, 'tv-1')
    const [device] = await people.accounts.listDevices(account.accountId)
    const number = String(device?.deviceId)
    await run('subscribers', 'device', account.abonement, '--device', number, '--ban', ...why)
    expect((await people.logIn(account, 'tv-1')).kind).toBe('banned')
    expect(await run('accounts', 'devices', account.abonement)).toContain('banned tv-1')
    await run('subscribers', 'unban', account.abonement, '--uid', 'tv-1', ...why)
    expect((await people.logIn(account, 'tv-1')).kind).toBe('logged_in')
    await run('subscribers', 'change', account.abonement, '--name', 'B', ...why)
    expect((await people.accounts.accountOf(account.accountId))?.name).toBe('B')
  })

  it('adds a template with a sum or days', async () => {
    const names = ['--ru', 'а', '--uz', 'a', '--en', 'a']
    expect(await run('subscribers', 'template', ...names)).toContain('either --sum or --days')
    expect(await run('subscribers', 'template', ...names, '--days', '3')).toMatch(/Template \d+ is stored/)
  })

  it('writes everything that is stored of a person to a file, and erases it with the number alone', async () => {
    const people = accountsFixture(database.db)
    const { abonement, accountId } = await people.addAccount({ phone: '+998901230099', name: 'Лола' })
    const path = join(dir, 'person.zip')
    expect(await run('subscribers', 'export', abonement, ...why)).toContain('--file')
    expect(await run('subscribers', 'export', abonement, '--file', path, ...why)).toContain('has everything')
    expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK')
    expect(await run('subscribers', 'erase', abonement, ...why)).toContain(`add --number ${abonement}`)
    expect(await people.accounts.accountOf(accountId)).toMatchObject({ name: 'Лола' })
    expect(await run('subscribers', 'erase', abonement, '--number', '7654321', ...why)).toContain(
      'not the number',
    )
    expect(await run('subscribers', 'erase', abonement, '--number', abonement, ...why)).toMatch(
      /^Act \d+: erased/,
    )
    expect(await people.accounts.accountOf(accountId)).toMatchObject({ name: '', phone: null })
    expect(await run('subscribers', 'change', abonement, '--name', 'Other', ...why)).toContain('are erased')
  })

  it('merges a double: says what would go, and does it with --apply', async () => {
    const people = accountsFixture(database.db)
    const [ours, theirs] = [await people.addAccount({}), await people.addAccount({})]
    await run('subscribers', 'credit', theirs.abonement, '--sum', '700', ...why)
    const merge = ['subscribers', 'merge', ours.abonement, '--from', theirs.abonement, ...why]
    expect(await run(...merge)).toContain('700 sums')
    expect(await run(...merge, '--apply')).toMatch(/^Act \d+: 700 sums/)
    expect(await run('subscribers', 'credit', theirs.abonement, '--sum', '5', ...why)).toContain(
      `merged into ${ours.abonement}`,
    )
  })
})
