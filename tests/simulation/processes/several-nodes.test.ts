/**
 * Machines that join with the address of the database and the key, each with an empty data folder of its own: what one
 * does holds on all of them, and nothing is allowed more often because there are several.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceHeader } from '#contract/form/constants.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import { openBilling } from '#server/billing/billing.ts'
import { importChannels } from '#server/imports/m3u/import-channels.ts'
import { writeNotification } from '#server/notifications/notifications.ts'
import { loadOwnSecrets } from '#server/platform/installation/installation.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startProduct, type Product } from '#tests/kit/product/product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

const key = 'the key of all nodes of this test, and of no other'
const otherKey = 'the next key of all nodes of this test, as long'
/** A notification of the database takes milliseconds; a value that is only cached takes half a minute and more. */
const soonMs = 10_000
const password = 'a password of several nodes'
const abonement = '50000001'

let database: TestDatabase
let url = ''
const dirs: string[] = []
const products: Product[] = []
let accountId = 0
let [one, two] = ['', '']

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'ekran-node-'))
  dirs.push(made)
  return made
}

function startNode(env: Readonly<Record<string, string>>, dataDir = folder()): Promise<Product> {
  return startProduct({
    dataDir,
    args: ['--only', 'api'],
    env: { DATABASE_URL: url, EKRAN_DEMO: 'off', ...env },
    readyLimitMs: 150_000,
  })
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { socketDir, user, database: name } = database.location
  url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  // One after the other: the first may have to build the site.
  products.push(await startNode({ EKRAN_KEY: key }))
  const keyFile = join(folder(), 'key')
  writeFileSync(keyFile, `${key}\n`)
  products.push(await startNode({ EKRAN_KEY_FILE: keyFile }))
  ;[one = '', two = ''] = products.map((product) => product.url)
  const { passwordPepper: pepper } = await loadOwnSecrets(database.db, folder(), systemRandom, { key })
  const accounts = openAccounts({
    ...{ db: database.db, clock: systemClock, random: systemRandom, pepper, supportPhone: '' },
  })
  ;({ accountId } = await accounts.upsertAccount(buildAccount(abonement, { password })))
}, 300_000)

afterAll(async () => {
  for (const product of products) await product.stop()
  await database.drop()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
}, 60_000)

interface Said {
  readonly failure: string | undefined
  readonly data: Record<string, unknown>
}

