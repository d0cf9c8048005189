/** Views of the site as a subscriber, over real HTTP on a real database: what they show, refuse, write and end with. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts as accountCalls } from '#contract/accounts/accounts.ts'
import { devices } from '#contract/accounts/devices.ts'
import { api } from '#contract/api.ts'
import { channels } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import { createClient } from '#contract/client.ts'
import { consoleSupportViews } from '#contract/console/support-views.ts'
import type { Endpoint } from '#contract/form/endpoint.ts'
import type { Role } from '#contract/form/permissions.ts'
import { isShownToSupport, supportFragment } from '#contract/form/support-views.ts'
import { streams } from '#contract/playback/streams.ts'
import { supportView } from '#contract/site/support-view.ts'
import { supportViewEndpoints as siteEndpoints } from '#server/api/accounts/support-view.ts'
import { openAudit } from '#server/audit/audit.ts'
import { staffAdmission } from '#server/console/console.ts'
import { supportViewEndpoints } from '#server/console/subscribers/support-view-endpoints.ts'
import { bindEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import {
  callerOf,
  insideAddress,
  openPlaybackWorld,
  outsideAddress,
  tokenOf,
} from '#tests/kit/modules/playback-scenario.ts'
import { staffFixture, type TestMember } from '#tests/kit/modules/staff-module.ts'
import { closeOver, isSupportToken, openSupportViews } from './support-views.ts'

const world = await openPlaybackWorld({ streams: 1 })
const { db } = world.database
const fixture = staffFixture(db, { clock: world.clock })
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const deps = {
  ...{ db, clock, audit, staff },
  random: systemRandom,
  accounts: world.accounts,
  region: world.region,
}
const views = openSupportViews(deps)
const publicUrl = 'https://tv.example.uz'
const brand = { hosts: ['zamin.example.uz'] }
const deviceUid = 'a-tab-of-the-console-1'
const members = new Map<Role, TestMember>()
/** Endpoints that have run although nothing of them is served here. */
const ran: string[] = []
let origin = ''
let accountId = 0

beforeAll(async () => {
  const own = [
    ...siteEndpoints({ ...world, supportViews: views, db }),
    ...supportViewEndpoints({
      ...{ supportViews: views, clock, publicUrl },
      service: {
        at: (host: string | undefined) => (host === brand.hosts[0] ? 2 : 1),
        of: (serviceId: number) => ({ hosts: serviceId === 2 ? brand.hosts : [] }),
      },
    }),
  ]
  const served = await world.serve([], [...own, ...everythingElse()], {
    identify: (token, bearer) =>
      isSupportToken(token) ? views.identify(token, bearer) : world.accounts.identify(token, bearer),
    admitStaff: staffAdmission({ staff, clock, publicUrl }),
  })
  origin = served
  for (const role of ['support', 'finance', 'administrator'] as const)
    members.set(role, await fixture.addMember(role))
  const { accountId: id } = await world.accounts.upsertAccount({
    ...{ abonement: '111111', phone: '+998901114567', name: 'Шерзод Юсупов', password: 'right password' },
  })
  accountId = id
})
afterAll(async () => {
  await audit.close()
  await world.close()
})

const servedHere = new Set(
  [
    'accounts',
    'devices',
    'sessions',
    'films',
    'streams',
    'blackouts',
    'subscriptions',
    'paymentsHistory',
    'guide',
  ].concat(...['channels', 'supportView']),
)

/** Every endpoint of the contract that this world does not have, with a handler that must never run. */
function everythingElse() {
  const present = new Set(['site.ipCheck', 'site.tariffs', 'site.tariffList'].concat(siteOfFilms))
  return Object.entries<Record<string, Endpoint>>(api).flatMap(([subject, endpoints]) =>
    Object.entries(endpoints)
      .map(([name, endpoint]) => [`${subject}.${name}`, endpoint] as const)
      .filter(([name]) => !servedHere.has(subject) && !present.has(name))
      .map(([name, endpoint]) =>
        bindEndpoint(
          name,
          { ...endpoint, rateLimits: [], failures: [...endpoint.failures, 'not_found'] },
          () => {
            ran.push(name)
            return { kind: 'refused', failure: 'not_found' } as const
          },
        ),
      ),
  )
}
const siteOfFilms = ['providers', 'selections', 'genres', 'collections', 'collection'].map(
  (one) => `site.${one}`,
)

