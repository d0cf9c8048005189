/** Events and webhooks on a real database, with receivers that behave well and badly, over real HTTP. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { outsideEventTypes } from '#contract/form/outside-events.ts'
import { chargeAllDue } from '#server/billing/billing.ts'
import { webhookEndpoints } from '#server/console/integrations/webhook-endpoints.ts'
import { createLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { externalFixture } from '#tests/kit/modules/external-module.ts'
import { createDispatcher, placeEvents, webhookSeal, webhookWorkers } from './webhooks.ts'

const database = await createTestDatabase()
const { db } = database
const insideHosts: string[] = []
const seal = webhookSeal({ passwordPepper: 'p'.repeat(43) }, systemRandom)
const product = await externalFixture(database, ({ clock: time, audit }) =>
  webhookEndpoints({
    db,
    clock: time,
    audit,
    random: systemRandom,
    webhooks: { seal, insideHosts: () => insideHosts },
  }),
)
const { clock, billing, audit, send, keyFor } = product
const lines: string[] = []
const log = createLog({ level: 'debug', form: 'json', write: (line) => void lines.push(line) })
const dispatcher = createDispatcher({ db, clock, log, audit, seal, insideHosts: () => insideHosts })
const minuteMs = 60_000
const dayMs = 86_400_000
const opened: Server[] = []
let reader = ''

beforeAll(async () => {
  reader = (await keyFor()).key
  await billing.putTariff(buildTariff(57, { isBase: true, priceTiyin: 2_500_000, periods: [] }))
})
afterEach(async () => {
  await dispatcher.idle()
  await db.deleteFrom('webhook').execute()
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(async () => {
  await product.close()
  await database.drop()
})

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: {
    readonly id: string
    readonly type: string
    readonly data: { readonly account_id: number }
  }
  readonly text: string
}

/** A receiver that answers as `answer` says; it is inside, so the settings must allow it. */
async function receiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.end(),
) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] })
      answer(response, received.length)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(server)
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  insideHosts.push(host)
  return {
    received,
    address: `http://${host}/hook`,
    host,
    types: () => received.map(({ body }) => body.type),
  }
}

async function addWebhook(address: string, more: object = {}) {
  const { data, failure } = await product.console<{ webhook_id: number; secret: string }>('/webhooks/save', {
    ...{ webhook_id: null, name: 'Billing', address, events: outsideEventTypes, is_on: true, ...more },
  })
  if (failure !== undefined) throw new Error(failure)
  return { id: data.webhook_id, secret: data.secret }
}

/** Starts what is due until there is nothing more. */
async function deliver() {
  for (let round = 0; round < 50 && (await dispatcher.start()) > 0; round += 1) await dispatcher.idle()
}

let nextCall = 1
async function addAccount() {
  const { data } = await send<{ account_id: number }>('/accounts/create', {
    ...{ key: reader, body: {}, idempotencyKey: `account-${nextCall++}` },
  })
  return data.account_id
}

interface Listed {
  readonly delivery_id: number
  readonly type: string
  readonly state: string
  readonly attempts: number
  readonly next_at: number | null
  readonly problem: string
  readonly is_replay: boolean
}

async function deliveriesOf(webhookId: number) {
  const path = `/webhooks/deliveries?webhook_id=${webhookId}`
  return (await product.console<{ deliveries: readonly Listed[] }>(path)).data.deliveries
}

async function webhookOf(webhookId: number) {
  const { data } = await product.console<{
    webhooks: readonly {
      webhook_id: number
      is_on: boolean
      failing_since: number | null
      disabled_at: number | null
      disabled_for: 'failing' | 'gone' | null
    }[]
  }>('/webhooks')
  return data.webhooks.find((one) => one.webhook_id === webhookId)
}

