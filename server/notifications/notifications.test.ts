import { notificationWorkers, openNotifications, writeNotification } from './notifications.ts'
import { notificationEndpoints } from '#server/api/notifications/notifications.ts'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { accountOfChange, notificationsChangedChannel } from './changes.ts'
import { forgetOldNotifications, cachedMs } from './forget-old.ts'
import type { Notifications } from './notifications.ts'
import { listenToDatabase } from '#server/platform/database/notifications.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { type TestCaller, ask } from '#tests/kit/modules/call-endpoint.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { noTelevision } from '#tests/kit/modules/no-television.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { emptyCatalogue } from '#tests/kit/modules/empty-catalogue.ts'

const noContent = { catalogue: emptyCatalogue, television: noTelevision }

const database = await createTestDatabase()
const { db } = database
const nowMs = Date.UTC(2026, 0, 15)
const clock = manualClock(nowMs)
const { accounts, addAccount } = accountsFixture(db, { clock })
const dayMs = 86_400_000

/** The module of one process, with its own memory and its own listening connection. */
async function openProcess(limits: { waitMs?: number; perAccount?: number; inAll?: number } = {}) {
  const notifications = openNotifications({
    db,
    clock,
    log: silentLog,
    accounts,
    limits,
  })
  const listening = await listenToDatabase({
    location: database.location,
    log: silentLog,
    on: { [notificationsChangedChannel]: (payload) => notifications.changed(accountOfChange(payload)) },
    onMissed: () => notifications.changed(null),
  })
  return { notifications, close: () => listening.close() }
}

const main = await openProcess()
const routes = notificationEndpoints({ notifications: main.notifications, clock, ...noContent })
afterAll(async () => {
  await main.close()
  await database.drop()
})
beforeEach(() => db.deleteFrom('notification').execute())
afterEach(() => clock.setMs(nowMs))

function words(text: string) {
  return { ru: `${text} ru`, uz: `${text} uz` }
}

function write(text: string, accountId: number | null = null, more: { href?: string; atMs?: number } = {}) {
  return writeNotification(db, {
    accountId,
    title: words(text),
    body: words('body'),
    createdAtMs: more.atMs ?? nowMs,
    ...(more.href === undefined ? {} : { href: more.href }),
  })
}

function as(accountId: number, more: TestCaller = {}): TestCaller {
  return {
    viewer: { accountId, sessionId: 'session' },
    ...more,
  }
}

interface Listed {
  readonly data: readonly { readonly id: number; readonly title: string; readonly is_read: number }[]
  readonly total_count: number
  readonly unread_count: number
  readonly last_page: number
}

async function list(caller: TestCaller, raw: Record<string, unknown> = {}) {
  return (await ask(routes, 'notifications.list', raw, caller)) as unknown as Listed
}

async function newAccount() {
  return (await addAccount()).accountId
}