async function console_(path: string, role: Role, body?: object, token = members.get(role)?.token) {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...{ 'sec-fetch-site': 'same-origin', 'x-ekran-console': '1', 'content-type': 'application/json' },
      ...{ cookie: `ekran-staff=${token}`, 'x-forwarded-for': insideAddress },
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await response.json()) as { readonly data?: Record<string, unknown>; readonly failure?: string }
}

const asked = { device: 'computer', language: 'en', reason: 'Cannot see the favourites' } as const

async function start(more: object = {}, role: Role = 'support') {
  return console_('/subscribers/support-views/start', role, { account_id: accountId, ...asked, ...more })
}

function codeOf(started: Awaited<ReturnType<typeof start>>): string {
  return String(started.data?.['address']).split(`${supportFragment}en.`)[1] ?? ''
}

/** A client of the site with this token, in its tab or in another. */
function tabOf(token: string | null, uid: string | null = deviceUid) {
  return createClient({
    ...{ origin, token: () => token, language: () => 'ru', deviceUid: () => uid },
    fetch: (url, init) =>
      fetch(url, {
        method: init.method,
        headers: { ...init.headers, 'x-forwarded-for': insideAddress },
        ...(init.body === undefined ? {} : { body: init.body }),
      }),
  })
}

async function opened(more: object = {}, role: Role = 'support') {
  const answer = await tabOf(null)(supportView.open, {
    code: codeOf(await start(more, role)),
    device_uid: deviceUid,
  })
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
  return { ...answer.data, call: tabOf(answer.data.token) }
}

async function failureOf(answer: Promise<{ readonly kind: string; readonly failure?: string }>) {
  const { kind, failure } = await answer
  return failure ?? kind
}

async function eventsOf(event: string) {
  const rows = await db
    .selectFrom('security_event')
    .select(['after', 'actor', 'account_id', 'staff_name', 'subject'])
    .where('event', '=', event)
    .orderBy('event_id')
    .execute()
  return rows.map(({ after, ...row }) => ({ ...row, after: after as Record<string, unknown> }))
}

