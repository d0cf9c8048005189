/** Profiles over HTTP, on a real database. */
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profiles as endpoints } from '#contract/accounts/profiles.ts'
import { limitedRequests } from '#server/api/limited/limited-requests.ts'
import { profileEndpoints } from '#server/api/profiles/profiles.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { openProfileLimits } from '#server/profile-limits/profile-limits.ts'
import { openTelevision } from '#server/television/television.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openProfiles } from './profiles.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountEndpoints } from '#tests/kit/modules/account-endpoints.ts'
import { accountsFixture, testPassword, type TestAccount } from '#tests/kit/modules/accounts-module.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = accountsFixture(db)
const { accounts, clock, events } = fixture
const lines: string[] = []
const forgotten: string[] = []
const profiles = openProfiles({
  ...{ db, clock, random: systemRandom, pepper: 'a pepper of the tests', accounts },
  audit: {
    record: async (event) => void events.push(event),
    recordIn: async (_trx, event) => void events.push(event),
  },
  forgets: [async (_trx, key) => void forgotten.push(`${key.accountId}/${key.profileNo}`)],
})
const limits = openProfileLimits({
  ...{ db, clock },
  catalogue: await openCatalogue(db, clock),
  television: await openTelevision(db, clock),
})
const server = createHttpServer({
  limited: limitedRequests(limits),
  endpoints: [...accountEndpoints(accounts), ...profileEndpoints({ profiles, clock })],
  mounts: [],
  identify: (token, bearer) => accounts.identify(token, bearer),
  audienceOf: () => 'inside',
  clientAddress: clientAddressReader([]),
  checkResponses: true,
  health: createHealth(),
  metrics: createMetrics(),
  random: systemRandom,
  clock,
  log: createLog({ level: 'debug', form: 'json', write: (line) => lines.push(line) }),
})
let base = ''
beforeAll(async () => {
  base = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
})
afterAll(async () => {
  await server.close(500)
  await database.drop()
})

interface Device {
  readonly account: TestAccount
  readonly token: string
  readonly uid: string
}

interface Said {
  readonly status: number
  readonly failure: string | undefined
  readonly message: string
  readonly fields: readonly string[]
  readonly data: Readonly<Record<string, unknown>>
}

async function device(account?: TestAccount, uid = 'phone'): Promise<Device> {
  const owner = account ?? (await fixture.addAccount())
  return { account: owner, uid, token: await fixture.enter(owner, uid) }
}

