import { afterAll, expect, describe, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { registrationFixture } from '#tests/kit/modules/registration-module.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const clock = manualClock(Date.UTC(2026, 10, 21, 9))
const made = registrationFixture(db, clock)

function wrongFor(code: string) {
  return code === '000000' ? '000001' : '000000'
}

function ask(fields: Record<string, unknown>, from: string) {
  return made.ask('register', { terms: 1, ...fields }, { clientAddress: from })
}

describe('[ACC-02] a code that is checked before the password', () => {
  it('is reported as right as often as it is checked, and stays valid', async () => {
    const mobile_phone_number = '+998901110001'
    await ask({ mobile_phone_number, send_sms: 1 }, '10.9.0.1')
    const code = made.messages.codeFor(mobile_phone_number)
    for (let times = 0; times < 8; times += 1)
      expect(await ask({ mobile_phone_number, code, check: 1 }, '10.9.0.1')).toMatchObject({
        state: 'code_right',
        authkey: null,
        abonement: null,
      })
    const account = { password: 'samanid-tile-44', device_uid: 'uid-1' }
    expect(await ask({ mobile_phone_number, code, ...account }, '10.9.0.1')).toMatchObject({ state: 'done' })
  })

  it('costs a guess when it is wrong, however often the right one was checked', async () => {
    const mobile_phone_number = '+998901110002'
    await ask({ mobile_phone_number, send_sms: 1 }, '10.9.0.2')
    const code = made.messages.codeFor(mobile_phone_number)
    for (let times = 0; times < 4; times += 1) {
      expect(await ask({ mobile_phone_number, code: wrongFor(code), check: 1 }, '10.9.0.2')).toEqual({
        refused: 'wrong_code',
      })
      expect(await ask({ mobile_phone_number, code, check: 1 }, '10.9.0.2')).toMatchObject({
        state: 'code_right',
      })
    }
    expect(await ask({ mobile_phone_number, code: wrongFor(code), check: 1 }, '10.9.0.2')).toEqual({
      refused: 'code_spent',
    })
    expect(await ask({ mobile_phone_number, code, check: 1 }, '10.9.0.2')).toEqual({ refused: 'code_spent' })
  })

  it('reveals that the phone has an account, and is used up by it', async () => {
    const mobile_phone_number = '+998901110001'
    clock.advanceMs(86_400_000)
    await ask({ mobile_phone_number, send_sms: 1 }, '10.9.0.3')
    const code = made.messages.codeFor(mobile_phone_number)
    expect(await ask({ mobile_phone_number, code, check: 1 }, '10.9.0.3')).toEqual({
      refused: 'phone_registered',
    })
    expect(await ask({ mobile_phone_number, code, check: 1 }, '10.9.0.3')).toEqual({ refused: 'code_spent' })
  })
})