/** How many rows each table has, and the sum of their contents, without what a view itself writes. */
async function databaseState(): Promise<Record<string, string>> {
  const tables = await sql<{ table_name: string }>`select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const state: Record<string, string> = {}
  for (const { table_name: table } of tables.rows) {
    if (['support_view', 'security_event', 'staff_session', 'migration'].includes(table)) continue
    const { rows } = await sql<{
      digest: string
    }>`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
      as digest from ${sql.table(table)} t`.execute(db)
    state[table] = rows[0]?.digest ?? ''
  }
  return state
}

beforeEach(async () => {
  for (const { viewId } of await views.list()) await views.end(viewId, {})
})

describe('[CARE-04] a view of the site as a subscriber', () => {
  it('is of the profile that the member chose, with its limits, and else of the first one', async () => {
    await sql`insert into profile (account_id, profile_no, name, name_key, picture, colour, language, is_child,
        age_limit, channel_ids, created_at, updated_at)
      values (${accountId}, 3, 'Lola', 'lola', 'fox', 'lapis', 'ru', true, 6, '{12}', now(), now())`.execute(
      db,
    )
    try {
      const identified = async (token: string) => {
        const bearer = { deviceUid, clientAddress: insideAddress, endpoint: 'supportView.state', params: {} }
        const answer = await views.identify(token, bearer)
        return answer.kind === 'viewer' ? answer.viewer : answer
      }
      const child = await opened({ profile: 3 })
      expect(await identified(child.token)).toMatchObject({
        accountId,
        profile: { no: 3, isChild: true, limit: { ageLimit: 6, channelIds: new Set([12]) } },
      })
      expect((await eventsOf('support_view_started')).at(-1)?.after).toMatchObject({ profile: 3 })
      const first = await opened()
      expect(await identified(first.token)).toMatchObject({
        accountId,
        profile: { no: 0, isChild: false, limit: undefined },
      })
      // One that is removed while it is seen shows what a device of it does: no more than for the youngest.
      const removed = await opened({ profile: 3 })
      await sql`delete from profile where account_id = ${accountId}`.execute(db)
      expect(await identified(removed.token)).toMatchObject({ profile: { no: 3, isRemoved: true } })
    } finally {
      await sql`delete from profile where account_id = ${accountId}`.execute(db)
    }
  })

  it('shows what the subscriber sees, with name and phone masked', async () => {
    const view = await opened()
    expect(view).toMatchObject({
      subscriber: 'Ше••• Юс•••',
      language: 'en',
      site_language: 'ru',
      abonement: '111111',
    })
    expect(view.expires_at).toBe(Math.floor(clock.nowMs() / 1000) + 900)
    const info = await view.call(accountCalls.info, {})
    expect(info).toMatchObject({ kind: 'ok', data: { phone_number: '+998•••••4567', name: 'Ше••• Юс•••' } })
    expect(JSON.stringify(info)).not.toContain('1114567')
    expect(await view.call(accountCalls.status, {})).toMatchObject({ data: { status: 0, renew: 0 } })
    expect(await view.call(supportView.state, {})).toMatchObject({ data: { expires_at: view.expires_at } })
  })

  it('is in the audit at its start with the reason, and at its end with what was requested', async () => {
    const view = await opened()
    await view.call(channels.detail, { cid: world.cid.paid })
    await view.call(channels.detail, { cid: world.cid.paid })
    const end = { token: view.token, device_uid: deviceUid }
    expect(await view.call(supportView.end, end)).toMatchObject({ kind: 'ok' })
    expect(await failureOf(view.call(supportView.state, {}))).toBe('support_view_over')
    const [started, ended] = await Promise.all([
      eventsOf('support_view_started'),
      eventsOf('support_view_ended'),
    ])
    expect(started.at(-1)).toMatchObject({
      ...{ actor: 'staff', account_id: accountId, subject: `subscriber ${accountId}` },
      after: { reason: asked.reason, device: 'computer' },
    })
    expect(ended.at(-1)?.after).toMatchObject({
      cause: 'member',
      opened: true,
      requests: { [`channels.detail cid=${world.cid.paid}`]: 2 },
    })
    await view.call(supportView.end, end)
    expect((await eventsOf('support_view_ended')).length).toBe(ended.length)
  })

  it('is listed while it lasts, and another member ends it by name', async () => {
    const view = await opened()
    const listed = await console_(`/subscribers/support-views?account_id=${accountId}`, 'finance')
    expect(listed.data?.['views']).toMatchObject([{ is_own: false, is_opened: true, reason: asked.reason }])
    const viewId = ((listed.data?.['views'] ?? []) as { view_id: string }[])[0]?.view_id ?? ''
    expect((await console_('/subscribers/support-views/end', 'finance', { view_id: viewId })).failure).toBe(
      'staff_forbidden',
    )
    expect(
      (await console_('/subscribers/support-views/end', 'administrator', { view_id: viewId })).data,
    ).toEqual({})
    expect(await failureOf(view.call(accountCalls.info, {}))).toBe('support_view_over')
    expect((await eventsOf('support_view_ended')).at(-1)?.after).toMatchObject({ cause: 'operator' })
    const again = await console_('/subscribers/support-views/end', 'administrator', { view_id: viewId })
    expect(again.failure).toBe('not_found')
  })
})

describe('[CARE-04] the link of a view', () => {
  it('has its code in the fragment, on the site of the brand of the subscriber', async () => {
    const started = await start()
    expect(started.data?.['address']).toMatch(
      /^https:\/\/tv\.example\.uz\/\?support-view#support-view=en\.[\w-]{43}$/,
    )
    expect((await start({ device: 'tv' })).data?.['address']).toMatch(
      /^https:\/\/tv\.example\.uz\/\?tv=1&support-view#/,
    )
    await db
      .insertInto('service_settings')
      .values({ ...brandRow, service_id: 2 } as never)
      .execute()
    await db.updateTable('account').set({ service_id: 2 }).where('account_id', '=', accountId).execute()
    expect((await start()).data?.['address']).toMatch(/^https:\/\/zamin\.example\.uz\/\?support-view#/)
    await db.updateTable('account').set({ service_id: null }).where('account_id', '=', accountId).execute()
  })

  it('opens once', async () => {
    const code = codeOf(await start())
    const open = () => tabOf(null)(supportView.open, { code, device_uid: deviceUid })
    const both = await Promise.all([open(), open()])
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['ok', 'refused'])
    expect(await failureOf(open())).toBe('support_view_code')
  })

  it('opens for a minute', async () => {
    const code = codeOf(await start())
    clock.advanceMs(61_000)
    expect(await failureOf(tabOf(null)(supportView.open, { code, device_uid: deviceUid }))).toBe(
      'support_view_code',
    )
  })

  it('is replaced by the next one of the same member, also when both are made at once', async () => {
    const first = await opened()
    const second = await opened()
    expect(await failureOf(first.call(accountCalls.info, {}))).toBe('support_view_over')
    expect(await failureOf(second.call(accountCalls.info, {}))).toBe('ok')
    const made = await Promise.all([start(), start(), start()])
    expect(made.every(({ data }) => data !== undefined)).toBe(true)
    expect(await views.list()).toHaveLength(1)
  })
})

describe('[CARE-04] the token of a view', () => {
  it('works in its own tab only, never in an address, and opens nothing of the console', async () => {
    const { token } = await opened()
    expect(await failureOf(tabOf(token, 'another-tab-than-that')(accountCalls.info, {}))).toBe(
      'support_view_over',
    )
    expect(await failureOf(tabOf(token, null)(accountCalls.info, {}))).toBe('support_view_over')
    const inAddress = await fetch(`${origin}${accountCalls.info.path}?authkey=${token}`, {
      headers: { 'x-ekran-device': deviceUid },
    })
    expect(await inAddress.json()).toMatchObject({ failure: 'not_authorized' })
    const listed = await console_('/subscribers/support-views', 'support', undefined, token)
    expect(listed.failure).toBe('not_authorized')
  })

  it('is stored as a hash, and so is its code', async () => {
    const { token } = await opened()
    const code = codeOf(await start({}, 'administrator'))
    const rows = await sql<{ text: string }>`select t::text as text from support_view t`.execute(db)
    const text = rows.rows.map((row) => row.text).join()
    expect([text.includes(token), text.includes(code)]).toEqual([false, false])
  })

  it.each([
    ['a role that only looks', 'finance', {}, 'staff_forbidden'],
    ['an account that is not there', 'support', { account_id: 999_999 }, 'not_found'],
    ['no reason', 'support', { reason: ' ' }, 'invalid_input'],
    ['a profile that is not there', 'support', { profile: 7 }, 'support_view_profile'],
  ] as const)('is not given for %s', async (_, role, more, failure) => {
    expect((await start(more, role)).failure).toBe(failure)
  })

  it('is not given to a member who has not proven the second factor', async () => {
    const { staffId } = await fixture.addMember('support')
    const half = await fixture.openSession(staffId, 'second_factor')
    const body = { account_id: accountId, ...asked }
    const refused = await console_('/subscribers/support-views/start', 'support', body, half)
    expect(refused.failure).toBe('second_factor_needed')
  })

  it.each(['blocked', 'deactivated'] as const)(
    'is refused for a %s account, also while it lasts',
    async (state) => {
      const view = await opened()
      await world.accounts.setState(accountId, state, { actor: 'operator' })
      expect(await failureOf(view.call(accountCalls.info, {}))).toBe('support_view_over')
      expect((await start({}, 'administrator')).failure).toBe('support_view_closed')
      await closeOver(deps)
      expect((await eventsOf('support_view_ended')).at(-1)?.after).toMatchObject({ cause: 'account' })
      await world.accounts.setState(accountId, 'active', { actor: 'operator' })
      expect(await failureOf(view.call(accountCalls.info, {}))).toBe('support_view_over')
    },
  )
})

describe('[CARE-04] a view ends', () => {
  it('after 15 minutes', async () => {
    const view = await opened()
    clock.advanceMs(899_000)
    expect(await failureOf(view.call(accountCalls.info, {}))).toBe('ok')
    clock.advanceMs(1000)
    expect(await failureOf(view.call(accountCalls.info, {}))).toBe('support_view_over')
    expect(await closeOver(deps)).toBe(1)
    expect(await closeOver(deps)).toBe(0)
    expect((await eventsOf('support_view_ended')).at(-1)).toMatchObject({
      actor: 'system',
      after: { cause: 'time' },
    })
  })

  it.each([
    ['the logout of its member', (member: TestMember) => leave(member)],
    [
      'the block of its member',
      async ({ staffId }: TestMember) => void (await staff.block(byOwner, staffId)),
    ],
    [
      'another role of its member',
      async ({ staffId }: TestMember) => void (await staff.changeRole(byOwner, staffId, 'analyst')),
    ],
  ])('with %s', async (_, end) => {
    const member = await fixture.addMember('support')
    members.set('owner', member)
    const view = await opened({}, 'owner')
    expect(await failureOf(view.call(accountCalls.info, {}))).toBe('ok')
    await end(member)
    expect(await failureOf(view.call(accountCalls.info, {}))).toBe('support_view_over')
    await closeOver(deps)
    expect((await eventsOf('support_view_ended')).at(-1)?.after).toMatchObject({ cause: 'session' })
  })
})

const byOwner = { kind: 'operator' } as const
async function leave({ token }: TestMember) {
  await staff.logOut(await fixture.member(token), '198.51.100.7')
}

describe('[CARE-04] playing in a view', () => {
  it('gives a short address without a stream, and leaves no trace of the subscriber', async () => {
    const own = await tokenOf(origin, '111111', 'phone-1')
    const view = await opened({ device: 'phone' })
    const before = await databaseState()
    const played = await view.call(channels.url, { cid: world.cid.paid })
    const film = await view.call(films.url, { vid: world.vid('film') })
    if (played.kind !== 'ok' || film.kind !== 'ok') throw new Error(JSON.stringify([played, film]))
    expect(played.data.stream_id).toBe('')
    expect(played.data.expires_at - clock.nowMs() / 1000).toBeLessThanOrEqual(120)
    expect((await fetch(new URL(played.data.url, origin), forwarded)).status).toBe(200)
    expect(await callerOf(origin, own)(streams.list, {})).toMatchObject({ data: { streams: { item: [] } } })
    expect(await databaseState()).toEqual(before)
    // The one stream of the tariff is still the subscriber's.
    expect(await callerOf(origin, own)(channels.url, { cid: world.cid.paid, beats: 1 })).toMatchObject({
      kind: 'ok',
    })
    expect(await failureOf(view.call(channels.url, { cid: world.cid.paid }))).toBe('too_many_streams')
  })

  it('is refused as the subscriber is refused: by tariff, and by the place of the subscriber', async () => {
    const view = await opened()
    expect(await failureOf(view.call(channels.url, { cid: world.cid.other }))).toBe('not_subscribed')
    const abroad = await callerOf(
      origin,
      null,
      outsideAddress,
    )(accountCalls.login, {
      ...{ abonement: '111111', password: 'right password', device_uid: 'tv-abroad', device_kind: 'tv' },
    })
    expect(abroad.kind).toBe('ok')
    const fromTv = await opened({ device: 'tv' })
    expect(await failureOf(fromTv.call(channels.url, { cid: world.cid.paid }))).toBe('outside_region')
  })
})
const forwarded = { headers: { 'x-forwarded-for': insideAddress } }

describe('[CARE-04] of every endpoint', () => {
  const all = Object.entries<Record<string, Endpoint>>(api).flatMap(([subject, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [`${subject}.${name}`, endpoint] as const),
  )

  it('one that changes something is never shown', () => {
    expect(all.filter(([name, endpoint]) => endpoint.changes && isShownToSupport(name, endpoint))).toEqual([])
    expect(consoleSupportViews.start.permission).toEqual({ section: 'subscribers', level: 'act' })
  })

  it('none writes anything or gives a secret, by whatever method', async () => {
    await callerOf(origin, null)(accountCalls.login, {
      ...{ abonement: '111111', password: 'right password', device_uid: 'secret-device-uid-77' },
    })
    const { token } = await opened()
    const before = await databaseState()
    ran.length = 0
    const texts: string[] = []
    for (const [name, endpoint] of all) {
      for (const method of endpoint.changes && endpoint.method === 'GET'
        ? ['GET', 'POST']
        : [endpoint.method]) {
        const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
        const sendsBody = method !== 'GET'
        const response = await fetch(`${origin}${path}${sendsBody ? '' : '?cid=1&vid=1&id=1'}`, {
          method,
          headers: {
            ...{
              authorization: `Bearer ${token}`,
              'x-ekran-device': deviceUid,
              'x-forwarded-for': insideAddress,
            },
            ...(sendsBody ? { 'content-type': 'application/json' } : {}),
          },
          ...(sendsBody ? { body: JSON.stringify({ vid: 1, cid: 1, is_favorited: 1 }) } : {}),
        })
        const text = await response.text()
        texts.push(text)
        const isRefused = !isShownToSupport(name, endpoint)
        const isOther = response.status === 405
        if (isRefused && !isOther)
          expect(text, name).toContain(endpoint.changes ? 'support_view_only' : 'support_view_hidden')
      }
    }
    expect(ran.filter((name) => !isShownToSupport(name, endpointOf(name)))).toEqual([])
    expect(await databaseState()).toEqual(before)
    const everything = texts.join('\n')
    for (const secret of ['1114567', 'Шерзод', 'secret-device-uid-77', token])
      expect(everything.includes(secret), secret).toBe(false)
    expect(await failureOf(tabOf(token)(devices.list, {}))).toBe('ok')
  })

  function endpointOf(name: string): Endpoint {
    const endpoint = all.find(([one]) => one === name)?.[1]
    if (endpoint === undefined) throw new Error(name)
    return endpoint
  }
})

const brandRow = { hosts: brand.hosts, name_ru: 'Замин', name_uz: 'Zamin' }
