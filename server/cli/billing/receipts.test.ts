/** The commands for fiscal receipts on a real database, with the emulated fiscal service. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, call } from '#emulators/payment-systems/call.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import { createUzumFiscal, queueReceipts, sendReceipts } from '#server/fiscal/fiscal.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { type Clock, systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { startFiscalService, type TestFiscalService } from '#tests/kit/emulators/fiscal-service.ts'
import { merchantsFixture } from '#tests/kit/modules/merchants-module.ts'

const commands = await loadCommands()
let database: TestDatabase
let service: TestFiscalService
let dir = ''
let env: Record<string, string> = {}
beforeAll(async () => {
  database = await createTestDatabase()
  service = await startFiscalService()
  dir = await mkdtemp(join(tmpdir(), 'ekran-receipts-'))
  await loadSecrets(dir, systemRandom)
  const { user, socketDir, database: name } = database.location
  env = {
    EKRAN_DATA: dir,
    DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
  }
  // Longer ago than a payment waits for the run that makes its receipt.
  const earlier: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() - 10 * 60_000 }
  const fixture = await merchantsFixture(database.db, earlier)
  const { abonement } = await fixture.addAccount()
  for (const transactionId of [1, 2, 3])
    await call(`${fixture.url}/paynet`, {
      headers: { authorization: basic('paynet', 'paynet-password-of-the-tests') },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'PerformTransaction' },
        params: { serviceId: 1, transactionId, amount: 200_000, fields: { client_id: abonement } },
      }),
    })
  await fixture.close()
})
afterAll(async () => {
  await service.stop()
  await database.drop()
  await rm(dir, { recursive: true })
})

async function command(
  argv: readonly string[],
  more: Readonly<Record<string, string>> = { EKRAN_FISCAL: service.value },
) {
  const read = readSettings({ ...env, ...more })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  const tools: CommandTools = {
    ...{ settings: read.settings, log: silentLog, screen, signal: new AbortController().signal },
  }
  const line = readCommandLine(argv, commands)
  if (line.kind !== 'run') throw new Error(`not a command: ${argv.join(' ')}`)
  const outcome = await line.command.run(line.input, tools)
  return { kind: outcome.kind, text: outcome.kind === 'refused' ? outcome.why : outcome.lines.join('\n') }
}

async function run(more: object = {}) {
  await queueReceipts(database.db, service.settings, systemClock.nowMs())
  const fiscal = createUzumFiscal({ ...service.settings, ...more })
  await sendReceipts({ db: database.db, clock: systemClock, service: fiscal }, AbortSignal.timeout(30_000))
}

describe('[FIN-04] the commands for fiscal receipts', () => {
  it('say that they are off, compare, list, try again and close', async () => {
    expect((await command(['receipts', 'reconcile'], {})).text).toContain('EKRAN_FISCAL')
    expect((await command(['receipts', 'retry', 'failed'], {})).text).toContain('EKRAN_FISCAL')
    const before = await command(['receipts', 'reconcile'])
    expect(before).toMatchObject({ kind: 'bad' })
    expect(before.text).toContain('paynet:1  no_receipt  ledger 2000')
    await run({ spic: '0'.repeat(17) })
    const failed = await command(['receipts', 'list', '--failed'])
    expect(failed.text).toContain('failed  wrong_codes')
    expect(failed.text).toContain('0 wait, 3 failed, 0 registered, 0 not needed.')
    const [, first = ''] = /^(\d+) {2}sale/.exec(failed.text) ?? []
    expect((await command(['receipts', 'close', first, '--note', 'x'])).text).toContain('3 to 200')
    expect((await command(['receipts', 'close', first, '--note', 'No 2121'])).kind).toBe('done')
    expect((await command(['receipts', 'retry', first])).text).toContain('is not_needed')
    expect((await command(['receipts', 'retry', '999999'])).text).toContain('there is no receipt')
    expect((await command(['receipts', 'retry', 'failed'])).text).toBe('2 are tried again.')
    await run()
    expect((await command(['receipts', 'list', '--ended'])).text).toContain('https://ofd.soliq.uz/')
    expect((await command(['receipts', 'reconcile'])).kind).toBe('done')
  })
})