describe('notifications', () => {
  it('[NOTIF-01] are paged, newest first, with id, is_read, total_count and unread_count', async () => {
    const [own, other] = [await newAccount(), await newAccount()]
    const ids: number[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift(await write(`n${count}`, count === 2 ? own : null))
    await write('of somebody else', other)
    const first = await list(as(own), { limit: 2 })
    expect(first).toMatchObject({ total_count: 5, unread_count: 5, page: 1, last_page: 3 })
    const pages = [
      first,
      await list(as(own), { limit: 2, page: 2 }),
      await list(as(own), { limit: 2, page: 3 }),
    ]
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids)
    expect((await list(as(own), { limit: 2, page: 4 })).data).toEqual([])
    expect((await list(as(own, { language: 'uz' }))).data[0]).toMatchObject({ title: 'n4 uz', is_read: 0 })
    const guest = await list({})
    expect(guest).toMatchObject({ total_count: 4, unread_count: 0 })
    expect(guest.data.every(({ is_read: isRead }) => isRead === 1)).toBe(true)
  })

  it('[NOTIF-01] are counted down once by opening one, also by twenty concurrent requests', async () => {
    const accountId = await newAccount()
    const [one] = [await write('one'), await write('two'), await write('three', accountId)]
    expect((await list(as(accountId))).unread_count).toBe(3)
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => ask(routes, 'notifications.one', { id: one }, as(accountId))),
    )
    for (const response of opened) expect(response).toMatchObject({ id: one, is_read: 1, unread_count: 2 })
    expect((await list(as(accountId))).data.map(({ is_read: isRead }) => isRead)).toEqual([0, 0, 1])
    const somebody = await newAccount()
    expect((await list(as(somebody))).unread_count, 'what one has read another has not').toBe(2)
  })

  it('are private: another’s, and one that never existed, are not found', async () => {
    const [own, other] = [await newAccount(), await newAccount()]
    const id = await write('secret', other)
    for (const caller of [{}, as(own)])
      expect(await ask(routes, 'notifications.one', { id }, caller)).toEqual({ refused: 'not_found' })
    expect(await ask(routes, 'notifications.one', { id: 2_000_000_000 }, as(own))).toEqual({
      refused: 'not_found',
    })
    expect(await ask(routes, 'notifications.one', { id: 'x' }, as(own))).toEqual({ invalid: ['id'] })
  })

  it('are all read up to one, and later ones stay unread', async () => {
    const accountId = await newAccount()
    const ids = [await write('a'), await write('b', accountId), await write('c')]
    await ask(routes, 'notifications.one', { id: ids[2] }, as(accountId))
    const readAll = (upTo: number) => ask(routes, 'notifications.readAll', { up_to: upTo }, as(accountId))
    expect(await readAll(ids[1] ?? 0)).toEqual({ unread_count: 0 })
    await write('later')
    expect((await list(as(accountId))).data.map(({ is_read: isRead }) => isRead)).toEqual([0, 1, 1, 1])
    expect(await readAll(ids[0] ?? 0), 'an older mark takes nothing back').toEqual({ unread_count: 1 })
    expect(await readAll(2_000_000_000)).toEqual({ unread_count: 0 })
    await write('after the mark of the future')
    expect((await list(as(accountId))).unread_count).toBe(1)
    const left = await db
      .selectFrom('notification_read')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()
    expect(left, 'one line says what single marks said').toEqual([])
  })

  it('from before an account was created count as read, later ones do not', async () => {
    await write('half a year of this', null, { atMs: nowMs - dayMs })
    const accountId = await newAccount()
    await write('since then', null, { atMs: nowMs + 1 })
    const listed = await list(as(accountId))
    expect(listed).toMatchObject({ total_count: 2, unread_count: 1 })
    expect(listed.data.map(({ is_read: isRead }) => isRead)).toEqual([0, 1])
  })

  it('link to a path of the site or to nothing', async () => {
    const id = await write('look', null, { href: '/movie/7' })
    expect(await ask(routes, 'notifications.one', { id })).toMatchObject({ href: '/movie/7', is_read: 1 })
    for (const href of ['https://elsewhere.example', '//elsewhere.example', 'movie/7'])
      await expect(write('away', null, { href })).rejects.toThrow('href')
  })

  it('are stored for half a year, and deleted with their read marks', async () => {
    const accountId = await newAccount()
    const id = await write('old', accountId, { atMs: nowMs - cachedMs })
    await ask(routes, 'notifications.one', { id }, as(accountId))
    await write('young', null, { atMs: nowMs - cachedMs + 1 })
    expect(notificationWorkers({ db, clock }).map(({ kind }) => kind.name)).toEqual(['notices.forget-old'])
    expect(await forgetOldNotifications(db, nowMs)).toBe(1)
    expect((await list(as(accountId))).total_count).toBe(1)
  })
})

