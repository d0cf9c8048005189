/** The bot with its subscribers: a real database, and the emulated Bot API with people who write to it. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { GrammyError, HttpError } from 'grammy'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { telegramUpdatesMount } from '#server/api/telegram/telegram-updates.ts'
import { openBilling } from '#server/billing/billing.ts'
import { notifyCharges } from '#server/billing/charging/notify-charges.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import { notificationsTo, writeNotification } from '#server/notifications/notifications.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import type { TelegramBotSettings } from '#server/platform/settings/telegram-settings.ts'
import { openSearch } from '#server/search/search.ts'
import { openTelegram } from '#server/telegram/telegram.ts'
import { openTelevision } from '#server/television/television.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { startTelegram, type TelegramEmulator } from '#tests/kit/emulators/telegram.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { openTelegramBot } from './telegram-bot.ts'
import { handleUpdate } from './updates/handle-update.ts'

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.now())
const people = accountsFixture(db, { clock })
const billing = openBilling({ db, clock })
const events: { readonly event: string; readonly accountId?: number | undefined; readonly facts?: object }[] =
  []
const catalogue = await openCatalogue(db, clock)
const television = await openTelevision(db, clock)
const search = openSearch({ catalogue, television, log: silentLog, onBuilt: () => undefined })
const dayMs = 86_400_000
const site = 'http://localhost:8080'

let emulator: TelegramEmulator
beforeAll(async () => {
  emulator = await startTelegram()
  await billing.putTariff(buildTariff(57, { isBase: true }))
  await billing.putTariff(buildTariff(58, { isBase: true, priceTiyin: 1_500_000 }))
})
afterAll(async () => {
  search.close()
  await emulator.stop()
  await database.drop()
})
beforeEach(async () => {
  clock.setMs(Date.now())
  events.length = 0
  await emulator.fault('none')
})

function open(settings: TelegramBotSettings = emulator.settings, publicUrl = site) {
  const telegram = openTelegram({
    ...{ db, jobDb: db, clock, random: systemRandom, log: silentLog, settings },
    ...{ jobs: { send: async () => null }, site: () => site, sends: true },
  })
  const bot = openTelegramBot({
    ...{ db, clock, log: silentLog, telegram, billing, catalogue, television, search },
    ...{ engine: { hasRecording: () => false }, profileLimits: { withinAge: (_age, run) => run() } },
    ...{ accounts: people.accounts, audit: { record: async (event) => void events.push(event) } },
    entitlement: openEntitlement({ billing, clock, isPlayable: () => true }),
    ...{ site: () => site, serviceName: () => 'Ekran', secret: 's'.repeat(43), publicUrl },
  })
  return { telegram, bot, deliver: () => telegram.deliver(new AbortController().signal) }
}

/** The bot, polling until the test ends. */
function polling() {
  const opened = open()
  const stop = new AbortController()
  const ended = opened.bot.poll(600_000, stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await ended
  })
  return opened
}

let person = 5000
let line = 0
function newPerson() {
  person += 1
  return person
}
function newPhone() {
  line += 1
  return `+9989012${String(10_000 + line)}`
}

/** The texts of the bot in a chat. */
async function said(to: number) {
  return (await emulator.messages(to)).filter(({ by }) => by === 'bot')
}
/** Waits for the next message of the bot, or its change. */
async function saidNext(to: number, what: Readonly<Record<string, unknown>>) {
  const before = JSON.stringify(await said(to))
  await emulator.play(to, what)
  await expect.poll(async () => JSON.stringify(await said(to))).not.toBe(before)
  const last = (await said(to)).at(-1)
  if (last === undefined) throw new Error('the bot said nothing')
  return last
}

function buttonsOf(message: { readonly markup: unknown }): Record<string, string> {
  const rows = (message.markup as { inline_keyboard?: Record<string, string>[][] } | undefined)
    ?.inline_keyboard
  return Object.fromEntries(
    (rows ?? []).flat().map((one) => [one['text'] ?? '', one['callback_data'] ?? one['url'] ?? '']),
  )
}

