import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { forgetEnded } from './forget-ended.ts'
import { openRemoteControl, remoteChangedChannel, remoteControlWorkers } from './remote-control.ts'
import { askingMs, commandLifeMs, maxQueued, onlineMs } from './rules.ts'
import { remoteControlEndpoints } from '#server/api/remote-control/remote-control.ts'
import { sessionChangedChannel } from '#server/accounts/accounts.ts'
import { listenToDatabase } from '#server/platform/database/notifications.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import { accountsFixture, type TestAccount } from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.UTC(2026, 0, 15))
const fixture = accountsFixture(db, { clock })
const { accounts } = fixture
const audit = { record: async (event: { readonly event: string }) => void events.push(event.event) }
const events: string[] = []

/** The module of one process, with its own memory and its own listening connection. */
async function openProcess(limits: { waitMs?: number; perKey?: number; inAll?: number } = {}) {
  const module = openRemoteControl({ db, clock, log: silentLog, accounts, audit, limits })
  const listening = await listenToDatabase({
    location: database.location,
    log: silentLog,
    on: {
      [remoteChangedChannel]: (payload) => module.changed(payload),
      [sessionChangedChannel]: (payload) => module.sessionsChanged(Number(payload)),
    },
    onMissed: () => module.sessionsChanged(undefined),
  })
  return { module, routes: remoteControlEndpoints({ remoteControl: module }), close: () => listening.close() }
}

const [here, there] = [await openProcess(), await openProcess()]
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await database.drop()
})

type Process = typeof here
interface Device {
  readonly viewer: Viewer
  readonly id: number
}
interface Home {
  readonly account: TestAccount
  readonly tv: Device
  readonly phone: Device
}

async function addDevice(account: TestAccount, uid: string, model: string): Promise<Device> {
  const token = await fixture.enter(account, uid, { model })
  const viewer = await fixture.viewer(token, uid)
  if (viewer === undefined) throw new Error('the session is good')
  const devices = await accounts.listDevices(viewer.accountId, viewer.sessionId)
  return { viewer, id: devices.find(({ isCurrent }) => isCurrent)?.deviceId ?? 0 }
}

async function addHome(): Promise<Home> {
  const account = await fixture.addAccount()
  const tv = await addDevice(account, 'tv', 'LG OLED55 TV')
  await accounts.renameDevice(account.accountId, tv.id, 'Телевизор в зале', { actor: 'viewer' })
  return { account, tv, phone: await addDevice(account, 'phone', 'Pixel 9') }
}

let home: Home
beforeEach(async () => {
  home = await addHome()
})

interface Commands {
  readonly commands: readonly { readonly id: number; readonly command: Record<string, unknown> }[]
  readonly asking: readonly {
    readonly device_id: number
    readonly model: string
    readonly requested_at: number
  }[]
}

async function poll(
  device: Device,
  input: { readonly done?: string; readonly asking?: string } | null = null,
  by: Process = here,
  signal?: AbortSignal,
) {
  const caller = { viewer: device.viewer, ...(signal === undefined ? {} : { signal }) }
  return (await ask(
    by.routes,
    'remoteControl.commands',
    input ?? { is_start: 1 },
    caller,
  )) as unknown as Commands
}

let sequence = 0
async function send(
  { tv, phone }: Pick<Home, 'tv' | 'phone'>,
  command: Record<string, unknown> = { kind: 'pause' },
  by: Process = here,
  number = (sequence += 1),
) {
  const input = { tv: tv.id, command, sequence: number }
  return ask(by.routes, 'remoteControl.send', input, { viewer: phone.viewer })
}

function decide(device: Device, controller: number, allow: 0 | 1, by: Process = here) {
  return ask(by.routes, 'remoteControl.decide', { controller, allow }, { viewer: device.viewer })
}

interface Listed {
  readonly tag: string
  readonly televisions: readonly {
    readonly device_id: number
    readonly name: string
    readonly consent: string
    readonly state: { readonly playing: { readonly title: string } | null } | null
  }[]
}