/** As a receiver checks it, by the specification of Standard Webhooks. */
function expectedSignature(secret: string, { headers, text }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('[OPEN-01] an event', () => {
  it('is written for each fact in its own transaction, and none without the fact', async () => {
    const { received, types, address } = await receiver()
    await addWebhook(address)
    const id = await addAccount()
    await send(`/accounts/${id}/credit`, {
      key: reader,
      idempotencyKey: 'e-1',
      body: { amount_tiyin: 2_600_000 },
    })
    await send(`/accounts/${id}/tariffs/connect`, {
      key: reader,
      idempotencyKey: 'e-2',
      body: { tariff_id: 57 },
    })
    await send(`/accounts/${id}/credit`, { key: reader, idempotencyKey: 'e-3', body: { amount_tiyin: 100 } })
    await send(`/accounts/${id}/credit/reverse`, { key: reader, body: { key: 'e-3' } })
    clock.advanceMs(31 * dayMs)
    await chargeAllDue({ db, runAtMs: clock.nowMs(), shares: 1 })
    await send(`/accounts/${id}/credit`, {
      key: reader,
      idempotencyKey: 'e-4',
      body: { amount_tiyin: 2_500_000 },
    })
    await send(`/accounts/${id}/block`, { key: reader, body: {} })
    await send(`/accounts/${id}/unblock`, { key: reader, body: {} })
    await db
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('account').set({ state: 'blocked' }).where('account_id', '=', id).execute()
        throw new Error('taken back')
      })
      .catch(() => undefined)
    await deliver()
    expect(types()).toEqual([
      ...['account.created', 'payment.received', 'subscription.started', 'charge.done'],
      ...['payment.received', 'payment.refunded', 'subscription.suspended'],
      ...['payment.received', 'charge.done', 'subscription.resumed', 'account.blocked', 'account.reopened'],
    ])
    expect(received.map(({ body }) => body.data.account_id)).toEqual(received.map(() => id))
    expect(received[1]?.body.data).toMatchObject({ amount_tiyin: 2_600_000, source: 'api' })
    expect(received[3]?.body.data).toMatchObject({ amount_tiyin: 2_500_000, tariff_id: 57 })
  })

  it('is read with a cursor that misses none, of some types or all', async () => {
    const id = await addAccount()
    await send(`/accounts/${id}/block`, { key: reader, body: {} })
    const read = async (query: string) =>
      (
        await send<{ events: readonly { id: string; type: string }[]; next: number; has_more: boolean }>(
          `/events?${query}`,
          { key: reader },
        )
      ).data
    const all = await read('limit=1000')
    const seen: string[] = []
    let after = 0
    for (let page = 0; page < 100; page += 1) {
      const part = await read(`limit=3&after=${after}`)
      seen.push(...part.events.map((event) => event.id))
      after = part.next
      if (!part.has_more) break
    }
    expect(seen).toEqual(all.events.map((event) => event.id))
    expect(await read(`after=${after}`)).toEqual({ events: [], next: after, has_more: false })
    expect((await read('types=account.blocked')).events.map(({ type }) => type)).toContain('account.blocked')
    expect((await read('types=no.such')).events).toEqual([])
  })

  it('of a transaction that ends late is read after the cursor has gone on', async () => {
    let end: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => (end = resolve))
    const early = await addAccount()
    const other = await addAccount()
    let began: () => void = () => undefined
    const begun = new Promise<void>((resolve) => (began = resolve))
    const late = db.transaction().execute(async (trx) => {
      await trx.updateTable('account').set({ state: 'blocked' }).where('account_id', '=', early).execute()
      began()
      await waiting
    })
    await begun
    await send(`/accounts/${other}/block`, { key: reader, body: {} })
    const first = await send<{ events: readonly { data: { account_id: number } }[]; next: number }>(
      '/events?limit=1000&types=account.blocked',
      { key: reader },
    )
    expect(first.data.events.at(-1)?.data.account_id).toBe(other)
    end()
    await late
    const second = await send<{ events: readonly { data: { account_id: number } }[] }>(
      `/events?after=${first.data.next}&types=account.blocked`,
      { key: reader },
    )
    expect(second.data.events.map(({ data }) => data.account_id)).toEqual([early])
  })
})