/** An account whose Telegram is linked by its phone. */
async function linked(bot: ReturnType<typeof polling>) {
  const [who, phone] = [newPerson(), newPhone()]
  const { accountId, abonement } = await people.addAccount({ phone })
  await saidNext(who, { do: 'message', text: '/start', phone, name: 'Dilnoza' })
  await emulator.play(who, { do: 'share' })
  await expect.poll(() => bot.telegram.linkOf(accountId)).toMatchObject({ userId: who, checkedPhone: phone })
  // The bot says so after the link is stored.
  await expect.poll(async () => (await said(who)).at(-1)?.text).toContain(`${abonement} подключён`)
  return { who, phone, accountId, abonement }
}

async function subscribe(accountId: number, paidForDays: number) {
  const reference = `test ${accountId}`
  await billing.moveMoney({
    accountId,
    amountTiyin: 10_000_000,
    kind: 'top_up',
    against: 'payments',
    reference,
  })
  const paidUntilMs = clock.nowMs() + paidForDays * dayMs
  await billing.putSubscription({ accountId, tariffId: 57, state: 'active', paidUntilMs })
}

describe('an account', () => {
  it('[TG-01] is linked by a link from the cabinet, once and for fifteen minutes', async () => {
    const { telegram } = polling()
    const { accountId, abonement } = await people.addAccount({ phone: newPhone() })
    const { address = '' } = (await telegram.linkAddress(accountId)) ?? {}
    const code = new URL(address).searchParams.get('start') ?? ''
    const [who, other] = [newPerson(), newPerson()]
    expect(await saidNext(who, { do: 'message', text: `/start ${code}` })).toMatchObject({
      text: expect.stringContaining(abonement),
    })
    expect(await telegram.linkOf(accountId)).toMatchObject({ userId: who, checkedPhone: null })
    expect(events).toMatchObject([{ event: 'telegram_linked', accountId, facts: { way: 'link' } }])
    const used = await saidNext(other, { do: 'message', text: `/start ${code}`, language: 'uz' })
    expect(used.text).toContain('Bu havola endi ishlamaydi')
    expect(await telegram.linkOfUser(other)).toBeUndefined()
    const next = new URL((await telegram.linkAddress(accountId))?.address ?? '').searchParams.get('start')
    clock.advanceMs(900_000)
    expect((await saidNext(other, { do: 'message', text: `/start ${next}` })).text).toContain(
      'endi ishlamaydi',
    )
  })

  it('[TG-01] is linked by the person’s own contact, and by nobody else’s', async () => {
    const { telegram } = polling()
    const phone = newPhone()
    const { accountId } = await people.addAccount({ phone })
    const [owner, stranger] = [newPerson(), newPerson()]
    const foreign = { do: 'contact', phone, user_id: owner }
    expect((await saidNext(stranger, foreign)).text).toContain('чужой контакт')
    expect((await saidNext(stranger, { do: 'contact', phone: '+998901999999' })).text).toContain(
      'аккаунта нет',
    )
    expect(await telegram.linkOf(accountId)).toBeUndefined()
    await saidNext(owner, { do: 'message', text: '/start', phone })
    await saidNext(owner, { do: 'share' })
    expect(await telegram.linkOf(accountId)).toMatchObject({ userId: owner, checkedPhone: phone })
  })

  it('[TG-01] that is linked by a link shows the button for the phone until it is checked', async () => {
    const { telegram } = polling()
    const phone = newPhone()
    const { accountId } = await people.addAccount({ phone })
    const code = new URL((await telegram.linkAddress(accountId))?.address ?? '').searchParams.get('start')
    const who = newPerson()
    await saidNext(who, { do: 'message', text: `/start ${code}`, phone, language: 'uz' })
    const settings = await saidNext(who, { do: 'message', text: '/settings' })
    const codes = { do: 'press', message_id: settings.messageId, data: 'set:codes:1' }
    const { id } = await emulator.play(who, codes)
    await expect
      .poll(async () => JSON.stringify((await emulator.answer(String(id)))?.body))
      .toContain('/start va «Raqamimni yuborish»')
    expect((await saidNext(who, { do: 'message', text: '/start' })).markup).toMatchObject({
      keyboard: [[{ text: 'Raqamimni yuborish', request_contact: true }]],
    })
    expect((await saidNext(who, { do: 'share' })).text).toContain('Raqam tasdiqlandi')
    expect(await telegram.linkOf(accountId)).toMatchObject({ checkedPhone: phone })
    await expect(emulator.play(who, { do: 'share' })).rejects.toThrow(/no button/)
  })

  it('[TG-01] is answered in the language that was chosen in the bot, also after the phone is confirmed', async () => {
    const bot = polling()
    const { who, accountId, phone } = await linked(bot)
    await bot.telegram.choose(accountId, { language: 'uz' })
    expect((await saidNext(who, { do: 'contact', phone })).text).toContain('Raqam tasdiqlandi')
    expect(await bot.telegram.linkOf(accountId)).toMatchObject({ language: 'uz', checkedPhone: phone })
    expect((await saidNext(who, { do: 'message', text: 'hello' })).text).toContain('Qidiruv:')
    expect((await saidNext(who, { do: 'message', text: '/help' })).text).toContain('Qidiruv:')
    const foreign = { do: 'contact', phone, user_id: 1 }
    expect((await saidNext(who, foreign)).text).toContain('boshqa odamning kontakti')
    const other = newPerson()
    const code = new URL((await bot.telegram.linkAddress(accountId))?.address ?? '').searchParams.get('start')
    expect((await saidNext(other, { do: 'message', text: `/start ${code}` })).text).toContain('Готово')
    expect((await said(who)).at(-1)?.text).toContain('boshqa Telegram ulandi')
  })

  it('[TG-01] is not linked by a contact that was forwarded or came by another bot', async () => {
    const { telegram } = polling()
    const phone = newPhone()
    const { accountId } = await people.addAccount({ phone })
    const who = newPerson()
    for (const way of ['forward', 'bot']) {
      const answer = await saidNext(who, { do: 'contact', phone, passed_on: way })
      expect(answer.text).toContain('Этот контакт переслан')
      expect(answer.markup).toMatchObject({ keyboard: [[{ request_contact: true }]] })
    }
    expect(await telegram.linkOf(accountId)).toBeUndefined()
  })

  it('[TG-01] that is linked by a contact says so in the bell, and not to the new Telegram', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    const [notice] = await notificationsTo(db, { accountId, untilMs: clock.nowMs(), limit: 9 })
    expect(notice).toMatchObject({ href: '/cabinet', title: { ru: 'К аккаунту подключён Telegram' } })
    expect(notice?.body.ru).toContain('«Dilnoza»')
    expect(notice?.body.ru).toContain('Если это не вы, отключите его в кабинете')
    const before = (await said(who)).length
    await bot.deliver()
    expect((await said(who)).length).toBe(before)
  })

  it('[TG-01] that gets another Telegram tells the former one, and begins without its choices', async () => {
    const bot = polling()
    const { who, accountId, phone } = await linked(bot)
    await bot.telegram.choose(accountId, { codes: true, notices: false })
    const thief = newPerson()
    const code = new URL((await bot.telegram.linkAddress(accountId))?.address ?? '').searchParams.get('start')
    await saidNext(thief, { do: 'message', text: `/start ${code}` })
    expect((await said(who)).at(-1)?.text).toContain('подключили другой Telegram')
    const link = await bot.telegram.linkOf(accountId)
    expect(link).toMatchObject({ userId: thief, checkedPhone: null, codes: false, notices: true })
    const textOf = () => '123456'
    expect(await bot.telegram.sendCode({ phone, textOf })).toBe(false)
  })

  it('[TG-01] takes the place of another account of the same Telegram after a question only', async () => {
    const bot = polling()
    const { who, accountId, abonement } = await linked(bot)
    const other = await people.addAccount({ phone: newPhone() })
    const { address = '' } = (await bot.telegram.linkAddress(other.accountId)) ?? {}
    const code = new URL(address).searchParams.get('start')
    const question = await saidNext(who, { do: 'message', text: `/start ${code}` })
    expect(question.text).toContain(`Подключить ${other.abonement} вместо ${abonement}?`)
    expect(await bot.telegram.linkOfUser(who)).toMatchObject({ accountId })
    const data = buttonsOf(question)[`Да, подключить ${other.abonement}`]
    const press = { do: 'press', message_id: question.messageId, data }
    expect((await saidNext(who, press)).text).toContain(`аккаунт ${other.abonement} подключён`)
    expect(await bot.telegram.linkOfUser(who)).toMatchObject({
      ...{ accountId: other.accountId, checkedPhone: null },
    })
    expect(await bot.telegram.linkOf(accountId)).toBeUndefined()
    const { address: next = '' } = (await bot.telegram.linkAddress(accountId)) ?? {}
    const late = await saidNext(who, {
      do: 'message',
      text: `/start ${new URL(next).searchParams.get('start')}`,
    })
    clock.advanceMs(900_000)
    const latePress = { do: 'press', message_id: late.messageId, data: Object.values(buttonsOf(late))[0] }
    expect((await saidNext(who, latePress)).text).toContain('уже не работает')
    expect(await bot.telegram.linkOfUser(who)).toMatchObject({ accountId: other.accountId })
  })

  it('[TG-01] is unlinked from Telegram after one more press', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    const asked = await saidNext(who, { do: 'message', text: '/unlink' })
    expect(await bot.telegram.linkOf(accountId)).toBeDefined()
    const press = { do: 'press', message_id: asked.messageId, data: buttonsOf(asked)['Да, отключить'] }
    expect((await saidNext(who, press)).text).toContain('Telegram отключён')
    expect(await bot.telegram.linkOf(accountId)).toBeUndefined()
    expect((await saidNext(who, { do: 'message', text: '/balance' })).text).toContain('Аккаунт не подключён')
  })
})