async function list(device: Device, seen?: string, by: Process = here) {
  const input = seen === undefined ? {} : { seen }
  const answer = await ask(by.routes, 'remoteControl.televisions', input, { viewer: device.viewer })
  return answer as unknown as Listed
}

function report(device: Device, title: string | null, isOn = 1, by: Process = here) {
  const playing = {
    kind: 'film',
    id: 12,
    title,
    subtitle: '',
    position_sec: 61,
    duration_sec: 5400,
    is_paused: 0,
    audio: [{ id: '1', name: 'Русский', language: 'ru', is_active: 1 }],
    subtitles: [],
  }
  const state = { page: '/movie/12', search: '', playing: title === null ? null : playing }
  return ask(by.routes, 'remoteControl.report', { is_on: isOn, state }, { viewer: device.viewer })
}

/** The television is on and the phone may control it. */
async function letIn(current: Home = home): Promise<void> {
  await poll(current.tv)
  expect(await send(current)).toEqual({ state: 'asking' })
  expect(await decide(current.tv, current.phone.id, 1)).toEqual({})
}

describe('[REMOTE-02] consent', () => {
  it('is requested on the television by the first command, which is not executed', async () => {
    await poll(home.tv)
    const waiting = poll(home.tv, {})
    await expect.poll(() => here.module.waiting()).toBe(1)
    expect(await send(home, { kind: 'pause' }, there), 'in another process').toEqual({ state: 'asking' })
    const polled = await waiting
    expect(polled.commands).toEqual([])
    expect(polled.asking).toMatchObject([{ device_id: home.phone.id, model: 'Pixel 9' }])
    expect(await send(home)).toEqual({ state: 'asking' })
  })

  it('allows the next commands, is reported to the phone at once, and is written to the audit', async () => {
    await poll(home.tv)
    await send(home)
    const before = await list(home.phone)
    expect(before.televisions).toMatchObject([{ name: 'Телевизор в зале', consent: 'asking', state: null }])
    const after = list(home.phone, before.tag, there)
    await expect.poll(() => there.module.waiting()).toBe(1)
    await decide(home.tv, home.phone.id, 1)
    expect((await after).televisions).toMatchObject([{ consent: 'allowed' }])
    expect(await send(home)).toEqual({ state: 'sent' })
    expect((await poll(home.tv, {})).commands).toHaveLength(1)
    expect(events.at(-1)).toBe('remote_control_allowed')
  })

  it('that was refused stays refused until the answer is deleted', async () => {
    await poll(home.tv)
    await send(home)
    await decide(home.tv, home.phone.id, 0)
    clock.advanceMs(askingMs * 2)
    await poll(home.tv)
    expect(await send(home)).toEqual({ refused: 'remote_control_denied' })
    const viewer = { viewer: home.phone.viewer }
    const answers = { consents: [{ tv: home.tv.id, controller: home.phone.id, is_allowed: 0 }] }
    expect(await ask(here.routes, 'remoteControl.consents', {}, viewer)).toEqual(answers)
    const pair = { tv: home.tv.id, controller: home.phone.id }
    expect(await ask(here.routes, 'remoteControl.revoke', pair, viewer)).toEqual({})
    expect(await ask(here.routes, 'remoteControl.consents', {}, viewer)).toEqual({ consents: [] })
    expect(await send(home)).toEqual({ state: 'asking' })
  })

  it('expires after a minute without an answer', async () => {
    await poll(home.tv)
    await send(home)
    clock.advanceMs(askingMs)
    expect((await poll(home.tv)).asking).toEqual([])
    expect(await send(home)).toEqual({ state: 'asking' })
    expect((await poll(home.tv)).asking).toHaveLength(1)
  })

  it('is reported again when the device repeats its request', async () => {
    await poll(home.tv)
    await send(home)
    const [first] = (await poll(home.tv, {})).asking
    const received = { asking: String(home.phone.id), requested_at: String(first?.requested_at) }
    clock.advanceMs(askingMs / 2)
    const waiting = poll(home.tv, received)
    await expect.poll(() => here.module.waiting()).toBe(1)
    clock.advanceMs(askingMs / 2)
    expect(await send(home)).toEqual({ state: 'asking' })
    const [second] = (await waiting).asking
    expect(second).toMatchObject({ device_id: home.phone.id })
    expect(second?.requested_at).toBe((first?.requested_at ?? 0) + askingMs)
  })

  it('is revoked together with the pending commands', async () => {
    await letIn()
    await send(home)
    const pair = { tv: home.tv.id, controller: home.phone.id }
    await ask(here.routes, 'remoteControl.revoke', pair, { viewer: home.tv.viewer })
    expect((await poll(home.tv, { asking: '7' })).commands).toEqual([])
    expect(await send(home)).toEqual({ state: 'asking' })
  })

  it('cannot be given by another account', async () => {
    await poll(home.tv)
    await send(home)
    expect(await decide(home.phone, home.phone.id, 1)).toEqual({ refused: 'device_not_found' })
    const others = await addHome()
    expect(await decide(others.tv, home.phone.id, 1)).toEqual({ refused: 'device_not_found' })
    expect(await send(home)).toEqual({ state: 'asking' })
  })
})

