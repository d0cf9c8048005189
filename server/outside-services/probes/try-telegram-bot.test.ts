/** The test of the bot in the console: the token, the name, and a message to a subscriber. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '#server/platform/settings/settings.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openTelegram } from '#server/telegram/telegram.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { startTelegram, type TelegramEmulator } from '#tests/kit/emulators/telegram.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { tryTelegramBot } from './try-telegram-bot.ts'

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.now())
const people = accountsFixture(db, { clock })
const read = readSettings({ EKRAN_WEBHOOK_LOCAL: 'on' })
if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
const live = { settings: read.settings, environment: {} }
let emulator: TelegramEmulator
beforeAll(async () => {
  emulator = await startTelegram()
})
afterAll(async () => {
  await emulator.stop()
  await database.drop()
})

const tried = (text: string, to = '', more: { local?: boolean } = {}) =>
  tryTelegramBot(
    { db, live: { ...live, settings: { ...live.settings, EKRAN_WEBHOOK_LOCAL: more.local ?? true } } },
    text,
    to,
  )

it('[TG-01] the bot is tried with its token alone, and with a message to a linked subscriber', async () => {
  expect(await tried(emulator.bot)).toEqual({
    ...{ kind: 'tried', host: '' },
    steps: [{ step: 'login', isOk: true, word: 'answers', detail: '' }],
  })
  const { accountId, abonement } = await people.addAccount({})
  expect(await tried(emulator.bot, abonement)).toEqual({ kind: 'no_device' })
  const telegram = openTelegram({
    ...{ db, jobDb: db, clock, random: systemRandom, log: silentLog, settings: emulator.settings },
    ...{ jobs: { send: async () => null }, site: () => undefined, sends: true },
  })
  await emulator.play(71, { do: 'message', text: 'hello' })
  await telegram.link({ accountId, person: { userId: 71, name: 'A', language: 'ru' } })
  expect(await tried(emulator.bot, abonement)).toMatchObject({
    ...{ kind: 'tried', accountId },
    steps: [{ step: 'login' }, { step: 'message', isOk: true, word: 'done' }],
  })
  expect((await emulator.messages(71)).at(-1)?.text).toBe('Бот настроен. / Bot sozlandi.')
  await emulator.play(71, { do: 'block' })
  expect(await tried(emulator.bot, abonement)).toMatchObject({
    steps: [{ isOk: true }, { step: 'message', isOk: false, word: 'refused' }],
  })
})

it('[TG-01] a wrong token, another name, an unreachable and a local address have their own words', async () => {
  const fields = new URLSearchParams(emulator.bot)
  const wrong = (name: string, value: string) => {
    const changed = new URLSearchParams(fields)
    changed.set(name, value)
    return changed.toString()
  }
  const word = async (text: string, more = {}) => {
    const outcome = await tried(text, '', more)
    return outcome.kind === 'tried' ? outcome.steps.map((step) => step.word) : outcome.kind
  }
  expect(await word(wrong('token', `1:${'A'.repeat(35)}`))).toBe('not_set')
  expect(await word(wrong('token', `123:${'A'.repeat(35)}`))).toEqual(['login_refused'])
  expect(await word(wrong('username', 'other_bot'))).toEqual(['refused'])
  expect(await word(wrong('api', 'http://127.0.0.1:47999'))).toEqual(['no_connection'])
  expect(await word(emulator.bot, { local: false })).toEqual(['local_address'])
  expect(await word('')).toBe('not_set')
  expect((await tried(emulator.bot, 'nobody')).kind).toBe('wrong_target')
})