describe('an update', () => {
  it('[TG-01] that Telegram sends again is handled once', async () => {
    const bot = polling()
    const { who } = await linked(bot)
    const { update_id: updateId } = await emulator.play(who, { do: 'message', text: '/balance' })
    await expect.poll(emulator.pending).toBe(0)
    const before = (await said(who)).length
    await emulator.repeat(Number(updateId))
    await expect.poll(emulator.pending).toBe(0)
    expect((await said(who)).length).toBe(before)
  })

  it('[TG-01] waits while Telegram is away, and is answered once afterwards', async () => {
    const bot = polling()
    const { who } = await linked(bot)
    const before = (await said(who)).length
    await emulator.fault('unavailable', 3)
    await emulator.play(who, { do: 'message', text: '/balance' })
    await expect.poll(async () => (await said(who)).length, { timeout: 30_000 }).toBe(before + 1)
    await expect.poll(emulator.pending, { timeout: 30_000 }).toBe(0)
    expect((await said(who)).length).toBe(before + 1)
  })

  it('[TG-01] whose answer Telegram refuses each time is finished after five attempts', async () => {
    const refusing = (updateId: number, error: unknown) => {
      const handleUpdates = async () => Promise.reject(error)
      const failing = { botInfo: { id: 77 }, handleUpdate: handleUpdates } as never
      return handleUpdate({ db, clock, log: silentLog, bot: failing }, { update_id: updateId })
    }
    const answer = (code: number) =>
      new GrammyError('refused', { ok: false, error_code: code, description: 'x' }, 'sendMessage', {})
    const kinds = async (updateId: number, error: unknown, times: number) => {
      const outcomes: string[] = []
      for (let n = 0; n < times; n += 1) outcomes.push((await refusing(updateId, error)).kind)
      return outcomes
    }
    const four = ['failed', 'failed', 'failed', 'failed']
    expect(await kinds(1, answer(429), 5)).toEqual([...four, 'done'])
    expect(await kinds(2, answer(502), 6)).toEqual([...four, 'done', 'done'])
    const away = new HttpError('no connection', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
    expect(new Set(await kinds(3, away, 12))).toEqual(new Set(['failed']))
    expect(await kinds(3, answer(502), 5)).toEqual([...four, 'done'])
  })

  it('[TG-01] of somebody who writes without end is dropped, and others are answered', async () => {
    polling()
    const [flooding, other] = [newPerson(), newPerson()]
    for (let n = 0; n < 34; n += 1) await emulator.play(flooding, { do: 'message', text: `hello ${n}` })
    expect((await saidNext(other, { do: 'message', text: '/start' })).text).toContain('Здравствуйте')
    await expect.poll(emulator.pending).toBe(0)
    expect(await said(flooding)).toHaveLength(30)
  })

  it('[TG-01] is accepted by the webhook with its secret only, and posted by Telegram', async () => {
    const { bot } = open({ ...emulator.settings, mode: 'webhook' })
    const update = { update_id: 1, message: {} }
    expect(await bot.posted('', update)).toBe('wrong')
    expect([bot.accepts(''), open().bot.accepts('')]).toEqual(['wrong', 'off'])
    expect(await bot.posted('x'.repeat(43), update)).toBe('wrong')
    expect(await open().bot.posted('', update)).toBe('off')
  })

  it('[TG-01] comes by the webhook over HTTP, once, and by polling again when that is set', async () => {
    const mounts: ReturnType<typeof telegramUpdatesMount>[] = []
    const statuses: number[] = []
    const server = createServer((incoming, response) => {
      response.on('finish', () => statuses.push(response.statusCode))
      void mounts[0]
        ?.handle(incoming, response)
        .then((isHandled) => isHandled || response.writeHead(404).end())
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await expect.poll(() => server.address()).not.toBeNull()
    const { port } = server.address() as { port: number }
    const { bot, telegram } = open({ ...emulator.settings, mode: 'webhook' }, `http://127.0.0.1:${port}`)
    mounts.push(telegramUpdatesMount({ telegramBot: bot, log: silentLog }))
    await bot.setUp()
    expect(await emulator.webhook()).toMatchObject({ url: `http://127.0.0.1:${port}/telegram/updates` })
    const [who, phone] = [newPerson(), newPhone()]
    const { accountId } = await people.addAccount({ phone })
    const { update_id: updateId } = await emulator.play(who, { do: 'contact', phone })
    await expect.poll(() => telegram.linkOf(accountId)).toMatchObject({ userId: who })
    // The bot answers after the link is stored.
    await expect.poll(async () => (await said(who)).length).toBe(1)
    await expect.poll(emulator.pending).toBe(0)
    await emulator.repeat(Number(updateId))
    await expect.poll(emulator.pending).toBe(0)
    expect(await said(who)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const forged = await fetch(`http://127.0.0.1:${port}/telegram/updates`, {
      method: 'POST',
      headers: { 'x-telegram-bot-api-secret-token': 'guess' },
      body: JSON.stringify({ update_id: 9 }),
    })
    expect(forged.status).toBe(403)
    // More than there are places, each with a body that never ends: none is read, and Telegram's come through.
    const slow = Array.from({ length: 60 }, () =>
      request(`http://127.0.0.1:${port}/telegram/updates`, {
        method: 'POST',
        headers: { 'x-telegram-bot-api-secret-token': 'guess', 'content-length': '1000' },
      }),
    )
    onTestFinished(() => slow.forEach((one) => void one.destroy()))
    const refusals = slow.map(async (one) => {
      one.on('error', () => undefined)
      one.write('{')
      const [answer] = (await once(one, 'response')) as [IncomingMessage]
      return answer.statusCode
    })
    expect(new Set(await Promise.all(refusals))).toEqual(new Set([403]))
    expect((await saidNext(who, { do: 'message', text: '/balance' })).text).toContain('На балансе')
    await open().bot.setUp()
    expect(await emulator.webhook()).toMatchObject({ url: '' })
  })
})

describe('renewals and money', () => {
  it('[TG-01] [FAIR-02] a notice of a charge ends the renewal by one press, and takes it back', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    await subscribe(accountId, 2.5)
    expect(await notifyCharges(db, clock.nowMs())).toBeGreaterThan(0)
    await bot.deliver()
    const notice = (await said(who)).at(-1)
    if (notice === undefined) throw new Error('no notice came')
    expect(notice.text).toContain('спишется')
    expect(notice.text).not.toContain('ссылк')
    const [onSite] = await notificationsTo(db, { accountId, untilMs: clock.nowMs(), limit: 9 })
    expect(onSite?.body.ru).toContain('перейдите по ссылке')
    const buttons = buttonsOf(notice)
    expect(buttons['Пополнить баланс']).toBe(`${site}/cabinet?pay=0`)
    const press = async (data: string | undefined) =>
      saidNext(who, { do: 'press', message_id: notice.messageId, data })
    const renews = async () => (await billing.subscriptionsOf(accountId))[0]?.autoRenew
    const ended = await press(buttons['Отключить продление'])
    expect(ended.text).toMatch(/отключено. Смотреть можно до \d\d\.\d\d\.\d{4}/)
    expect(await renews()).toBe(false)
    const back = await press(buttonsOf(ended)['Вернуть продление'])
    expect(back.text).toContain('включено')
    expect(await renews()).toBe(true)
    expect(events.filter(({ event }) => event === 'auto_renew_set')).toMatchObject([
      { accountId, facts: { tariff: 57, auto_renew: false, by: 'telegram' } },
      { accountId, facts: { tariff: 57, auto_renew: true, by: 'telegram' } },
    ])
  })

  it('[TG-01] a planned change of tariff is named with its price, and ends with the renewal', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    await subscribe(accountId, 20)
    const target = { accountId, items: [{ tariffId: 58 }], replacesBase: true }
    expect(await billing.purchase(target)).toMatchObject({ kind: 'answered' })
    const planned = async () => (await billing.accountStanding(accountId)).planned?.tariffId
    expect(await planned()).toBe(58)
    const balance = await saidNext(who, { do: 'message', text: '/balance' })
    expect(balance.text).toContain('спишется 15\u00a0000\u00a0сум за «Тариф 58»')
    const list = await saidNext(who, { do: 'message', text: '/tariffs' })
    expect(list.text).toMatch(/«Тариф 57» — до [\d.]+, затем вместо него «Тариф 58» за 15\u00a0000\u00a0сум/)
    const press = (data: string | undefined) =>
      saidNext(who, { do: 'press', message_id: list.messageId, data })
    // From a notice too: the change would not come back with the renewal.
    const ask = await press('renew:end:57')
    expect(ask.text).toContain('Смена на «Тариф 58» тоже отменится')
    expect(await planned()).toBe(58)
    const ended = await press(buttonsOf(ask)['Да, отключить'])
    expect(ended.text).toContain('смена на «Тариф 58» отменена')
    expect(await planned()).toBeUndefined()
    expect((await press(buttonsOf(ended)['Вернуть продление'])).text).toContain('25\u00a0000\u00a0сум')
  })

  it('[TG-01] a suspended tariff ends with words of its own, and is not taken back', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    const paidUntilMs = clock.nowMs() - dayMs
    await billing.putSubscription({ accountId, tariffId: 57, state: 'suspended', paidUntilMs })
    const message = await saidNext(who, { do: 'message', text: '/tariffs' })
    const press = (data: string | undefined) =>
      saidNext(who, { do: 'press', message_id: message.messageId, data })
    const ask = await press('renew:ask:57')
    expect(ask.text).toContain('приостановлен')
    expect(ask.text).not.toMatch(/до \d/)
    const stays = await press(buttonsOf(ask)['Нет, оставить'])
    expect(stays.text).toContain('пополните баланс, и он включится снова')
    await press(buttonsOf(stays)['Отключить: Тариф 57'])
    const ended = await press(buttonsOf(ask)['Да, отключить'])
    expect(ended.text).toContain('«Тариф 57» отключён')
    expect(ended.text).not.toMatch(/до \d/)
    expect(buttonsOf(ended)).toEqual({})
    expect(await billing.subscriptionsOf(accountId)).toEqual([])
  })

  it('[TG-01] a button of another person’s message changes nothing of another account', async () => {
    const bot = polling()
    const [mine, other] = [await linked(bot), await linked(bot)]
    await subscribe(mine.accountId, 20)
    const message = await saidNext(other.who, { do: 'message', text: '/balance' })
    const press = { do: 'press', message_id: message.messageId, data: 'renew:off:57' }
    expect((await saidNext(other.who, press)).text).toContain('уже не подключён')
    expect((await billing.subscriptionsOf(mine.accountId))[0]?.autoRenew).toBe(true)
  })

  it('[TG-01] balance and tariffs say how much, until when and what comes next', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    expect((await saidNext(who, { do: 'message', text: '/tariffs' })).text).toContain('не подключены')
    await subscribe(accountId, 20)
    const balance = await saidNext(who, { do: 'message', text: '/balance' })
    expect(balance.text).toMatch(
      /На балансе 100\u00a0000\u00a0сум.\n\d\d\.\d\d\.\d{4} спишется 25\u00a0000\u00a0сум за «Тариф 57»/,
    )
    const tariffs = await saidNext(who, { do: 'message', text: '/tariffs' })
    expect(tariffs.text).toMatch(/«Тариф 57» — до \d\d\.\d\d\.\d{4}, затем продлится за 25\u00a0000\u00a0сум/)
    const settings = await saidNext(who, { do: 'message', text: '/settings' })
    const inUzbek = { do: 'press', message_id: settings.messageId, data: 'set:language:uz' }
    expect((await saidNext(who, inUzbek)).text).toBe('Bu yerga nima yuborilsin:')
    expect((await saidNext(who, { do: 'message', text: '/balance' })).text).toContain('soʻm')
  })
})