describe('[REMOTE-02] a command', () => {
  it('reaches the television at once, in whichever process it waits', async () => {
    await letIn()
    const waiting = poll(home.tv, {})
    await expect.poll(() => here.module.waiting()).toBe(1)
    await send(home, { kind: 'open', path: '/channel/104' }, there)
    expect((await waiting).commands.map(({ command }) => command)).toEqual([
      { kind: 'open', path: '/channel/104' },
    ])
  })

  it('is delivered until it is confirmed, and no longer than ten seconds', async () => {
    await letIn()
    await send(home, { kind: 'search', text: 'ко' })
    await send(home, { kind: 'search', text: 'кот' })
    const first = await poll(home.tv, {})
    expect(first.commands.map(({ command }) => command['text'])).toEqual(['ко', 'кот'])
    expect(await poll(home.tv, {}), 'the answer was lost').toEqual(first)
    const [one, two] = first.commands
    expect((await poll(home.tv, { done: String(one?.id) })).commands).toEqual([two])
    clock.advanceMs(commandLifeMs)
    await send(home, { kind: 'play' })
    const later = await poll(home.tv, {})
    expect(later.commands.map(({ command }) => command)).toEqual([{ kind: 'play' }])
    expect((await poll(home.tv)).commands, 'a start drops what came before').toEqual([])
  })

  it('is accepted once, however often and to however many processes it is sent', async () => {
    await letIn()
    sequence += 10
    const again = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        send(home, { kind: 'key', key: 'ok' }, at % 2 ? here : there, sequence),
      ),
    )
    expect(again.every(({ state }) => state === 'sent')).toBe(true)
    await send(home, { kind: 'key', key: 'up' }, here, sequence - 5)
    expect((await poll(home.tv, {})).commands).toHaveLength(1)
  })

  it('is refused when the queue is full because the television does not fetch', async () => {
    await letIn()
    for (let count = 0; count < maxQueued; count += 1)
      expect(await send(home, { kind: 'play' }, count % 2 ? here : there)).toEqual({ state: 'sent' })
    const beyond = [send(home), send(home, { kind: 'stop' }, there)]
    expect(await Promise.all(beyond)).toEqual(beyond.map(() => ({ refused: 'remote_queue_full' })))
    expect((await poll(home.tv, {})).commands).toHaveLength(maxQueued)
    clock.advanceMs(commandLifeMs)
    expect(await send(home)).toEqual({ state: 'sent' })
  })

  it('is refused for a television of another account, a device that is off, and itself', async () => {
    const others = await addHome()
    await poll(others.tv)
    expect(await send({ tv: others.tv, phone: home.phone })).toEqual({ refused: 'device_not_found' })
    expect(await send(home)).toEqual({ refused: 'television_off' })
    await poll(home.tv)
    expect(await send({ tv: home.tv, phone: home.tv })).toEqual({ refused: 'device_not_found' })
    await report(home.tv, null, 0)
    expect(await send(home)).toEqual({ refused: 'television_off' })
    await report(home.tv, null)
    clock.advanceMs(onlineMs)
    expect(await send(home)).toEqual({ refused: 'television_off' })
  })

  it.each([
    [{ kind: 'open', path: 'https://elsewhere.example' }, 'command.path'],
    [{ kind: 'open', path: '//elsewhere.example' }, 'command.path'],
    [{ kind: 'open', path: '/cabinet/devices' }, 'command.path'],
    [{ kind: 'open', path: '/movie/12#x' }, 'command.path'],
    [{ kind: 'seek', position_sec: -1 }, 'command.position_sec'],
    [{ kind: 'key', key: 'power' }, 'command.key'],
    [{ kind: 'audio', track_id: '' }, 'command.track_id'],
    [{ kind: 'search', text: 'a'.repeat(201) }, 'command.text'],
    [{ kind: 'format' }, 'command.kind'],
  ])('%j is not accepted', async (command, field) => {
    expect(await send(home, command)).toEqual({ invalid: [field] })
  })
})