describe('[OPEN-01] a webhook', () => {
  it('is signed as Standard Webhooks are, with two secrets while one is replaced', async () => {
    const { received, address } = await receiver()
    const { id, secret } = await addWebhook(address, { events: ['account.created'] })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await addAccount()
    await deliver()
    const [first] = received
    expect(first?.headers['webhook-signature']).toBe(first && expectedSignature(secret, first))
    expect(first?.headers['webhook-id']).toBe(first?.body.id)
    const rotated = await product.console<{ secret: string }>('/webhooks/rotate', { webhook_id: id })
    await addAccount()
    await deliver()
    const second = received[1]
    expect(second?.headers['webhook-signature']).toBe(
      second && `${expectedSignature(rotated.data.secret, second)} ${expectedSignature(secret, second)}`,
    )
    clock.advanceMs(dayMs + minuteMs)
    await addAccount()
    await deliver()
    const third = received[2]
    expect(third?.headers['webhook-signature']).toBe(third && expectedSignature(rotated.data.secret, third))
    const stored = JSON.stringify(await db.selectFrom('webhook').selectAll().execute())
    expect(stored + lines.join('')).not.toContain(secret.slice(6))
  })

  it('that answers 500 and then 200 gets the same event again, and later ones of the account after it', async () => {
    const { received, address, types } = await receiver((response, count) => {
      response.statusCode = count === 1 ? 500 : 200
      response.end('token=abcdefgh')
    })
    const { id } = await addWebhook(address)
    const account = await addAccount()
    await send(`/accounts/${account}/block`, { key: reader, body: {} })
    await deliver()
    expect(types()).toEqual(['account.created'])
    expect(await deliveriesOf(id)).toMatchObject([
      { type: 'account.blocked', state: 'waiting', attempts: 0 },
      { type: 'account.created', state: 'waiting', attempts: 1, problem: 'status 500' },
    ])
    clock.advanceMs(6000)
    await deliver()
    expect(types()).toEqual(['account.created', 'account.created', 'account.blocked'])
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id'])
    const [, created] = await deliveriesOf(id)
    expect(created).toMatchObject({ state: 'delivered', attempts: 2, problem: '' })
    const { data } = await product.console<{
      body: string
      attempts: readonly { status: number; response: string }[]
    }>(`/webhooks/delivery?delivery_id=${created?.delivery_id}`)
    expect(data.attempts.map(({ status }) => status)).toEqual([500, 200])
    expect(data.body).toBe(received[0]?.text)
    expect(data.attempts[0]?.response).toBe('token=[hidden]')
  })

  it('that never answers is cut off, and delays no other one', async () => {
    const slow = await receiver(() => undefined)
    const quick = await receiver()
    const { id } = await addWebhook(slow.address, { events: ['account.created'] })
    await addWebhook(quick.address, { events: ['account.created'] })
    for (let made = 0; made < 6; made += 1) await addAccount()
    const began = performance.now()
    await dispatcher.start()
    while (quick.received.length < 6 && performance.now() - began < 9000) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      await dispatcher.start()
    }
    expect(quick.received).toHaveLength(6)
    // No more than its share of connections.
    expect(slow.received).toHaveLength(4)
    await dispatcher.idle()
    const listed = await deliveriesOf(id)
    expect(listed.filter(({ problem }) => problem === 'no response in time')).toHaveLength(4)
  }, 30_000)

  it('gets a whole backlog in one run, four at once at most, and a slow one beside it delays none', async () => {
    await addWebhook((await receiver(() => undefined)).address, { events: ['account.created'] })
    let open = 0
    let maxOpen = 0
    const quick = await receiver((response) => {
      maxOpen = Math.max(maxOpen, (open += 1))
      setImmediate(() => {
        open -= 1
        response.end()
      })
    })
    await addWebhook(quick.address, { events: ['account.created'] })
    for (let made = 0; made < 30; made += 1) await addAccount()
    await dispatcher.start()
    await expect.poll(() => quick.received.length, { timeout: 9000 }).toBe(30)
    expect(new Set(quick.received.map(({ body }) => body.id)).size).toBe(30)
    expect(maxOpen).toBeLessThanOrEqual(4)
    opened[0]?.closeAllConnections()
  })

  it('that is gone is tried for three days, then the delivery fails', async () => {
    const { address } = await receiver()
    const { id } = await addWebhook(address, { events: ['account.created'] })
    await addAccount()
    opened[0]?.closeAllConnections()
    opened[0]?.close()
    const began = clock.nowMs()
    for (let round = 0; round < 20; round += 1) {
      await deliver()
      const [one] = await deliveriesOf(id)
      if (one?.state === 'failed') break
      clock.advanceMs((one?.next_at ?? 0) * 1000 + 1000 - clock.nowMs())
    }
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'failed', attempts: 13, problem: 'no connection' },
    ])
    expect(clock.nowMs() - began).toBeGreaterThan(2.9 * dayMs)
  })

  it('that fails for five days is switched off, which is said; switched on it begins anew', async () => {
    const { address } = await receiver((response) => {
      response.statusCode = 503
      response.end()
    })
    const { id } = await addWebhook(address, { events: ['account.created'] })
    await addAccount()
    await deliver()
    expect((await webhookOf(id))?.failing_since).not.toBeNull()
    clock.advanceMs(5 * dayMs)
    await addAccount()
    await deliver()
    expect(await webhookOf(id)).toMatchObject({
      ...{ is_on: false, disabled_at: expect.any(Number) as number, disabled_for: 'failing' },
    })
    expect(lines.join('\n')).toContain('webhooks.disabled')
    await product.console('/webhooks/save', {
      ...{ webhook_id: id, name: 'Billing', address, events: ['account.created'], is_on: true },
    })
    expect(await webhookOf(id)).toMatchObject({
      ...{ is_on: true, disabled_at: null, disabled_for: null, failing_since: null },
    })
  })

  it('that got another address is not switched off for the failures of the former one', async () => {
    const { address } = await receiver((response) => {
      response.statusCode = 503
      response.end()
    })
    const { id } = await addWebhook(address, { events: ['account.created'] })
    await addAccount()
    await deliver()
    expect((await webhookOf(id))?.failing_since).not.toBeNull()
    clock.advanceMs(4 * dayMs)
    const other = await receiver((response) => {
      response.statusCode = 503
      response.end()
    })
    await product.console('/webhooks/save', {
      ...{
        webhook_id: id,
        name: 'Billing',
        address: other.address,
        events: ['account.created'],
        is_on: true,
      },
    })
    expect((await webhookOf(id))?.failing_since).toBeNull()
    clock.advanceMs(2 * dayMs)
    await addAccount()
    await deliver()
    expect(await webhookOf(id)).toMatchObject({ is_on: true, disabled_for: null })
  })

  it('whose receiver is gone for good (410) is switched off at once', async () => {
    const { address } = await receiver((response) => {
      response.statusCode = 410
      response.end()
    })
    const { id } = await addWebhook(address, { events: ['account.created'] })
    await addAccount()
    await deliver()
    expect(await webhookOf(id)).toMatchObject({ is_on: false, disabled_for: 'gone' })
  })

  it('follows no redirect, not even to where it may go', async () => {
    const target = await receiver()
    const { address } = await receiver((response) => {
      response.writeHead(307, { location: target.address }).end()
    })
    const { id } = await addWebhook(address, { events: ['account.created'] })
    await addAccount()
    await deliver()
    expect(target.received).toEqual([])
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'waiting', problem: 'redirects are not followed' },
    ])
  })

  it.each([
    'https://127.0.0.1:1/',
    'https://localhost:1/',
    'https://[::1]:1/',
    'https://10.0.0.5/',
    'https://0.0.0.0/',
  ])('does not reach inside the network: %s', async (address) => {
    const { id } = await addWebhook(address, { events: ['account.created'] })
    await addAccount()
    await deliver()
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'waiting', problem: 'the address is in the local network' },
    ])
  })

  it('that was allowed inside ends to be when the setting changes', async () => {
    const { address, host, received } = await receiver()
    const { id } = await addWebhook(address, { events: ['account.created'] })
    insideHosts.splice(insideHosts.indexOf(host), 1)
    await addAccount()
    await deliver()
    expect(received).toEqual([])
    expect(await deliveriesOf(id)).toMatchObject([{ problem: 'the address is in the local network' }])
  })

  it.each(['http://example.com/', 'https://user:secret@example.com/', 'ftp://example.com/', 'nothing'])(
    'is not saved with the address %s',
    async (address) => {
      await expect(addWebhook(address)).rejects.toThrow(/webhook_address|invalid_input/)
    },
  )

  it('with an endless response is read to its limit only', async () => {
    const { address } = await receiver((response) => {
      response.writeHead(200)
      const write = () => {
        if (!response.destroyed) response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(write))
      }
      write()
    })
    const { id } = await addWebhook(address, { events: ['account.created'] })
    await addAccount()
    await deliver()
    const [one] = await deliveriesOf(id)
    expect(one).toMatchObject({ state: 'delivered' })
    const { data } = await product.console<{ attempts: readonly { response: string }[] }>(
      `/webhooks/delivery?delivery_id=${one?.delivery_id}`,
    )
    expect(data.attempts[0]?.response).toHaveLength(2000)
  })

  it('is tried out, and one event or all from a moment on are sent again with their ids', async () => {
    const { received, address, types } = await receiver()
    const { id } = await addWebhook(address, { events: ['account.created'] })
    await product.console('/webhooks/test', { webhook_id: id })
    await deliver()
    expect(types()).toEqual(['webhook.test'])
    const from = Math.floor(Date.now() / 1000)
    await addAccount()
    await addAccount()
    await deliver()
    const [last] = await deliveriesOf(id)
    await product.console('/webhooks/replay', { delivery_id: last?.delivery_id })
    await deliver()
    const idsOf = (some: typeof received) => some.map(({ body }) => body.id).toSorted()
    const replayed = received.at(-1)?.body.id
    expect(idsOf(received).filter((one) => one === replayed)).toHaveLength(2)
    const again = await product.console<{ count: number }>('/webhooks/replay-from', { webhook_id: id, from })
    expect(again.data.count).toBeGreaterThanOrEqual(2)
    await deliver()
    // Several at once, in any order; those of the same second before come too.
    expect(idsOf(received.slice(-again.data.count))).toEqual(
      expect.arrayContaining(idsOf(received.slice(1, 3))),
    )
    expect((await deliveriesOf(id)).filter((one) => one.is_replay).length).toBe(1 + again.data.count)
    expect((await product.console('/webhooks/replay', { delivery_id: 999_999 })).failure).toBe('not_found')
  })

  it('that is off gets nothing new, and a test of one goes to no other', async () => {
    const off = await receiver()
    const on = await receiver()
    const { id } = await addWebhook(off.address, { is_on: false })
    await addWebhook(on.address, { events: ['account.created'] })
    await addAccount()
    await product.console('/webhooks/test', { webhook_id: id })
    await deliver()
    expect([off.types(), on.types()]).toEqual([[], ['account.created']])
  })

  it('that is removed is shown and called no more at once, and its log is deleted by a job', async () => {
    const { received, address } = await receiver((response) => {
      response.statusCode = 500
      response.end()
    })
    const { id } = await addWebhook(address, { events: ['account.created'] })
    for (let made = 0; made < 3; made += 1) await addAccount()
    await deliver()
    const [one] = await deliveriesOf(id)
    const before = received.length
    expect((await product.console('/webhooks/remove', { webhook_id: id })).data).toEqual({ name: 'Billing' })
    const rows = async () => (await db.selectFrom('webhook_delivery').selectAll().execute()).length
    expect(await rows()).toBe(3)
    expect(await webhookOf(id)).toBeUndefined()
    expect(await deliveriesOf(id)).toEqual([])
    for (const [path, body] of [
      ['remove', { webhook_id: id }],
      ['rotate', { webhook_id: id }],
      ['test', { webhook_id: id }],
      ['replay', { delivery_id: one?.delivery_id }],
      ['replay-from', { webhook_id: id, from: 0 }],
      ['save', { webhook_id: id, name: 'A', address, events: ['account.created'], is_on: true }],
    ] as const)
      expect((await product.console(`/webhooks/${path}`, body)).failure, path).toBe('not_found')
    clock.advanceMs(minuteMs)
    await addAccount()
    await deliver()
    expect(received).toHaveLength(before)
    const [worker] = webhookWorkers({ db, clock }).filter(
      ({ kind }) => kind.name === 'webhooks.forget-removed',
    )
    const signal = new AbortController().signal
    await worker?.run({}, { id: 'a test', attempt: 1, signal, log })
    expect(await rows()).toBe(0)
    expect(await db.selectFrom('webhook').selectAll().execute()).toEqual([])
  })

  it('is of no interest to nobody: without a reader no event is written', async () => {
    const rows = await db
      .updateTable('api_key')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect(rows[0]?.numUpdatedRows).toBeGreaterThan(0n)
    const count = async () =>
      Number(
        (
          await db
            .selectFrom('outside_event')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      )
    const before = await count()
    await product.fixture.addMember('support')
    await product.accounts.upsertAccount({
      abonement: '88000001',
      phone: null,
      name: '',
      password: 'samanid brick 1042',
    })
    expect(await placeEvents(db, clock.nowMs())).toBe(0)
    expect(await count()).toBe(before)
  })
})
