/** What is on now, and the search in any chat: on published channels and films, through the emulated Bot API. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBilling } from '#server/billing/billing.ts'
import { openCatalogue, publishTitles } from '#server/catalogue/catalogue.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import { openProfileLimits } from '#server/profile-limits/profile-limits.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openSearch } from '#server/search/search.ts'
import { openTelegram } from '#server/telegram/telegram.ts'
import { openTelevision, publishChannels, publishGuide } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { startTelegram, type TelegramEmulator } from '#tests/kit/emulators/telegram.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { openTelegramBot } from './telegram-bot.ts'

const hourMs = 3_600_000
/** Noon in Tashkent. */
const nowMs = Date.UTC(2026, 0, 15, 7)
const clock = manualClock(nowMs)
const database = await createTestDatabase()
const { db } = database
const people = accountsFixture(db, { clock })
const billing = openBilling({ db, clock })
let emulator: TelegramEmulator
let stop: () => Promise<void> = async () => undefined
let telegram: ReturnType<typeof openTelegram>
const site = 'https://tv.example.uz'
/** The only channel with recordings. */
let recordedCid = 0

/** From and to so many hours from now. */
function programme(
  title: { readonly ru: string; readonly uz: string },
  from: number,
  to: number,
  ageRating = '6+',
) {
  return {
    ...{ beginMs: nowMs + from * hourMs, endMs: nowMs + to * hourMs, title, ageRating },
    ...{ description: { ru: '', uz: '' }, genreCode: null, assetId: null },
  }
}

/** Puts a channel into a category for adults. */
async function publishAdults(cid: number) {
  const category = { name_ru: 'Для взрослых', name_uz: 'Kattalar uchun' }
  await db.updateTable('channel_category').set(category).where('id', '=', 9).execute()
  await db.updateTable('channel').set({ category_id: 9 }).where('id', '=', cid).execute()
}

beforeAll(async () => {
  emulator = await startTelegram()
  const names = Array.from({ length: 14 }, (_, n) => `Kanal ${String(n + 1).padStart(2, '0')}`)
  const more = Array.from({ length: 25 }, (_, n) => `Efir ${n + 1}`)
  const published = await publishChannels(
    db,
    [...names, ...more].map((name) => buildChannel(name)),
    nowMs,
  )
  const all = published.map(({ cid }) => cid)
  const cids = all.slice(0, names.length)
  recordedCid = cids[3] ?? 0
  const guide = [
    [programme({ ru: 'Новости', uz: 'Yangiliklar' }, -0.5, 1)],
    [programme({ ru: 'Путешествие дилетанта', uz: 'Havaskor sayohati' }, -1, 2)],
    [programme({ ru: 'Смехопанорама', uz: 'Kulgi' }, 20, 21)],
    [programme({ ru: 'Футбольный обзор', uz: 'Futbol sharhi' }, -5, -4)],
    [programme({ ru: 'Шахматный турнир', uz: 'Shaxmat turniri' }, -5, -4)],
    [programme({ ru: 'Полуночники', uz: 'Yarim tun' }, -1, 1, '18+')],
    [programme({ ru: 'Сумерки', uz: 'Shom' }, -1, 1, '')],
  ]
  const inSeries = [programme({ ru: 'Сказка', uz: 'Ertak' }, -1, 1)]
  await publishGuide(
    db,
    new Map(all.map((cid, at) => [cid, guide[at] ?? (at < names.length ? [] : inSeries)])),
  )
  await publishAdults(cids[6] ?? 0)
  const titles = Array.from({ length: 15 }, (_, n) =>
    buildFilm(`f${n}`, { name: { ru: `Караван ${n}`, uz: `Karvon ${n}`, original: '' }, year: 2000 + n }),
  )
  const adult = buildFilm('adult', {
    ...{ name: { ru: 'Полуночники навсегда', uz: 'Yarim tun', original: '' }, ageRating: '18+' },
  })
  await publishTitles(db, [...titles, adult], nowMs)
  await billing.putTariff(buildTariff(57, { isBase: true, channelIds: new Set(cids) }))
  const [catalogue, television] = [await openCatalogue(db, clock), await openTelevision(db, clock)]
  const search = openSearch({ catalogue, television, log: silentLog, onBuilt: () => undefined })
  const limits = openProfileLimits({ db, clock, catalogue, television })
  telegram = openTelegram({
    ...{ db, jobDb: db, clock, random: systemRandom, log: silentLog, settings: emulator.settings },
    ...{ jobs: { send: async () => null }, site: () => site, sends: true },
  })
  const bot = openTelegramBot({
    ...{ db, clock, log: silentLog, telegram, billing, search },
    ...{ catalogue: limits.catalogue, television: limits.television, profileLimits: limits },
    engine: { hasRecording: (channelId) => channelId === String(recordedCid) },
    ...{ accounts: people.accounts, audit: { record: async () => undefined } },
    entitlement: openEntitlement({ billing, clock, isPlayable: () => true }),
    ...{ site: () => site, serviceName: () => 'Ekran', secret: 's'.repeat(43), publicUrl: site },
  })
  const ending = new AbortController()
  const ended = bot.poll(600_000, ending.signal)
  stop = async () => {
    ending.abort()
    await ended
    search.close()
  }
})
afterAll(async () => {
  await stop()
  await emulator.stop()
  await database.drop()
})

interface Result {
  readonly id: string
  readonly title: string
  readonly url?: string
  readonly description: string
  readonly input_message_content: { readonly message_text: string }
}

async function inline(person: number, query: string, language = 'ru') {
  const { id } = await emulator.play(person, { do: 'inline', query, language })
  let body: unknown
  await expect.poll(async () => (body = (await emulator.answer(String(id)))?.body)).toBeDefined()
  return (body as { results: Result[] }).results
}

