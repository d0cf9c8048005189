/** A real process on a machine whose clock is wrong, beside a database whose clock is right. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-clock-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

it('[NODE-01] is refused before it records or charges, with what is wrong and what to do', async () => {
  const { user, socketDir, database: name } = database.location
  const shift = 'const now = Date.now; Date.now = () => now() + 600000'
  const child = spawn(process.execPath, ['server/main.ts', '--only', 'media'], {
    env: {
      PATH: process.env['PATH'],
      NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(shift)}"`,
      DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
      ...{ EKRAN_DATA: dir, EKRAN_PORT: '0', EKRAN_HOST: '127.0.0.1', EKRAN_DEMO: 'off' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // One that is not refused must not run on.
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(printed).toMatch(/Ekran was not started\.\s+The clock of this machine is (599|600|601) s ahead of/)
  expect(code).toBe(1)
  expect(await database.db.selectFrom('media_node').select('node_id').execute()).toEqual([])
})
