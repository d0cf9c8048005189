/** The viewer's Telegram and the login by it, over the endpoints with a real database; the signature as Telegram makes it. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { signedLogin } from '#emulators/telegram/login-page.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { parseSetting } from '#server/platform/settings/settings.ts'
import { openTelegram } from '#server/telegram/telegram.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { telegramEndpoints } from './telegram.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
const clock = manualClock(Date.UTC(2026, 10, 29, 12))
const people = accountsFixture(db, { clock })
const events: { readonly event: string }[] = []
const token = `4242424242:${'A'.repeat(35)}`
const read = parseSetting('EKRAN_TELEGRAM_BOT', `token=${token}&username=ekran_bot`)
if (read.kind === 'wrong') throw new Error(read.problem)
const telegram = openTelegram({
  ...{ db, jobDb: db, clock, random: systemRandom, log: silentLog, settings: read.value, sends: false },
  ...{ jobs: { send: async () => null }, site: () => undefined },
})
const routes = telegramEndpoints({
  ...{ telegram, accounts: people.accounts, region: { isInside: () => true } },
  audit: { record: async (event) => void events.push(event) },
})

let line = 0
beforeEach(() => {
  clock.setMs(Date.UTC(2026, 10, 29, 12))
  events.length = 0
})

function newPhone() {
  line += 1
  return `+9989055${String(10_000 + line)}`
}

/** An account whose Telegram shared its phone, unless specified otherwise. */
async function linked(more: { readonly phone?: string | undefined; readonly isChecked?: boolean } = {}) {
  const phone = more.phone ?? newPhone()
  const { accountId } = await people.addAccount({ phone })
  const person = { userId: 9000 + accountId, name: 'Dilnoza', language: 'uz' as const }
  await telegram.link({ accountId, person, ...(more.isChecked === false ? {} : { phone }) })
  return { accountId, userId: person.userId, phone }
}

const as = (accountId: number) => ({ viewer: { accountId, sessionId: 'a session' } })

function signed(userId: number) {
  const facts = signedLogin(token, { id: userId, firstName: 'Dilnoza', username: '' }, clock.nowMs())
  return Buffer.from(JSON.stringify(facts)).toString('base64url')
}
const logIn = (result: string, more: object = {}) =>
  ask(routes, 'telegram.logIn', { result, device_uid: `d${Math.random()}`, ...more }, {})

describe('[TG-01] the login by Telegram', () => {
  it('starts one session for a linked account, and is refused when it is sent again', async () => {
    const { userId } = await linked()
    const result = signed(userId)
    expect(await logIn(result)).toMatchObject({ authkey: expect.any(String), abonement: expect.any(String) })
    expect(await logIn(result)).toEqual({ refused: 'telegram_login_old' })
  })

  it('is used once by many at the same moment', async () => {
    const { userId } = await linked()
    const result = signed(userId)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => logIn(result)))
    expect(outcomes.filter((one) => 'authkey' in one)).toHaveLength(1)
  })

  it('is refused when it is old, changed, of a stranger, or without the account’s phone', async () => {
    const { userId } = await linked()
    const result = signed(userId)
    clock.advanceMs(301_000)
    expect(await logIn(result)).toEqual({ refused: 'telegram_login_old' })
    expect(await logIn(`${result.slice(0, -4)}AAAA`)).toEqual({ refused: 'telegram_login_wrong' })
    expect(await logIn(signed(1))).toEqual({ refused: 'telegram_unknown' })
    const unchecked = await linked({ isChecked: false })
    expect(await logIn(signed(unchecked.userId))).toEqual({ refused: 'telegram_phone_unchecked' })
    const moved = await linked()
    await people.accounts.givePhone(moved.accountId, newPhone())
    expect(await logIn(signed(moved.userId))).toEqual({ refused: 'telegram_phone_unchecked' })
  })

  it('of a full account names its devices, and goes on with one that goes', async () => {
    const { userId } = await linked()
    for (let n = 0; n < 5; n += 1) await logIn(signed(userId), { device_uid: `full ${n}`, x: n })
    // Each needs a signature of its own; the moments differ.
    for (let n = 0; n < 8; n += 1) {
      clock.advanceMs(1000)
      await logIn(signed(userId), { device_uid: `full ${n}` })
    }
    clock.advanceMs(1000)
    const result = signed(userId)
    expect(await logIn(result, { device_uid: 'one more' })).toEqual({ refused: 'device_limit' })
    const { accountId } = (await telegram.linkOfUser(userId)) ?? { accountId: 0 }
    const [device] = await people.accounts.listDevices(accountId)
    const more = { device_uid: 'one more', release_device_id: device?.deviceId }
    expect(await logIn(result, more)).toMatchObject({ authkey: expect.any(String) })
  })

  it('of a blocked account opens nothing', async () => {
    const { userId, accountId } = await linked()
    await people.accounts.setState(accountId, 'blocked')
    expect(await logIn(signed(userId))).toEqual({ refused: 'account_blocked' })
  })
})

describe('[TG-01] the viewer’s Telegram', () => {
  it('is shown, chosen and ended', async () => {
    const { accountId } = await linked()
    expect(await ask(routes, 'telegram.show', {}, as(accountId))).toMatchObject({
      ...{ is_on: 1, bot: 'ekran_bot', is_linked: 1, name: 'Dilnoza', is_phone_checked: 1 },
      ...{ notices: 1, codes: 0 },
    })
    expect(await ask(routes, 'telegram.choose', { codes: 1 }, as(accountId))).toMatchObject({ codes: 1 })
    expect(await ask(routes, 'telegram.unlink', {}, as(accountId))).toMatchObject({ is_linked: 0, name: '' })
    expect(await ask(routes, 'telegram.unlink', {}, as(accountId))).toMatchObject({ is_linked: 0 })
    expect(events).toMatchObject([{ event: 'telegram_unlinked' }])
    expect(await ask(routes, 'telegram.choose', { codes: 1 }, as(accountId))).toEqual({
      refused: 'telegram_not_linked',
    })
  })

  it('gets no codes until its person shared the phone: a stolen session cannot turn them away', async () => {
    const { accountId } = await linked({ isChecked: false })
    expect(await ask(routes, 'telegram.choose', { codes: 1 }, as(accountId))).toEqual({
      refused: 'telegram_phone_unchecked',
    })
    expect(await ask(routes, 'telegram.choose', { codes: 0, notices: 0 }, as(accountId))).toMatchObject({
      ...{ codes: 0, notices: 0 },
    })
  })

  it('is linked by an address with a code, of which the newest is valid', async () => {
    const { accountId } = await people.addAccount({})
    const begin = async () => {
      const { address } = await ask(routes, 'telegram.begin', {}, as(accountId))
      return new URL(String(address)).searchParams.get('start') ?? ''
    }
    const [first, second] = [await begin(), await begin()]
    const person = { userId: 77_000 + accountId, name: 'A', language: 'ru' as const }
    expect(await telegram.linkByCode(first, person)).toBeUndefined()
    expect(await telegram.linkByCode(second, person)).toMatchObject({ accountId })
  })
})
