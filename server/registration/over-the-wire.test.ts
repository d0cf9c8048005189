import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMessages, type Messages } from '#server/messages/messages.ts'
import { manualClock, systemClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { registrationFixture } from '#tests/kit/modules/registration-module.ts'
import { startSmsCentre, type OwnSmsCentre } from '#tests/kit/emulators/sms-centre.ts'

const database = await createTestDatabase()
const clock = manualClock(Date.UTC(2030, 0, 1))
const metrics = createMetrics()
let centre: OwnSmsCentre
let messages: Messages
beforeAll(async () => {
  centre = await startSmsCentre()
  const { smpp, eskiz, ari } = centre.routes
  const log = silentLog
  messages = openMessages({ smsRoutes: [smpp, eskiz], voiceRoute: ari, clock: systemClock, log, metrics })
})
afterAll(async () => {
  await messages.close()
  await centre.stop()
  metrics.close()
  await database.drop()
})

it('[ACC-02] [ACC-03] a person registers by SMPP, gets a call, and recovers access by another gateway', async () => {
  const { registration: fixture, ask, captcha } = registrationFixture(database.db, clock, { messages })
  const mobile_phone_number = '+998901234567'
  const from = (n: number) => ({ clientAddress: `84.54.70.${n}` })
  expect(await ask('register', { mobile_phone_number, send_sms: 1 }, from(1))).toMatchObject({
    state: 'sms_sent',
  })
  clock.advanceMs(60_000)
  expect(await ask('rereg', { phone: mobile_phone_number }, from(2))).toMatchObject({ state: 'sms_sent' })
  clock.advanceMs(120_000)
  const third = { phone: mobile_phone_number, send_call: 1, captcha: await captcha() }
  const called = await ask('rereg', third, from(3))
  expect(['call_sent', 'call_pending']).toContain(called['state'])
  const code = await centre.latestCode(mobile_phone_number, { kind: 'call' })
  const person = { mobile_phone_number, password: 'samanid-tile-46', terms: 1, device_uid: 'uid' }
  expect(await ask('register', { ...person, code }, from(4))).toMatchObject({ state: 'done' })
  const texts = await centre.messages({ phone: mobile_phone_number })
  for (const sms of texts.filter(({ kind }) => kind === 'sms'))
    expect(sms).toMatchObject({ parts: 1, protocol: 'smpp' })

  clock.advanceMs(86_400_000)
  const afterSeq = texts[0]?.seq ?? 0
  await centre.fault('smpp', 'down')
  expect(await ask('resetPassword', { mobile_phone_number }, from(5))).toMatchObject({ state: 'sms_sent' })
  const again = await centre.latestCode(mobile_phone_number, { afterSeq })
  await fixture.close()
  expect(
    await ask('resetPassword', { mobile_phone_number, code: again, new_password: 'registan-47' }, from(6)),
  ).toMatchObject({ state: 'done' })
  expect((await centre.messages({ phone: mobile_phone_number, afterSeq }))[0]).toMatchObject({
    protocol: 'eskiz',
  })
})
