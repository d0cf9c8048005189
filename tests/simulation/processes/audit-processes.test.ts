/** The audit chain when processes write at the same time: real ones, on one database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkChain, listEvents } from '#server/audit/audit.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const events = 700

/** Small batches, so that the processes' batches interleave. */
const program = `
  import { once } from 'node:events'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { openAudit } from '#server/audit/audit.ts'
  import { systemClock } from '#server/platform/primitives/clock.ts'
  import { openDatabase } from '#server/platform/database/database.ts'
  import { createLog } from '#server/platform/log/log.ts'
  const log = createLog({ level: 'warn', form: 'json' })
  const location = JSON.parse(process.argv[1])
  const database = openDatabase({ location, log, connections: 2, statementTimeoutMs: 10000, applicationName: 'writer' })
  const audit = openAudit({ db: database.db, clock: systemClock, log, flushAfterMs: 1 })
  await database.ping()
  process.stdout.write('ready')
  await once(process.stdin, 'data')
  process.stdin.destroy()
  for (let number = 0; number < ${events}; number++) {
    void audit.record({ event: 'login', actor: 'viewer', accountId: number, facts: { process: Number(process.argv[2]) } })
    if (number % 7 === 0) await sleep(1)
  }
  await audit.close()
  await database.close()`

it('[ACC-14] is one chain without a gap, and loses nothing', async () => {
  const writers = [1, 2].map((number) =>
    spawn(
      process.execPath,
      ['--input-type=module', '-e', program, JSON.stringify(database.location), String(number)],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    ),
  )
  const ready = Promise.all(writers.map((child) => once(child.stdout, 'data')))
  const ended = writers.map(async (child) => {
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    await once(child, 'close')
    return { code: child.exitCode, errors }
  })
  // Neither starts before the other can.
  await Promise.race([ready, Promise.all(ended)])
  for (const child of writers) child.stdin.end('go')
  expect(await Promise.all(ended)).toEqual([1, 2].map(() => ({ code: 0, errors: '' })))
  expect(await checkChain(database.db)).toMatchObject({ kind: 'whole', events: 2 * events })
  const written = (await listEvents(database.db, { limit: 3 * events })).map(({ facts }) => facts['process'])
  expect([1, 2].map((number) => written.filter((process) => process === number).length)).toEqual([
    events,
    events,
  ])
  // They did write at the same time: the chain alternates between them.
  expect(written.filter((process, index) => process !== written[index + 1]).length).toBeGreaterThan(3)
})