describe('[REMOTE-02] with a session', () => {
  it('of the phone ends its consent', async () => {
    await letIn()
    await send(home)
    await accounts.removeDevice(home.account.accountId, home.phone.id)
    expect((await poll(home.tv, { asking: '7' })).commands).toEqual([])
    expect(await send(home)).toEqual({ refused: 'not_authorized' })
    const again = await addDevice(home.account, 'phone', 'Pixel 9')
    expect(await send({ tv: home.tv, phone: again }), 'the same phone asks again').toEqual({
      state: 'asking',
    })
  })

  it('that was replaced by another login on the phone ends too, and its data are deleted', async () => {
    await letIn()
    await send(home)
    const again = await addDevice(home.account, 'phone', 'Pixel 9')
    expect(await send(home)).toEqual({ refused: 'not_authorized' })
    expect((await poll(home.tv, { asking: '7' })).commands, 'of a session that has ended').toEqual([])
    expect(await send({ tv: home.tv, phone: again })).toEqual({ state: 'asking' })
    await addDevice(home.account, 'tv', 'LG OLED55 TV')
    expect((await list(again)).televisions).toEqual([])
    expect(await forgetEnded(db)).toBeGreaterThan(3)
    expect(await forgetEnded(db)).toBe(0)
    expect(remoteControlWorkers({ db }).map(({ kind }) => kind.name)).toEqual(['remote-control.forget-ended'])
  })

  it('of the television ends its wait at once, and it is no longer on', async () => {
    await letIn()
    const waiting = poll(home.tv, {}, there)
    await expect.poll(() => there.module.waiting()).toBe(1)
    await accounts.logOut({ ...home.tv.viewer })
    expect(await waiting).toEqual({ refused: 'not_authorized' })
    expect((await list(home.phone)).televisions).toEqual([])
    await report(home.tv, 'late')
    expect(await send(home)).toEqual({ refused: 'device_not_found' })
  })
})

describe('[REMOTE-02] a television’s state', () => {
  it('is sent to the phone that may control it, at once, and to no other', async () => {
    await letIn()
    const before = await list(home.phone)
    const after = list(home.phone, before.tag)
    await expect.poll(() => here.module.waiting()).toBe(1)
    await report(home.tv, 'Ёлки', 1, there)
    expect((await after).televisions[0]?.state?.playing).toMatchObject({ title: 'Ёлки' })
    const tablet = await addDevice(home.account, 'tablet', 'iPad')
    expect((await list(tablet)).televisions).toMatchObject([{ consent: 'none', state: null }])
    const others = await addHome()
    expect((await list(others.phone)).televisions).toEqual([])
  })

  it('waits no longer than its timeout, and has a limit of waiting requests', async () => {
    const small = await openProcess({ waitMs: 200, perKey: 1 })
    onTestFinished(small.close)
    await letIn()
    const { tag } = await list(home.phone)
    const waiting = list(home.phone, tag, small)
    await expect.poll(() => small.module.waiting()).toBe(1)
    expect(await list(home.phone, tag, small)).toEqual({ refused: 'busy' })
    expect((await waiting).tag).toBe(tag)
    const aborted = poll(home.tv, {}, small, AbortSignal.abort())
    expect(await aborted).toEqual({ commands: [], asking: [] })
    expect(small.module.waiting()).toBe(0)
  })
})
