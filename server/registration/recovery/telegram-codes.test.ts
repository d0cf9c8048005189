/** Codes that go to Telegram for those who chose so, and by SMS where Telegram does not help. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { registrationFixture, type RegistrationFixture } from '#tests/kit/modules/registration-module.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const clock = manualClock(Date.UTC(2030, 0, 1))
const mine = '+998901234567'
const nobodys = '+998917654321'
let made: RegistrationFixture
let texts: string[] = []
let arrives = true
let networks = 0
beforeEach(async () => {
  clock.advanceMs(2 * 86_400_000)
  await db.deleteFrom('account').execute()
  texts = []
  arrives = true
  made = registrationFixture(db, clock, {
    telegramCodes: {
      isOn: () => true,
      send: async ({ phone, textOf }) => {
        if (phone !== mine || !arrives) return false
        texts.push(textOf('ru'))
        return true
      },
    },
  })
  await made.accounts.upsertAccount(
    buildAccount('10020030', { phone: mine, name: 'D', password: 'samanid-45' }),
  )
})
afterAll(() => made.registration.close())

function reset(phone: string, fields: Record<string, unknown> = {}) {
  networks += 1
  const clientAddress = `10.1.${Math.floor(networks / 250)}.${networks % 250}`
  return made.ask('resetPassword', { mobile_phone_number: phone, ...fields }, { clientAddress })
}

describe('[TG-01] a code for a new password', () => {
  it('goes to Telegram first, and the next one by SMS', async () => {
    expect(await reset(mine)).toMatchObject({ state: 'sms_sent', may_be_telegram: 1, expires_in_sec: 300 })
    await made.registration.close()
    expect(made.messages.sent).toEqual([])
    expect(texts).toEqual([expect.stringMatching(/^Код для нового пароля в «Ekran»: \d{6}\n/)])
    const code = /\d{6}/.exec(texts[0] ?? '')?.[0]
    expect(await reset(mine, { code, check: 1 })).toMatchObject({ state: 'code_right' })
    clock.advanceMs(60_000)
    expect(await reset(mine)).toMatchObject({ state: 'sms_sent', may_be_telegram: 0 })
    await made.registration.close()
    expect(made.messages.sent).toHaveLength(1)
    expect(texts).toHaveLength(1)
    const stored = await db.selectFrom('code_request').select(['way', 'outcome', 'by_telegram']).execute()
    expect(stored).toEqual([
      { way: 'sms', outcome: 'sent', by_telegram: true },
      { way: 'sms', outcome: 'sent', by_telegram: false },
    ])
  })

  it('goes by SMS at once where Telegram does not take it', async () => {
    arrives = false
    expect(await reset(mine)).toMatchObject({ state: 'sms_sent' })
    await made.registration.close()
    expect(made.messages.sent).toHaveLength(1)
  })

  it('does not reveal who has Telegram: the responses of every phone are the same', async () => {
    const both = async () => {
      const [existing, unknown] = await Promise.all([reset(mine), reset(nobodys)])
      expect(unknown).toEqual(existing)
    }
    await both()
    clock.advanceMs(60_000)
    await both()
    await both()
    clock.advanceMs(120_000)
    await both()
  })

  it('counts as an SMS in the budgets', async () => {
    expect(await reset(mine)).toMatchObject({ resend_after_sec: 60 })
    expect(await reset(mine)).toEqual({ refused: 'too_soon' })
  })
})