describe('waiting for a notification', () => {
  interface State {
    readonly last_id: number
    readonly unread_count: number
  }
  const wait = (accountId: number, existing: State | undefined, signal?: AbortSignal, by = routes) =>
    ask(by, 'notifications.wait', { ...existing }, as(accountId, signal === undefined ? {} : { signal }))
  const stateOf = async (accountId: number) => (await wait(accountId, undefined)) as unknown as State
  const waiting = (notifications: Notifications, count: number) =>
    expect.poll(() => notifications.waiting()).toBe(count)

  it('[NOTIF-01] returns at once when the client has another state', async () => {
    const accountId = await newAccount()
    const id = await write('one', accountId)
    expect(await stateOf(accountId)).toEqual({ last_id: id, unread_count: 1, last_command: 0 })
    expect(await wait(accountId, { last_id: id, unread_count: 0 })).toEqual({
      last_id: id,
      unread_count: 1,
      last_command: 0,
    })
  })

  it('[NOTIF-01] ends when one is written, is read, or all are, in any process', async () => {
    const other = await openProcess()
    onTestFinished(other.close)
    const elsewhere = notificationEndpoints({
      notifications: other.notifications,
      clock,
      ...noContent,
    })
    const accountId = await newAccount()
    const before = await stateOf(accountId)
    const both = [wait(accountId, before), wait(accountId, before, undefined, elsewhere)]
    await waiting(main.notifications, 1)
    await waiting(other.notifications, 1)
    const id = await write('to everybody')
    for (const response of both)
      expect(await response).toEqual({ last_id: id, unread_count: 1, last_command: 0 })

    const unread = wait(accountId, { last_id: id, unread_count: 1 })
    await waiting(main.notifications, 1)
    await ask(elsewhere, 'notifications.one', { id }, as(accountId))
    expect(await unread).toEqual({ last_id: id, unread_count: 0, last_command: 0 })
    await waiting(main.notifications, 0)
  })

  it('is not ended by changes for others, costs no statement meanwhile, and returns the same at the timeout', async () => {
    const quiet = await openProcess({ waitMs: 400 })
    onTestFinished(quiet.close)
    const by = notificationEndpoints({ notifications: quiet.notifications, clock, ...noContent })
    const [own, other] = [await newAccount(), await newAccount()]
    const before = await stateOf(own)
    let statements = 0
    database.pool.on('acquire', () => (statements += 1))
    const response = wait(own, before, undefined, by)
    // It reads once before it waits.
    await expect.poll(() => statements).toBe(1)
    await write('for somebody else', other)
    const atWriting = statements
    expect(await response).toEqual(before)
    expect(statements).toBe(atWriting)
    expect(quiet.notifications.waiting()).toBe(0)
  })

  it('frees the slot of a client that disconnects, and ends when the server stops', async () => {
    const accountId = await newAccount()
    const before = await stateOf(accountId)
    const leaving = new AbortController()
    const response = wait(accountId, before, leaving.signal)
    await waiting(main.notifications, 1)
    leaving.abort()
    expect(await response).toEqual(before)
    expect(main.notifications.waiting()).toBe(0)
    expect(await wait(accountId, before, AbortSignal.abort())).toEqual(before)
  })

  it('has a limit of slots per account, and in all; above it returns busy', async () => {
    const small = await openProcess({ perAccount: 2, inAll: 3 })
    onTestFinished(small.close)
    const by = notificationEndpoints({ notifications: small.notifications, clock, ...noContent })
    const [own, other] = [await newAccount(), await newAccount()]
    const [before, theirs] = [await stateOf(own), await stateOf(other)]
    const leaving = new AbortController()
    const active = [
      wait(own, before, leaving.signal, by),
      wait(own, before, leaving.signal, by),
      wait(other, theirs, leaving.signal, by),
    ]
    await waiting(small.notifications, 3)
    expect(await wait(own, before, undefined, by)).toEqual({ refused: 'busy' })
    expect(await wait(other, theirs, undefined, by)).toEqual({ refused: 'busy' })
    leaving.abort()
    await Promise.all(active)
    expect(small.notifications.waiting()).toBe(0)
  })

  it('notifies thousands of waiting clients with a few statements', async () => {
    const many = await openProcess({ perAccount: 2000 })
    onTestFinished(many.close)
    const by = notificationEndpoints({ notifications: many.notifications, clock, ...noContent })
    const accountId = await newAccount()
    const before = await stateOf(accountId)
    let statements = 0
    const count = () => (statements += 1)
    database.pool.on('acquire', count)
    // Each of them reads once before it waits, and again after a change.
    const current = Array.from({ length: 1000 }, () => wait(accountId, before, undefined, by))
    await waiting(many.notifications, 1000)
    const id = await write('to everybody')
    for (const response of current)
      expect(await response).toEqual({ last_id: id, unread_count: 1, last_command: 0 })
    database.pool.off('acquire', count)
    expect(statements).toBeLessThan(8)
  })
})

describe('[PROF-02] the bell of a profile that is shown only what is rated', () => {
  const limited = Object.create(emptyCatalogue.now(), { limited: { value: { showsUnrated: false } } })
  const catalogue = { now: () => limited }
  const own = notificationEndpoints({ notifications: main.notifications, clock, ...noContent, catalogue })
  const wait = (caller: TestCaller, raw: Record<string, unknown> = {}) =>
    ask(own, 'notifications.wait', raw, caller)

  it('counts and waits for what is shown, and nothing else', async () => {
    const { accountId } = await addAccount()
    const profile = { no: 1, isChild: true, limit: undefined }
    const child = { viewer: { accountId, sessionId: 'session', profile } }
    await wait(child)
    await write('news of the staff')
    await write('a film', null, { href: '/movie/5' })
    const first = await wait(child)
    expect(first).toMatchObject({ unread_count: 1 })
    expect(await ask(own, 'notifications.list', {}, child)).toMatchObject({ unread_count: 1, total_count: 1 })
    // It waits, although more is unread that it is not shown.
    const { last_id, unread_count } = first
    const ended = new AbortController()
    const going = wait({ ...child, signal: ended.signal }, { last_id, unread_count })
    const early = await Promise.race([going, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])
    expect(early).toBe('waits')
    await write('a series', null, { href: '/movie/6' })
    expect(await going).toMatchObject({ unread_count: 2 })
    const { data } = (await ask(own, 'notifications.list', {}, child)) as { data: { id: number }[] }
    const up_to = data[1]?.id
    expect(await ask(own, 'notifications.readAll', { up_to }, child)).toEqual({ unread_count: 1 })
    expect(await ask(own, 'notifications.one', { id: data[0]?.id }, child)).toMatchObject({ unread_count: 0 })
  })
})
