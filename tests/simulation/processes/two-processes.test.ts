/** Two processes of the product on one database: a change of a session in one applies in the other at once. */
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceHeader } from '#contract/form/constants.ts'
import { openAccounts, type Accounts } from '#server/accounts/accounts.ts'
import { believedMs } from '#server/accounts/sessions/recent-sessions.ts'
import { readReport } from '#server/monitoring/monitoring.ts'
import { importChannels } from '#server/imports/m3u/import-channels.ts'
import { importList, listPlace } from '#server/region/region.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { startProduct, type Product } from '#tests/kit/product/product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

/** Far below the time a cached value would be used without a notification from the other process. */
const atOnceMs = believedMs / 3
const password = 'a password of two processes'
const abonement = '50000001'

let database: TestDatabase
const dirs: string[] = []
const products: Product[] = []
let accounts: Accounts
let accountId = 0
let url = ''
let [one, two] = ['', '']

beforeAll(async () => {
  database = await createTestDatabase()
  dirs.push(...['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `ekran-${name}-`))))
  const [first = '', second = ''] = dirs
  // The operator copies the secrets from one machine to the next.
  const { passwordPepper } = await loadSecrets(first, systemRandom)
  copyFileSync(join(first, 'secrets.json'), join(second, 'secrets.json'))
  // Where prefix lists were stored before: in the folder of one of them.
  writeFileSync(join(first, 'network-prefixes.txt'), '# date: 2026-11-01\n84.54.64.0/19\n2a05:45c0::/32\n')
  const { socketDir, user, database: name } = database.location
  url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  // One after the other: the first may have to build the site.
  for (const dataDir of dirs)
    products.push(
      await startProduct({
        dataDir,
        args: ['--only', 'api'],
        env: { DATABASE_URL: url, EKRAN_DEMO: 'off' },
        readyLimitMs: 150_000,
      }),
    )
  ;[one = '', two = ''] = products.map((product) => product.url)
  accounts = openAccounts({
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    pepper: passwordPepper,
    supportPhone: '',
  })
  ;({ accountId } = await accounts.upsertAccount(buildAccount(abonement, { password })))
}, 300_000)

afterAll(async () => {
  for (const product of products) await product.stop()
  await database.drop()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
}, 60_000)

interface Said {
  readonly status: number
  readonly failure: string | undefined
  readonly data: Record<string, unknown>
}

async function post(at: string, path: string, body: object, uid: string, tries = 5): Promise<Said> {
  const response = await fetch(at + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [deviceHeader]: uid },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { failure?: string; data?: Record<string, unknown> }
  // A busy process responds that it is overloaded and when to retry: a client does that.
  if (response.status === 503 && tries > 1) {
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1000))
    return post(at, path, body, uid, tries - 1)
  }
  return { status: response.status, failure: answer.failure, data: answer.data ?? {} }
}

async function enter(at: string, uid: string, more: object = {}): Promise<string> {
  const fields = { abonement, password, device_uid: uid, ...more }
  const login = await post(at, '/middleware/login', fields, uid)
  expect([login.status, login.failure]).toEqual([200, undefined])
  return String(login.data['authkey'])
}

async function reason(at: string, token: string, uid: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, [deviceHeader]: uid }
  const response = await fetch(`${at}/middleware/account/status`, { headers })
  return ((await response.json()) as { data: { reason: unknown } }).data.reason
}

/** Both have it in memory. */
async function warm(token: string, uid: string) {
  for (const at of [one, two]) expect(await reason(at, token, uid)).toBe('good')
}

function soon(at: string, token: string, uid: string, requested: string) {
  return waitFor(async () => (await reason(at, token, uid)) === requested, atOnceMs)
}