describe('a notification', () => {
  const write = (accountId: number, title: string) =>
    writeNotification(db, {
      ...{ accountId, createdAtMs: clock.nowMs(), href: '/cabinet' },
      ...{ title: { ru: title, uz: title }, body: { ru: 'Текст', uz: 'Matn' } },
    })
  const counted = async (who: number, title: string) =>
    (await said(who)).filter(({ text }) => text.startsWith(title)).length
  const queued = async () => (await db.selectFrom('telegram_delivery').select('attempts').execute()).length

  it('[TG-01] comes once, also after Telegram was away or asked to wait', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    for (const fault of ['unavailable', 'throttle'] as const) {
      const title = `After ${fault}`
      await write(accountId, title)
      // Polling requests may take the fault too.
      await emulator.fault(fault)
      await bot.deliver()
      expect(await counted(who, title)).toBe(0)
      expect(await queued()).toBe(1)
      await emulator.fault('none')
      clock.advanceMs(3_600_000)
      await bot.deliver()
      await bot.deliver()
      expect(await counted(who, title)).toBe(1)
      expect(await queued()).toBe(0)
    }
  })

  it('[TG-01] whose answer was lost is not sent again', async () => {
    const bot = open()
    const link = { userId: newPerson(), name: 'A', language: 'ru' as const }
    const { accountId } = await people.addAccount({})
    await emulator.play(link.userId, { do: 'message', text: 'hello' })
    await bot.telegram.link({ accountId, person: link })
    await write(accountId, 'Lost answer')
    await emulator.fault('lose_answer', 1)
    await bot.deliver()
    await bot.deliver()
    expect(await counted(link.userId, 'Lost answer')).toBe(1)
    expect(await queued()).toBe(0)
  })

  it('[TG-01] to somebody who blocked the bot is no error, and comes again after they write', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    await emulator.play(who, { do: 'block' })
    await expect.poll(async () => (await bot.telegram.linkOf(accountId))?.isBlocked).toBe(true)
    await write(accountId, 'While blocked')
    expect(await queued()).toBe(0)
    await emulator.play(who, { do: 'unblock' })
    await expect.poll(async () => (await bot.telegram.linkOf(accountId))?.isBlocked).toBe(false)
    await write(accountId, 'Again')
    await bot.deliver()
    expect(await counted(who, 'Again')).toBe(1)
  })

  it('[TG-01] comes again after a message or a press of somebody whose chat was refused once', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    const settings = await saidNext(who, { do: 'message', text: '/settings' })
    const press = { do: 'press', message_id: settings.messageId, data: 'unlike' }
    for (const what of [{ do: 'message', text: 'hello' }, press]) {
      await bot.telegram.setBlocked(who, true)
      await emulator.play(who, what)
      await expect.poll(async () => (await bot.telegram.linkOf(accountId))?.isBlocked).toBe(false)
    }
  })

  it('[TG-01] is found undeliverable when the bot was blocked without a word, and the link says so', async () => {
    const bot = open()
    const userId = newPerson()
    const { accountId } = await people.addAccount({})
    await emulator.play(userId, { do: 'block' })
    await bot.telegram.link({ accountId, person: { userId, name: 'A', language: 'ru' } })
    await write(accountId, 'To nobody')
    await bot.deliver()
    expect(await bot.telegram.linkOf(accountId)).toMatchObject({ isBlocked: true })
    expect(await queued()).toBe(0)
  })

  it('[TG-01] goes nowhere when the subscriber chose so', async () => {
    const bot = polling()
    const { who, accountId } = await linked(bot)
    await bot.telegram.choose(accountId, { notices: false })
    await write(accountId, 'Not here')
    await bot.deliver()
    expect(await counted(who, 'Not here')).toBe(0)
  })
})