/** A busy process says when to ask again: a client does that. */
async function ask(
  at: string,
  path: string,
  options: RequestInit & { readonly uid?: string; readonly token?: string } = {},
): Promise<Said> {
  const { uid = 'a', token, ...request } = options
  for (let tries = 5; ; tries -= 1) {
    const response = await fetch(at + path, {
      ...request,
      headers: {
        ...{ 'content-type': 'application/json', [deviceHeader]: uid },
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    const said = (await response.json()) as { failure?: string; data?: Record<string, unknown> }
    if (response.status !== 503 || tries === 1) return { failure: said.failure, data: said.data ?? {} }
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1000))
  }
}

function post(
  at: string,
  path: string,
  body: object,
  more: { readonly uid?: string; readonly token?: string } = {},
) {
  return ask(at, path, { method: 'POST', body: JSON.stringify(body), ...more })
}

function logIn(at: string, uid: string, typed = password): Promise<Said> {
  return post(at, '/middleware/login', { abonement, password: typed, device_uid: uid }, { uid })
}

async function enter(at: string, uid: string): Promise<string> {
  const { failure, data } = await logIn(at, uid)
  expect(failure).toBeUndefined()
  return String(data['authkey'])
}

async function stateOf(at: string, token: string, uid: string): Promise<unknown> {
  return (await ask(at, '/middleware/account/status', { token, uid })).data['reason']
}

describe('nodes that have the database and the key in common', () => {
  it('[NODE-01] share sessions: a login at one is valid at the other, and ends in both at once', async () => {
    const token = await enter(one, 'a')
    for (const at of [one, two]) expect(await stateOf(at, token, 'a')).toBe('good')
    await post(two, '/middleware/logout', { authkey: token }, { uid: 'a' })
    for (const at of [one, two])
      await waitFor(async () => (await stateOf(at, token, 'a')) === 'ended', soonMs)
    for (const dir of products.map(({ dataDir }) => dataDir))
      expect(await readdir(dir)).not.toContain('secrets.json')
  })

  it('[NODE-01] show what was changed once: channels, tariffs, settings', async () => {
    const list = '#EXTM3U\n#EXTINF:-1 tvg-id="node",Node channel\nhttp://127.0.0.1:9/live.ts\n'
    const token = await enter(one, 'c')
    const names = async (at: string) =>
      JSON.stringify((await ask(at, '/middleware/channel/list', { token, uid: 'c' })).data)
    const tariffs = async (at: string) => JSON.stringify((await ask(at, '/api/v1.3.0/tariffs')).data)
    const phone = { phone: '+998901234567' }
    const mayRegister = async (at: string) =>
      (await post(at, '/middleware/phpapi/check_phone', phone)).failure !== 'registration_off'
    for (const at of [one, two]) {
      expect(await names(at)).not.toContain('Node channel')
      expect(await tariffs(at)).not.toContain('Тариф 57')
      expect(await mayRegister(at)).toBe(true)
    }
    await importChannels(database.db, {
      ...{ name: 'list.m3u', bytes: Buffer.from(list), record: true, nowMs: Date.now() },
    })
    const billing = openBilling({ db: database.db, clock: systemClock })
    await billing.putTariff(buildTariff(57, { isBase: true }))
    const env = { DATABASE_URL: url, EKRAN_KEY: key }
    const set = await runCommand(['settings', 'set', 'registration', 'value=off'], '', folder(), env)
    expect([set.code, set.errors]).toEqual([0, ''])
    for (const at of [one, two]) {
      await waitFor(async () => (await names(at)).includes('Node channel'), soonMs)
      await waitFor(async () => (await tariffs(at)).includes('Тариф 57'), soonMs)
      await waitFor(async () => !(await mayRegister(at)), soonMs)
    }
  }, 120_000)

  it('[NODE-01] wake who waits at one of them for what happens through the other', async () => {
    const token = await enter(one, 'a')
    const path = '/api/v1.2.0/notifications/wait'
    const wait = (at: string, data?: Record<string, unknown>) =>
      ask(
        at,
        `${path}${data === undefined ? '' : `?last_id=${data['last_id']}&unread_count=${data['unread_count']}`}`,
        { token },
      )
    const before = (await wait(two)).data
    const waiting = wait(two, before)
    const words = { ru: 'Слова', uz: 'Soʻzlar' }
    await writeNotification(database.db, { accountId, title: words, body: words, createdAtMs: Date.now() })
    const { data } = await waiting
    expect(data['unread_count']).toBe(Number(before['unread_count']) + 1)
    // And one that is read at the first node.
    const reading = wait(two, data)
    await post(one, '/api/v1.2.0/notifications/read', { up_to: data['last_id'] }, { token })
    expect((await reading).data['unread_count']).toBe(0)
    await post(one, '/middleware/logout', { authkey: token })
  })

  it('[NODE-01] [ACC-14] count guesses of codes together: of televisions, per account', async () => {
    const token = await enter(two, 'a')
    const failures: (string | undefined)[] = []
    for (let guess = 0; guess < 24; guess += 1) {
      const at = guess % 2 === 0 ? one : two
      const body = { user_code: String(10_000_000 + guess) }
      failures.push((await post(at, '/middleware/account/tv/look', body, { token })).failure)
    }
    expect(failures.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'wrong_user_code'))
    expect(failures.slice(20)).toEqual(Array.from({ length: 4 }, () => 'too_many_requests'))
  })

  it('[NODE-01] [ACC-14] count wrong passwords together, also when they come to both at once', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, index) => logIn(index % 2 === 0 ? one : two, 'z', `wrong ${index}`)),
    )
    const failures = guesses.map(({ failure }) => failure).toSorted()
    expect(failures.filter((failure) => failure === 'wrong_credentials')).toHaveLength(10)
    expect(failures.filter((failure) => failure === 'too_many_requests')).toHaveLength(4)
    // The right one comes too late from this network, wherever it is tried.
    for (const at of [one, two]) expect((await logIn(at, 'z')).failure).toBe('too_many_requests')
  })

  it('[NODE-01] refuse one without the key or with another, before it serves anything', async () => {
    await expect(startNode({})).rejects.toThrow(/wrapped with a key\. Set EKRAN_KEY/)
    await expect(startNode({ EKRAN_KEY: otherKey })).rejects.toThrow(/another key than EKRAN_KEY/)
    await expect(startNode({ EKRAN_KEY: 'short' })).rejects.toThrow(/EKRAN_KEY: its value is not accepted/)
  }, 120_000)

  it('[NODE-01] go on after the key was changed, which the next one to start needs', async () => {
    const [dataDir, keyFile] = [folder(), join(folder(), 'next-key')]
    writeFileSync(keyFile, otherKey)
    const env = { DATABASE_URL: url, EKRAN_KEY: key }
    const command = ['secrets', 'rewrap', '--new-key-file', keyFile]
    const rewrapped = await runCommand(command, '', dataDir, env)
    expect([rewrapped.code, rewrapped.output]).toEqual([
      0,
      expect.stringContaining('wrapped with the new key'),
    ])
    expect(rewrapped.output + rewrapped.errors).not.toContain(otherKey)
    const again = await runCommand(command, '', dataDir, env)
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('nothing was done now')])
    const refused = await runCommand(['accounts', 'show', abonement], '', dataDir, env)
    expect([refused.code === 0, refused.errors]).toEqual([
      false,
      expect.stringContaining('another key than EKRAN_KEY'),
    ])
    const shown = await runCommand(['accounts', 'show', abonement], '', dataDir, {
      ...env,
      EKRAN_KEY: otherKey,
    })
    expect([shown.code, shown.output]).toEqual([0, expect.stringContaining(abonement)])
  }, 120_000)

  it('[NODE-01] run twice on one machine and one folder, each with a log of its own', async () => {
    const dataDir = folder()
    const both = [
      await startNode({ EKRAN_KEY: otherKey }, dataDir),
      await startNode({ EKRAN_KEY: otherKey }, dataDir),
    ]
    products.push(...both)
    expect(new Set(both.map((product) => product.url)).size).toBe(2)
    expect((await readdir(join(dataDir, 'logs'))).toSorted()).toEqual(['api-2.jsonl', 'api.jsonl'])
  }, 180_000)
})