describe('two processes on one database', () => {
  it('[ACC-09] apply the end of a session at once: by logout, removal, and a login of the same device', async () => {
    const token = await enter(one, 'a')
    await warm(token, 'a')
    await post(two, '/middleware/logout', { authkey: token }, 'a')
    await soon(one, token, 'a', 'ended')

    const tokens = [await enter(one, 'a'), await enter(two, 'b')] as const
    await warm(tokens[0], 'a')
    await warm(tokens[1], 'b')
    const others = await post(one, '/middleware/account/device/remove_others', { authkey: tokens[0] }, 'a')
    expect(others.data).toEqual({ removed: 1 })
    await soon(two, tokens[1], 'b', 'ended')

    const again = await enter(two, 'a')
    await soon(one, tokens[0], 'a', 'ended')
    await warm(again, 'a')
    await post(one, '/middleware/logout', { authkey: again }, 'a')
  })

  it('[ACC-11] apply a block of an account, and its end', async () => {
    const token = await enter(one, 'a')
    await warm(token, 'a')
    // Done by a third process: the command line.
    await accounts.setState(accountId, 'blocked')
    await soon(one, token, 'a', 'blocked')
    await soon(two, token, 'a', 'blocked')
    await accounts.setState(accountId, 'active')
    await soon(one, token, 'a', 'good')
    await soon(two, token, 'a', 'good')
    await post(one, '/middleware/logout', { authkey: token }, 'a')
  })

  it('[ACC-03] apply a changed password', async () => {
    const tokens = [await enter(one, 'a'), await enter(two, 'b')] as const
    await warm(tokens[0], 'a')
    await warm(tokens[1], 'b')
    const change = { old_password: password, new_password: 'another of two processes', authkey: tokens[0] }
    const changed = await post(one, '/middleware/account/password/change', change, 'a')
    expect(changed.data).toEqual({ ended_sessions: 1 })
    await soon(two, tokens[1], 'b', 'ended')
    expect(await reason(two, tokens[0], 'a')).toBe('good')
    const refused = await post(two, '/middleware/login', { abonement, password, device_uid: 'c' }, 'c')
    expect(refused.failure).toBe('wrong_credentials')
    await accounts.setPassword(accountId, password)
    // The right password forgets the wrong ones, which both count together; the new one ends this session.
    await enter(two, 'c')
    await accounts.setPassword(accountId, password)
  })

  it('[ACC-09] allow five when ten log in at both at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        post(
          i % 2 === 0 ? one : two,
          '/middleware/login',
          { abonement, password, device_uid: `d${i}` },
          `d${i}`,
        ),
      ),
    )
    const results = outcomes.map(({ status, failure }) => failure ?? status).toSorted()
    expect(results).toEqual([200, 200, 200, 200, 200, ...Array.from({ length: 5 }, () => 'device_limit')])
    await accounts.setPassword(accountId, password)
  })

  it('use no cached value from the time when they could not notify each other', async () => {
    const token = await enter(one, 'a')
    await warm(token, 'a')
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'ekran notifications' and datname = current_database()`.execute(database.db)
    await database.db.deleteFrom('session').where('account_id', '=', accountId).execute()
    await soon(one, token, 'a', 'ended')
    await soon(two, token, 'a', 'ended')
  })

  it('[REGION-02] agree on who is inside, though the list is in the folder of one of them', async () => {
    const prefixes = async (at: string) => {
      const parts = (await (await fetch(`${at}/readyz`)).json()) as {
        parts?: Record<string, { count?: number }>
      }
      return JSON.stringify(parts).match(/"count":(\d+)/)?.[1]
    }
    expect([await prefixes(one), await prefixes(two)]).toEqual(['2', '2'])
    const path = join(dirs[1] ?? '', 'newer.txt')
    writeFileSync(path, '# date: 2026-11-20\n84.54.64.0/19\n2a05:45c0::/32\n91.188.128.0/19\n')
    const place = listPlace(undefined, dirs[1] ?? '')
    expect(await importList(path, { db: database.db, place }, false)).toMatchObject({ kind: 'taken' })
    for (const at of [one, two]) await waitFor(async () => (await prefixes(at)) === '3', atOnceMs)
    // The older file of the first changes nothing when it is touched.
    utimesSync(join(dirs[0] ?? '', 'network-prefixes.txt'), new Date(), new Date())
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect([await prefixes(one), await prefixes(two)]).toEqual(['3', '3'])
    expect(products[0]?.output()).toContain('region.file_is_older')
  })

  it('[OPS-02] a third with other secrets does not start, with a message that says what to do', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ekran-third-'))
    dirs.push(dataDir)
    const env = { DATABASE_URL: url, EKRAN_DEMO: 'off' }
    const started = (more: object = {}) => startProduct({ dataDir, args: ['--only', 'api'], env, ...more })
    await expect(started()).rejects.toThrow(/has no secrets\.json .*Copy secrets\.json from/s)
    await loadSecrets(dataDir, systemRandom)
    await expect(started()).rejects.toThrow(/has another secrets\.json/)
  }, 120_000)

  it('[OPS-04] a passive one records nothing and runs no jobs, and reports that', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ekran-quiet-'))
    dirs.push(dataDir)
    copyFileSync(join(dirs[0] ?? '', 'secrets.json'), join(dataDir, 'secrets.json'))
    // Nothing listens there: an active recorder would report a refused connection.
    const list = '#EXTM3U\n#EXTINF:-1 tvg-id="quiet",Quiet\nhttp://127.0.0.1:9/live.ts\n'
    const import_ = { name: 'list.m3u', bytes: Buffer.from(list), record: true, nowMs: Date.now() }
    await importChannels(database.db, import_)
    const jobs = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from jobs.schedule`.execute(database.db))
        .rows[0]?.count
    expect(await jobs()).toBe(0)
    // The message and card gateways: an SMS gateway is connected at the start, whether there is a message or not.
    let called = 0
    const outside = createServer((socket) => {
      called++
      socket.on('error', () => undefined).resume()
    }).listen(0, '127.0.0.1')
    await once(outside, 'listening')
    const place = outside.address()
    const port = typeof place === 'object' ? place?.port : undefined
    const env = {
      ...{ DATABASE_URL: url, EKRAN_DEMO: 'off' },
      EKRAN_SMS_ROUTES: `smpp://u:p@127.0.0.1:${port}?from=EKRAN`,
      EKRAN_CARD_GATEWAY: `atmos+http://key:secret@127.0.0.1:${port}?store=1`,
    }
    const quiet = await startProduct({
      dataDir,
      args: ['--only', 'api,media,jobs'],
      env: { ...env, EKRAN_QUIET: 'on' },
      readyLimitMs: 60_000,
    })
    products.push(quiet)
    expect(quiet.output()).toContain('Quiet (EKRAN_QUIET is on): nothing is recorded, charged, sent')
    let report: Awaited<ReturnType<typeof readReport>>
    await waitFor(async () => (report = await readReport(database.db)) !== undefined, 30_000)
    expect(report?.channels).toMatchObject([
      { name: 'Quiet', state: 'waiting', words: 'quiet mode is on (EKRAN_QUIET is on)' },
    ])
    expect(await jobs()).toBe(0)
    expect(called).toBe(0)
    await quiet.stop()
    // When it is activated, the same process connects there at once.
    products.push(await startProduct({ dataDir, args: ['--only', 'api'], env, readyLimitMs: 60_000 }))
    await waitFor(() => called > 0, 30_000)
    outside.close()
  }, 240_000)
})
