/** A phone controls a television of its account, over real HTTP. */
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { call } from '#tests/kit/product/demo-content.ts'
import { askCall, askPath, origin } from '#tests/kit/product/request.ts'

const { remoteControl } = api
let viewer: AddedViewer
const tv = { token: '', id: 0 }
const phone = { token: '', id: 0 }
let sequence = Date.now()

async function enter(device: typeof tv, kind: 'tv' | 'phone', model: string): Promise<void> {
  const fields = {
    abonement: viewer.abonement,
    password: viewer.password,
    device_uid: `contract-${kind}`,
    device_model: model,
    device_kind: kind,
  }
  const answered = await askPath('/middleware/login', { method: 'POST', fields })
  const data = answered.json?.['data'] as { authkey: string }
  device.token = data.authkey
  const { devices } = await call(api.devices.list, {}, device.token)
  device.id = devices.item.find(({ is_current: isCurrent }) => isCurrent === 1)?.device_id ?? 0
}

beforeAll(async () => {
  viewer = await addViewer(origin())
  await enter(tv, 'tv', 'LG OLED55')
  await enter(phone, 'phone', 'Pixel')
})

function send(command: Readonly<Record<string, unknown>>, token = phone.token) {
  sequence += 1
  return askCall(remoteControl.send, { fields: { tv: tv.id, command, sequence }, token })
}

describe('[REMOTE-02] a phone and a television of one account', () => {
  it('find each other, request consent, and pass commands on', async () => {
    expect((await call(remoteControl.televisions, {}, phone.token)).televisions).toEqual([])
    expect((await send({ kind: 'pause' })).json?.['failure']).toBe('television_off')
    await call(remoteControl.commands, { is_start: 1 }, tv.token)
    const { televisions } = await call(remoteControl.televisions, {}, phone.token)
    expect(televisions).toMatchObject([
      { device_id: tv.id, model: 'LG OLED55', consent: 'none', state: null },
    ])

    const asking = call(remoteControl.commands, {}, tv.token)
    expect((await send({ kind: 'pause' })).json?.['data']).toEqual({ state: 'asking' })
    expect(await asking).toMatchObject({ commands: [], asking: [{ device_id: phone.id, model: 'Pixel' }] })
    await call(remoteControl.decide, { controller: phone.id, allow: 1 }, tv.token)

    const waiting = call(remoteControl.commands, {}, tv.token)
    expect((await send({ kind: 'search', text: 'кот' })).json?.['data']).toEqual({ state: 'sent' })
    const { commands } = await waiting
    expect(commands.map(({ command }) => command)).toEqual([{ kind: 'search', text: 'кот' }])

    const state = { page: '/search', search: 'кот', playing: null }
    await call(remoteControl.report, { is_on: 1, state }, tv.token)
    const [shown] = (await call(remoteControl.televisions, {}, phone.token)).televisions
    expect(shown).toMatchObject({ consent: 'allowed', state })
  })

  it('get a message with the invalid field and its expected value', async () => {
    const answered = await send({ kind: 'open', path: '/cabinet' })
    expect(answered.status).toBe(400)
    expect(answered.json?.['fields']).toEqual([
      {
        field: 'command.path',
        message: 'адрес страницы сайта, на которой можно смотреть, например /movie/12',
      },
    ])
    expect((await send({ kind: 'key', key: 'power' })).json?.['fields']).toEqual([
      { field: 'command.key', message: 'одно из: up, down, left, right, ok, back' },
    ])
  })

  it('are not visible to other accounts', async () => {
    const stranger = await addViewer(origin())
    expect((await send({ kind: 'pause' }, stranger.token)).json?.['failure']).toBe('device_not_found')
    expect((await call(remoteControl.televisions, {}, stranger.token)).televisions).toEqual([])
  })

  it('are disconnected when the television is removed', async () => {
    await call(api.devices.remove, { device_id: tv.id }, phone.token)
    expect((await askCall(remoteControl.commands, { fields: {}, token: tv.token })).json?.['failure']).toBe(
      'not_authorized',
    )
    expect((await send({ kind: 'pause' })).json?.['failure']).toBe('device_not_found')
  })
})
