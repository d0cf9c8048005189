/** Alarms over a real database and emulated services with the real protocols. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { type AlarmReceivers, startAlarmReceivers } from '#tests/kit/emulators/alarm-receivers.ts'
import {
  acknowledgeAlarm,
  addAlarmNote,
  alarmSeal,
  alarmsOfChannels,
  deliver,
  listAlarms,
  listRules,
  loadAlarm,
  muteAlarm,
  muteChannel,
  queueTest,
  removeRule,
  removeTarget,
  type RuleFields,
  saveRule,
  saveTarget,
  type SendingTools,
  type TargetFields,
  unmuteAlarm,
  unmuteChannel,
} from './alarms.ts'
import { waitingDeliveries } from './delivery/delivery-queue.ts'
import type { CurrentProblem } from './rules/alarm.ts'
import { evaluateAlarms } from './watch/evaluate-alarms.ts'

const database = await createTestDatabase()
const { db } = database
const startMs = Date.UTC(2026, 10, 27, 7, 0)
const minuteMs = 60_000
const clock = manualClock(startMs)
const seal = alarmSeal({ passwordPepper: 'p'.repeat(43) }, systemRandom)
const texts: { phone: string; text: string }[] = []
let receivers: AlarmReceivers
let tools: SendingTools
beforeAll(async () => {
  receivers = await startAlarmReceivers()
  const read = readSettings({ EKRAN_MAIL: receivers.mail, EKRAN_TELEGRAM_API: receivers.telegram })
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
  tools = {
    ...{ db, clock, seal, settings: read.settings },
    messages: {
      sendSms: async (message) => {
        texts.push(message)
        return { kind: 'sent', via: 'smpp', id: '1' }
      },
    },
    ...{ allowLocalWebhooks: true, publicUrl: 'https://tv.example.uz' },
  }
}, 60_000)
afterAll(async () => {
  await receivers?.stop()
  await database.drop()
})
beforeEach(async () => {
  clock.setMs(startMs)
  for (const table of [
    'alarm_delivery',
    'alarm',
    'alarm_rule',
    'alarm_target',
    'alarm_channel_mute',
  ] as const)
    await db.deleteFrom(table).execute()
})

const key = 'a key of sixteen letters'
const target = (kind: TargetFields['kind'], address: string, secret = ''): TargetFields => ({
  ...{ kind, name: `to ${kind}`, address, secret, language: 'ru' },
})
async function addTarget(fields: TargetFields): Promise<number> {
  const saved = await saveTarget({ db, seal, settings: tools.settings }, null, fields)
  if (saved.kind !== 'saved') throw new Error(saved.kind)
  return saved.targetId
}
const downRule: RuleFields = {
  ...{ name: 'Каналы не работают', kinds: ['no_signal'], minutes: 2, isOn: true },
  ...{ quietFrom: null, quietUntil: null, targetIds: [] },
}
async function addRule(more: Partial<RuleFields> = {}): Promise<number> {
  const saved = await saveRule(db, null, { ...downRule, ...more })
  if (saved.kind !== 'saved') throw new Error(saved.kind)
  return saved.ruleId
}
const problem = (cid: number): CurrentProblem => ({
  ...{ cid, number: cid, name: `Kanal ${cid}`, host: 'up.example', kind: 'no_signal' },
  ...{ sinceMs: startMs, isOutdated: false },
})
const lookAt = (minute: number, ...cids: readonly number[]) => {
  clock.setMs(startMs + minute * minuteMs)
  return evaluateAlarms(db, cids.map(problem), clock.nowMs())
}
async function sendAll(): Promise<readonly (string | undefined)[]> {
  const outcomes = []
  for (const id of await waitingDeliveries(db, clock.nowMs()))
    outcomes.push((await deliver(tools, id, { isLast: false }))?.kind)
  return outcomes
}

describe('[OPS-03] [HEALTH-02] the messages of an alarm', () => {
  it('reach a chat, a mailbox, a webhook with a signature and a phone, at its beginning and at its end', async () => {
    const targetIds = [
      await addTarget(target('telegram', receivers.chat, receivers.token)),
      await addTarget(target('email', 'engineer@example.uz')),
      await addTarget(target('webhook', receivers.webhook, key)),
      await addTarget(target('sms', '+998901234567')),
    ]
    await addRule({ targetIds })
    expect(await lookAt(1, 1, 2)).toEqual({ raised: 0, ended: 0 })
    expect(await lookAt(2, 1, 2)).toEqual({ raised: 1, ended: 0 })
    expect(await lookAt(3, 1, 2)).toEqual({ raised: 0, ended: 0 })
    expect(await sendAll()).toEqual(['sent', 'sent', 'sent', 'sent'])
    await lookAt(14)
    expect(await lookAt(19)).toEqual({ raised: 0, ended: 1 })
    expect(await sendAll()).toEqual(['sent', 'sent', 'sent', 'sent'])
    const first = '2 канала: нет сигнала (источник up.example), с 12:00'
    const last =
      'Снова в порядке: 2 канала: нет сигнала (источник up.example), началось 12:00, длилось 14 мин'
    const linesOf = (all: readonly { readonly text: string }[]) => all.map(({ text }) => text.split('\n')[0])
    expect(linesOf(await receivers.received('telegram'))).toEqual([first, last])
    const mails = await receivers.received('email')
    expect(linesOf(mails)).toEqual([first, last])
    expect(mails[0]?.headers['subject']).toBe('2 канала: нет сигнала')
    expect(mails[0]?.text).toMatch(/https:\/\/tv\.example\.uz\/console\/alarms\/\d+$/)
    expect(linesOf(texts)).toEqual([first, last])
    const [hook] = await receivers.received('webhook')
    const signature = /^t=(\d+),v1=([\da-f]{64})$/.exec(hook?.headers['x-ekran-signature'] ?? '')
    const own = createHmac('sha256', key).update(`${signature?.[1]}.${hook?.text}`).digest('hex')
    expect(signature?.[2]).toBe(own)
    expect(JSON.parse(hook?.text ?? '')).toMatchObject({
      event: 'alarm.raised',
      alarm: { kind: 'no_signal', host: 'up.example', channel_count: 2, ended_at: null },
    })
    const [alarm] = await listAlarms(db, { isOpen: false, limit: 10, nowMs: clock.nowMs() })
    const details = await loadAlarm(db, alarm?.alarmId ?? 0, clock.nowMs())
    expect(details?.deliveries.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'sent'))
    expect((details?.endedMs ?? 0) - startMs).toBe(14 * minuteMs)
  })

  it('are tried again, and their failure is shown without the token', async () => {
    await addRule({ targetIds: [await addTarget(target('telegram', receivers.chat, receivers.token))] })
    await lookAt(2, 1)
    await receivers.fault('telegram', 500, 1)
    expect(await sendAll()).toEqual(['failed'])
    const details = async () => {
      const [alarm] = await listAlarms(db, { isOpen: true, limit: 10, nowMs: clock.nowMs() })
      return (await loadAlarm(db, alarm?.alarmId ?? 0, clock.nowMs()))?.deliveries
    }
    expect(await details()).toMatchObject([
      { state: 'waiting', attempts: 1, problem: 'Telegram: 500 Internal Server Error' },
    ])
    expect(await sendAll()).toEqual(['sent'])
    expect(await details()).toMatchObject([{ state: 'sent', attempts: 2, problem: '' }])
    const stored = await db.selectFrom('alarm_target').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(receivers.token)
  })

  it('that can never arrive are given up at once, in words', async () => {
    const cases: readonly [TargetFields, string][] = [
      [
        target('telegram', receivers.chat, '4242424242:wrong-wrong'),
        'Telegram does not accept the token of the bot',
      ],
      [target('telegram', '-1005', receivers.token), 'Telegram: 400 Bad Request: chat not found'],
      [target('email', 'engineer@elsewhere.example'), 'the mail server responded with 550'],
    ]
    for (const [fields, words] of cases) {
      const id = await queueTest(db, await addTarget(fields), clock.nowMs())
      expect(await deliver(tools, id ?? 0, { isLast: false })).toEqual({
        ...{ kind: 'failed', problem: words, isFinal: true },
      })
      expect(await deliver(tools, id ?? 0, { isLast: false })).toBeUndefined()
    }
  })

  it('go to no webhook inside unless the setting allows it, whatever the name resolves to', async () => {
    const inside = { ...tools, allowLocalWebhooks: false }
    for (const address of [receivers.webhook, receivers.webhook.replace('127.0.0.1', 'localhost')]) {
      const before = (await receivers.received('webhook')).length
      const id = await queueTest(db, await addTarget(target('webhook', address, key)), clock.nowMs())
      expect(await deliver(inside, id ?? 0, { isLast: false })).toMatchObject({
        problem: 'the address is in the local network',
      })
      expect(await receivers.received('webhook')).toHaveLength(before)
    }
  })

  it('are given up after an hour, and with their target', async () => {
    const targetId = await addTarget(target('sms', '+998901234567'))
    await queueTest(db, targetId, startMs)
    expect(await waitingDeliveries(db, startMs + 61 * minuteMs)).toEqual([])
    const id = await queueTest(db, targetId, startMs)
    await removeTarget(db, targetId)
    expect(await deliver(tools, id ?? 0, { isLast: false })).toMatchObject({
      problem: 'the target was removed',
    })
  })
})

describe('[OPS-03] what the staff does about an alarm', () => {
  const kamola = { name: 'Камола', nowMs: startMs }
  const openAlarm = async () => {
    const [alarm] = await listAlarms(db, { isOpen: true, limit: 10, nowMs: clock.nowMs() })
    return alarm?.alarmId ?? 0
  }

  it('is stored by name, and stays over the next look', async () => {
    await addRule()
    await lookAt(2, 1)
    const id = await openAlarm()
    expect(await acknowledgeAlarm(db, id, kamola)).toBe(true)
    expect(await acknowledgeAlarm(db, id, { ...kamola, name: 'Other' })).toBe(true)
    expect(await addAlarmNote(db, id, 'Позвонили поставщику', kamola)).toBe(true)
    expect(await muteAlarm(db, id, { minutes: 60, reason: 'works' }, kamola)).toBe(true)
    await lookAt(3, 1)
    expect(await loadAlarm(db, id, clock.nowMs())).toMatchObject({
      acknowledged: { by: 'Камола' },
      mute: { by: 'Камола', reason: 'works' },
      notes: [{ by: 'Камола', text: 'Позвонили поставщику' }],
    })
    expect((await alarmsOfChannels(db, clock.nowMs())).get(1)).toMatchObject({
      ...{ alarmId: id, acknowledgedBy: 'Камола', mute: null },
    })
    await unmuteAlarm(db, id)
    expect((await loadAlarm(db, id, clock.nowMs()))?.mute).toBeNull()
    for (const act of [acknowledgeAlarm(db, 999_999, kamola), addAlarmNote(db, 999_999, 'x', kamola)])
      expect(await act).toBe(false)
  })

  it('keeps a muted channel out of alarms, and out of messages', async () => {
    await addRule({ targetIds: [await addTarget(target('sms', '+998901234567'))] })
    await muteChannel(db, 1, { minutes: 30, reason: 'known' }, kamola)
    await lookAt(5, 1)
    expect(await openAlarm()).toBe(0)
    expect((await alarmsOfChannels(db, clock.nowMs())).get(1)?.mute?.reason).toBe('known')
    await unmuteChannel(db, 1)
    expect(await lookAt(6, 1)).toEqual({ raised: 1, ended: 0 })
  })

  it('changes rules: a removed one ends its alarms in silence, a removed target leaves its rules', async () => {
    const targetId = await addTarget(target('sms', '+998901234567'))
    const ruleId = await addRule({ targetIds: [targetId] })
    expect(await saveRule(db, ruleId, { ...downRule, targetIds: [999_999] })).toEqual({
      kind: 'target_not_found',
    })
    await lookAt(2, 1)
    await removeTarget(db, targetId)
    expect((await listRules(db))[0]?.targetIds).toEqual([])
    await removeRule(db, ruleId)
    expect(await lookAt(3, 1)).toEqual({ raised: 0, ended: 0 })
    expect(await openAlarm()).toBe(0)
  })

  it('send the token of a bot only to the Bot API that it was entered for', async () => {
    const fields = target('telegram', receivers.chat, receivers.token)
    const targetId = await addTarget(fields)
    const moved = await startAlarmReceivers()
    try {
      const settings = { ...tools.settings, EKRAN_TELEGRAM_API: moved.telegram }
      const test = async () => {
        const deliveryId = (await queueTest(db, targetId, clock.nowMs())) ?? 0
        return deliver({ ...tools, settings }, deliveryId, { isLast: true })
      }
      expect(await test()).toMatchObject({
        kind: 'failed',
        problem: expect.stringContaining('enter it again'),
      })
      const deps = { db, seal, settings }
      const unchanged = { ...fields, secret: '' }
      expect(await saveTarget(deps, targetId, unchanged)).toEqual({ kind: 'wrong', field: 'secret' })
      const again = { ...fields, secret: moved.token }
      expect(await saveTarget(deps, targetId, again)).toMatchObject({ kind: 'saved' })
      expect(await test()).toEqual({ kind: 'sent' })
      expect(await saveTarget(deps, targetId, unchanged)).toMatchObject({ kind: 'saved' })
    } finally {
      await moved.stop()
    }
  })

  it('cannot send a stored secret elsewhere', async () => {
    const targetId = await addTarget(target('webhook', 'https://one.example/hook', key))
    const moved = target('webhook', 'https://two.example/hook')
    expect(await saveTarget({ db, seal, settings: tools.settings }, targetId, moved)).toEqual({
      kind: 'wrong',
      field: 'secret',
    })
    const renamed = { ...target('webhook', 'https://one.example/hook'), name: 'other' }
    expect(await saveTarget({ db, seal, settings: tools.settings }, targetId, renamed)).toMatchObject({
      kind: 'saved',
    })
    expect(
      await saveTarget({ db, seal, settings: tools.settings }, null, target('telegram', 'no chat', 'x')),
    ).toEqual({
      ...{ kind: 'wrong', field: 'address' },
    })
  })
})