describe('[TG-01] what is on now', () => {
  it('has the channels that the subscriber may watch, by pages', async () => {
    const { accountId } = await people.addAccount({})
    const said = async () => (await emulator.messages(81)).filter(({ by }) => by === 'bot')
    await emulator.play(81, { do: 'message', text: 'hello' })
    await expect.poll(async () => (await said()).length).toBe(1)
    await telegram.link({ accountId, person: { userId: 81, name: 'A', language: 'ru' } })
    onTestFinished(async () => void (await telegram.unlink(accountId)))
    const ask = async (what: Readonly<Record<string, unknown>>) => {
      const before = JSON.stringify(await said())
      await emulator.play(81, what)
      await expect.poll(async () => JSON.stringify(await said())).not.toBe(before)
      const last = (await said()).at(-1)
      if (last === undefined) throw new Error('the bot said nothing')
      return last
    }
    expect((await ask({ do: 'message', text: '/now' })).text).toContain('нет каналов')
    await billing.putSubscription({ accountId, tariffId: 57, state: 'active', paidUntilMs: nowMs + 1e9 })
    const first = await ask({ do: 'message', text: '/now' })
    expect(first.text).toContain('Сейчас идёт (1 из 2)')
    expect(first.text).toMatch(/\d+\. Kanal 01 — 11:30 Новости/)
    expect(first.text).toContain('Kanal 12 — программы нет')
    const second = await ask({ do: 'press', message_id: first.messageId, data: 'now:2' })
    expect(second.text).toContain('(2 из 2)')
    expect(second.text).toContain('Kanal 14')
    expect(second.messageId).toBe(first.messageId)
  })
})

describe('[TG-01] the search in any chat', () => {
  it('finds films and channels in both languages, ten films at most, with links', async () => {
    const inRussian = await inline(82, 'караван')
    expect(inRussian).toHaveLength(10)
    expect(inRussian[0]).toMatchObject({
      title: expect.stringMatching(/^Караван \d+$/),
      description: expect.stringMatching(/^Фильм, 20\d\d$/),
      url: expect.stringMatching(/^https:\/\/tv\.example\.uz\/movie\/\d+$/),
    })
    const channels = await inline(82, 'kanal 01')
    expect(channels[0]).toMatchObject({ title: 'Kanal 01', description: 'Сейчас: Новости, до 13:00' })
    expect(channels[0]?.url).toMatch(/\/channel\/\d+$/)
  })

  it.each([
    ['дилетанта', 'as it is written'],
    ['диллетанта', 'with a typing error'],
    ['puteshestvie diletanta', 'in Latin letters'],
    ['lbktnfynf', 'on the other keyboard'],
    ['havaskor', 'in Uzbek'],
  ])('finds a programme on the air: %s, %s', async (query) => {
    const [first] = await inline(82, query)
    expect(first).toMatchObject({
      title: 'Путешествие дилетанта',
      description: 'Идёт до 14:00 на канале «Kanal 02»',
      url: expect.stringMatching(/\/channel\/\d+$/),
    })
    const [, when] = (first?.input_message_content.message_text ?? '').split('\n')
    expect(when).toBe('«Kanal 02», 15.01.2026, 11:00–14:00')
  })

  it('finds what is coming, and what is recorded, in the language of the person', async () => {
    const [coming] = await inline(83, 'kulgi', 'uz')
    expect(coming).toMatchObject({
      title: 'Kulgi',
      description: '16.01 kuni soat 08:00 da, «Kanal 03» kanali',
      url: expect.stringMatching(/\/channel\/\d+$/),
    })
    const [recorded] = await inline(82, 'футбольный обзор')
    expect(recorded).toMatchObject({
      title: 'Футбольный обзор',
      description: 'В записи: 15.01 в 07:00, «Kanal 04»',
      url: expect.stringMatching(/^https:\/\/tv\.example\.uz\/tvArchive\/\d+\/\d+$/),
    })
    expect(await inline(82, 'шахматный турнир')).toEqual([])
  })

  it('answers an empty query with what is on now, in the order of the channels', async () => {
    const now = await inline(82, '')
    expect(now).toHaveLength(20)
    expect(now.slice(0, 4).map(({ title, description }) => [title, description])).toEqual([
      ['Kanal 01', 'Сейчас: Новости, до 13:00'],
      ['Kanal 02', 'Сейчас: Путешествие дилетанта, до 14:00'],
      ['Efir 1', 'Сейчас: Сказка, до 13:00'],
      ['Efir 2', 'Сейчас: Сказка, до 13:00'],
    ])
    expect(now[0]?.url).toMatch(/\/channel\/\d+$/)
    const [first] = await inline(83, ' ', 'uz')
    expect(first?.description).toBe('Hozir: Yangiliklar, 13:00 gacha')
  })

  it('names nothing for adults: no film, no programme, no channel', async () => {
    for (const query of ['полуночники', 'yarim tun', 'сумерки', 'kanal 07'])
      for (const { title, description } of await inline(82, query)) {
        expect(`${title} ${description}`).not.toMatch(/Полуночники|Yarim tun|Сумерки|Shom/)
        expect(title).not.toBe('Kanal 07')
      }
    // The channel itself is for everybody, what it shows now is not.
    const [channel] = await inline(82, 'kanal 06')
    expect(channel).toMatchObject({ title: 'Kanal 06', description: 'Телеканал' })
  })

  it('answers a query that nothing matches with nothing', async () => {
    expect(await inline(82, 'qwxzjk')).toEqual([])
  })
})