async function send({ token, uid }: Device, path: string, body?: object): Promise<Said> {
  const response = await fetch(`${base}/api/v1/profiles${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'x-ekran-device': uid },
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Record<string, unknown>
  return {
    status: response.status,
    failure: answer['failure'] as string | undefined,
    message: String(answer['message'] ?? ''),
    fields: ((answer['fields'] ?? []) as { field: string }[]).map(({ field }) => field),
    data: (answer['data'] ?? {}) as Said['data'],
  }
}

const adult = {
  ...{ name: 'Aziza', picture: 'fox', colour: 'saffron', language: 'uz', is_child: 0, age_limit: 18 },
  ...{ above_limit: 'hide', channels: [], hours_from: 0, hours_to: 0, minutes_per_day: 0 },
}
const child = { ...adult, name: 'Temur', is_child: 1, age_limit: 6, minutes_per_day: 90 }

/** A device of an account with the PIN 4821, proven, and a child's profile 1. */
async function family(): Promise<Device> {
  const phone = await device()
  expect((await send(phone, '/pin', { pin: '4821' })).failure).toBeUndefined()
  expect((await send(phone, '/create', child)).data).toMatchObject({ no: 1, version: 1 })
  return phone
}

/** What the list of a device says. */
async function listed(one: Device) {
  return z.parse(endpoints.list.output, (await send(one, '')).data)
}

async function current(one: Device): Promise<number> {
  return (await listed(one)).current
}

describe('[PROF-01] profiles', () => {
  it('begin with the first one, which nobody has named', async () => {
    const { data } = await send(await device(), '')
    expect(data).toMatchObject({ current: 0, limit: 6, pin: { is_set: 0, on_purchases: 0, locked_until: 0 } })
    expect(data['profiles']).toMatchObject([{ no: 0, name: '', is_child: 0, age_limit: 18, version: 0 }])
  })

  it('are six at most, each with its own name, exactly also for requests at the same moment', async () => {
    const phone = await device()
    const said = await Promise.all(
      ['1', '2', '3', '4', '5', '6', '7', '8'].map((name) => send(phone, '/create', { ...adult, name })),
    )
    expect(said.filter(({ failure }) => failure === undefined)).toHaveLength(5)
    expect(said.filter(({ failure }) => failure === 'profiles_full')).toHaveLength(3)
    expect(said.find(({ failure }) => failure === 'profiles_full')?.message).toContain('6')
    await send(phone, '/remove', { no: 2 })
    const taken = (await listed(phone)).profiles[1]?.name ?? ''
    expect((await send(phone, '/create', { ...adult, name: ` ${taken} ` })).failure).toBe(
      'profile_name_taken',
    )
    // A number is not used again: what another device remembers of it belongs to nobody.
    expect((await send(phone, '/create', { ...adult, name: 'new' })).data).toMatchObject({ no: 6 })
  })

  it('belong to the device, and stay when it logs in again', async () => {
    const phone = await device()
    const tablet = await device(phone.account, 'tablet')
    await send(phone, '/create', adult)
    expect((await send(phone, '/choose', { no: 1 })).data).toEqual({ current: 1 })
    expect(await current(phone)).toBe(1)
    expect(await current(tablet)).toBe(0)
    const again = await device(phone.account, 'phone')
    expect(await current(again)).toBe(1)
    expect((await send(phone, '/choose', { no: 7 })).failure).toBe('not_authorized')
    expect((await send(again, '/choose', { no: 7 })).failure).toBe('profile_not_found')
  })

  it('[ACC-07] a television takes the one of the device that lets it in', async () => {
    const phone = await family()
    await send(phone, '/choose', { no: 1 })
    const { sessionId = '' } = (await fixture.viewer(phone.token, 'phone')) ?? {}
    const facts = { uid: 'tv', serial: '', model: '', kind: 'tv', isBound: true } as const
    const started = await accounts.beginSessionFor(phone.account.accountId, facts, '198.51.100.1', sessionId)
    if (started.kind !== 'logged_in') throw new Error(started.kind)
    expect((await fixture.viewer(started.token, 'tv'))?.profile).toMatchObject({ no: 1, isChild: true })
  })

  it('that two devices change at the same time are changed once, and the other is told', async () => {
    const phone = await device()
    await send(phone, '/create', adult)
    const change = { ...adult, no: 1, version: 1 }
    const said = await Promise.all([
      send(phone, '/update', { ...change, colour: 'lapis' }),
      send(phone, '/update', { ...change, colour: 'cotton' }),
    ])
    expect(said.map(({ failure }) => failure).toSorted()).toEqual(['profile_changed', undefined].toSorted())
    const saved = said.find(({ failure }) => failure === undefined)
    expect((await listed(phone)).profiles[1]).toEqual(saved?.data)
    expect(saved?.data).toMatchObject({ version: 2 })
    expect((await send(phone, '/update', { ...change, no: 5 })).failure).toBe('profile_not_found')
  })

  it('the first one can be named and limited, but is no child’s and stays', async () => {
    const phone = await family()
    const own = { ...adult, no: 0, version: 0, age_limit: 16 }
    expect((await send(phone, '/update', { ...own, is_child: 1 })).failure).toBe('first_profile_stays')
    expect((await send(phone, '/update', own)).data).toMatchObject({ no: 0, name: 'Aziza', version: 1 })
    expect((await fixture.viewer(phone.token, 'phone'))?.profile?.limit).toMatchObject({ ageLimit: 16 })
    expect((await send(phone, '/remove', { no: 0 })).failure).toBe('first_profile_stays')
  })

  it('that are removed leave nothing, and their other devices must choose', async () => {
    const phone = await device()
    const tablet = await device(phone.account, 'tablet')
    await send(phone, '/create', adult)
    for (const one of [phone, tablet]) await send(one, '/choose', { no: 1 })
    expect((await send(phone, '/remove', { no: 1 })).failure).toBeUndefined()
    expect(forgotten).toContain(`${phone.account.accountId}/1`)
    // Removed twice, by a request that is sent again: nothing more happens.
    expect((await send(phone, '/remove', { no: 1 })).failure).toBeUndefined()
    expect(await current(phone)).toBe(0)
    expect(await current(tablet)).toBe(1)
    const { profile } = (await fixture.viewer(tablet.token, 'tablet')) ?? {}
    expect(profile).toMatchObject({ isRemoved: true, isChild: true, limit: { ageLimit: 0 } })
    expect((await send(tablet, '/choose', { no: 0 })).data).toEqual({ current: 0 })
    expect((await fixture.viewer(tablet.token, 'tablet'))?.profile).toEqual({ no: 0, isChild: false })
  })

  it('with wrong values are refused by the names of the fields', async () => {
    const channels = Array.from({ length: 501 }, (_, at) => at + 1)
    const wrong = { name: ' ', age_limit: 7, picture: 'dragon', channels, minutes_per_day: 1441 }
    const refused = await send(await device(), '/create', { ...adult, ...wrong })
    expect(refused).toMatchObject({ status: 400, failure: 'invalid_input' })
    expect(refused.fields.toSorted()).toEqual(Object.keys(wrong).toSorted())
  })
})

describe('[PROF-03] the PIN of an account', () => {
  it('is stored as a hash, and stands in no log and no audit', async () => {
    const phone = await family()
    await send(phone, '/prove', { pin: '4821' })
    await send(phone, '/prove', { pin: '7390' })
    const row = await db
      .selectFrom('account_pin')
      .selectAll()
      .where('account_id', '=', phone.account.accountId)
      .executeTakeFirstOrThrow()
    expect(row.pin_hash).toMatch(/^\$argon2id\$/)
    expect(lines.join('\n')).not.toMatch(/4821|7390/)
    expect(JSON.stringify(events)).not.toMatch(/"(4821|7390)"/)
  })

  it('is needed for a child’s profile, and stays while there is one', async () => {
    const phone = await device()
    expect((await send(phone, '/create', child)).failure).toBe('pin_not_set')
    await send(phone, '/pin', { pin: '0000' })
    expect((await send(phone, '/create', child)).failure).toBeUndefined()
    expect((await send(phone, '/pin', { pin: '', former_pin: '0000' })).failure).toBe('pin_guards_children')
    await send(phone, '/remove', { no: 1 })
    expect((await send(phone, '/pin', { pin: '', former_pin: '0000' })).data).toMatchObject({ is_set: 0 })
  })

  it('is proven for ten minutes in one session', async () => {
    const phone = await family()
    const tablet = await device(phone.account, 'tablet')
    expect((await send(tablet, '/create', adult)).failure).toBe('pin_needed')
    const proven = await send(tablet, '/prove', { pin: '4821' })
    expect(proven.data).toEqual({ proven_until: clock.nowMs() / 1000 + 600 })
    expect((await send(tablet, '/create', adult)).failure).toBeUndefined()
    clock.advanceMs(601_000)
    for (const one of [phone, tablet])
      expect((await send(one, '/remove', { no: 2 })).failure).toBe('pin_needed')
  })

  it('changes by the former one or the password, and counts as proven nowhere else then', async () => {
    const phone = await family()
    const tablet = await device(phone.account, 'tablet')
    await send(tablet, '/prove', { pin: '4821' })
    expect((await send(phone, '/pin', { pin: '1111' })).failure).toBe('pin_needed')
    expect((await send(phone, '/pin', { pin: '1111', former_pin: '9999' })).failure).toBe('pin_wrong')
    expect((await send(phone, '/pin', { pin: '1111', password: 'a wrong one' })).failure).toBe(
      'wrong_password',
    )
    expect((await send(phone, '/pin', { pin: '1111', former_pin: '4821' })).failure).toBeUndefined()
    expect((await send(tablet, '/remove', { no: 1 })).failure).toBe('pin_needed')
    expect((await send(tablet, '/pin', { pin: '2222', password: testPassword })).failure).toBeUndefined()
    expect((await send(tablet, '/prove', { pin: '2222' })).failure).toBeUndefined()
  })

  it('locks after five wrong ones, for longer each time; the password opens it', async () => {
    const phone = await family()
    const guess = (pin: string) => send(phone, '/prove', { pin })
    for (const left of [4, 3, 2, 1]) {
      const wrong = await guess('1234')
      expect(wrong).toMatchObject({ failure: 'pin_wrong' })
      expect(wrong.message).toContain(String(left))
    }
    expect(await guess('1234')).toMatchObject({ status: 429, failure: 'pin_locked' })
    expect((await guess('4821')).failure).toBe('pin_locked')
    expect((await listed(phone)).pin.locked_until).toBe(clock.nowMs() / 1000 + 900)
    clock.advanceMs(900_000)
    for (let at = 0; at < 5; at += 1) await guess('1234')
    expect((await guess('4821')).message).toContain('30')
    expect((await send(phone, '/pin', { pin: '5555', password: testPassword })).failure).toBeUndefined()
    expect((await guess('5555')).failure).toBeUndefined()
    expect(fixture.reported()).toContain('pin_locked')
  })

  it('is not compared more than five times however many guess at the same moment', async () => {
    const phone = await family()
    const said = await Promise.all(
      Array.from({ length: 40 }, (_, at) => send(phone, '/prove', { pin: String(1000 + at) })),
    )
    const compared = said.filter(({ failure }) => failure === 'pin_wrong')
    expect(compared.length).toBe(4)
    expect(said.filter(({ failure }) => failure === 'pin_locked').length).toBe(36)
  })

  it('is not guessed with the right PIN of a profile in between', async () => {
    const phone = await family()
    await send(phone, '/create', adult)
    await send(phone, '/pin', { no: 2, pin: '7777' })
    const tablet = await device(phone.account, 'tablet')
    for (let round = 0; round < 4; round += 1) {
      expect((await send(tablet, '/prove', { pin: '1234' })).failure).toBe('pin_wrong')
      expect((await send(tablet, '/choose', { no: 2, pin: '7777' })).failure).toBeUndefined()
      expect((await send(tablet, '/choose', { no: 0 })).failure).toBeUndefined()
    }
    expect((await send(tablet, '/prove', { pin: '1234' })).failure).toBe('pin_locked')
  })
})

describe('[PROF-02] a child’s device', () => {
  it('is left with the PIN of the account or that of the other profile', async () => {
    const phone = await family()
    await send(phone, '/create', adult)
    await send(phone, '/create', { ...child, name: 'Lola', age_limit: 0 })
    await send(phone, '/choose', { no: 1 })
    expect((await send(phone, '/choose', { no: 0 })).failure).toBe('pin_needed')
    expect((await send(phone, '/choose', { no: 0, pin: '1234' })).failure).toBe('pin_wrong')
    expect((await send(phone, '/choose', { no: 3 })).failure).toBeUndefined()
    expect((await send(phone, '/choose', { no: 1 })).failure).toBe('pin_needed')
    expect((await send(phone, '/choose', { no: 0, pin: '4821' })).failure).toBeUndefined()
    expect((await send(phone, '/pin', { no: 2, pin: '7777' })).failure).toBe('pin_needed')
    await send(phone, '/prove', { pin: '4821' })
    await send(phone, '/pin', { no: 2, pin: '7777' })
    await send(phone, '/choose', { no: 1 })
    expect((await send(phone, '/choose', { no: 2, pin: '4821' })).failure).toBe('pin_wrong')
    expect((await send(phone, '/choose', { no: 2, pin: '7777' })).data).toEqual({ current: 2 })
  })

  it('[PROF-03] of a profile that is limited without being a child’s: a proven PIN ends with the change to it', async () => {
    const phone = await family()
    await send(phone, '/create', { ...adult, age_limit: 12 })
    await send(phone, '/prove', { pin: '4821' })
    await send(phone, '/choose', { no: 2 })
    expect((await listed(phone)).pin).toMatchObject({ proven_until: 0 })
    expect((await send(phone, '/update', { ...adult, no: 2, version: 1 })).failure).toBe('pin_needed')
  })

  it('changes nothing of the account, and a proven PIN ends with the change to it', async () => {
    const phone = await family()
    await send(phone, '/prove', { pin: '4821' })
    await send(phone, '/choose', { no: 1 })
    const refused = await Promise.all([
      send(phone, '/create', adult),
      send(phone, '/update', { ...child, no: 1, version: 1, age_limit: 18 }),
      send(phone, '/remove', { no: 1 }),
      send(phone, '/pin', { pin: '1111', former_pin: '4821' }),
      send(phone, '/prove', { pin: '4821' }),
      send(phone, '/purchases', { on_purchases: 0 }),
    ])
    expect(new Set(refused.map(({ failure }) => failure))).toEqual(new Set(['not_in_this_profile']))
    expect((await listed(phone)).pin).toMatchObject({ proven_until: 0 })
    await send(phone, '/choose', { no: 0, pin: '4821' })
    expect((await send(phone, '/remove', { no: 1 })).failure).toBe('pin_needed')
  })

  it('gets a new PIN with the password, when the family has no other device', async () => {
    const phone = await family()
    await send(phone, '/choose', { no: 1 })
    expect((await send(phone, '/pin', { pin: '3333', password: testPassword })).failure).toBeUndefined()
    expect((await send(phone, '/choose', { no: 0, pin: '3333' })).data).toEqual({ current: 0 })
  })

  it('whose profile was removed is no adult’s by that', async () => {
    const phone = await family()
    const tablet = await device(phone.account, 'tablet')
    await send(tablet, '/choose', { no: 1 })
    await send(phone, '/remove', { no: 1 })
    expect((await send(tablet, '/choose', { no: 0 })).failure).toBe('pin_needed')
    expect((await send(tablet, '/choose', { no: 0, pin: '4821' })).data).toEqual({ current: 0 })
  })

  it('shows one thing above its limit for twelve hours, if its profile asks and does not hide', async () => {
    const phone = await family()
    await send(phone, '/choose', { no: 1 })
    const open = { kind: 'title', id: 7, pin: '4821' }
    expect((await send(phone, '/open', open)).failure).toBe('not_in_this_profile')
    await send(phone, '/choose', { no: 0, pin: '4821' })
    await send(phone, '/prove', { pin: '4821' })
    await send(phone, '/update', { ...child, no: 1, version: 1, above_limit: 'ask' })
    await send(phone, '/choose', { no: 1 })
    expect((await send(phone, '/open', { ...open, pin: '1234' })).failure).toBe('pin_wrong')
    const openUntil = clock.nowMs() / 1000 + 43_200
    expect((await send(phone, '/open', open)).data).toEqual({ open_until: openUntil })
    const opened = async () => (await fixture.viewer(phone.token, 'phone'))?.profile?.opened
    expect(await opened()).toEqual([{ kind: 'title', id: 7, untilMs: openUntil * 1000 }])
    clock.advanceMs(43_200_000)
    expect(await opened()).toBeUndefined()
  })
})

describe('[PROF-03] purchases', () => {
  it('need the PIN once its owner wants that, until it is proven', async () => {
    const phone = await device()
    expect((await send(phone, '/purchases', { on_purchases: 1 })).failure).toBe('pin_not_set')
    await send(phone, '/pin', { pin: '4821' })
    expect((await send(phone, '/purchases', { on_purchases: 1 })).data).toMatchObject({ on_purchases: 1 })
    const isNeeded = async () => (await fixture.viewer(phone.token, 'phone'))?.purchasePinNeeded === true
    expect(await isNeeded()).toBe(false)
    clock.advanceMs(601_000)
    expect(await isNeeded()).toBe(true)
    expect((await send(phone, '/purchases', { on_purchases: 0 })).failure).toBe('pin_needed')
    await send(phone, '/prove', { pin: '4821' })
    expect(await isNeeded()).toBe(false)
    await send(phone, '/pin', { pin: '', former_pin: '4821' })
    clock.advanceMs(601_000)
    expect(await isNeeded()).toBe(false)
  })
})
