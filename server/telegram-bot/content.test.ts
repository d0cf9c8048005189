/** What is on now, and the search in any chat: on published channels and films, through the emulated Bot API. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBilling } from '#server/billing/billing.ts'
import { openCatalogue, publishTitles } from '#server/catalogue/catalogue.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
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

beforeAll(async () => {
  emulator = await startTelegram()
  const names = Array.from({ length: 14 }, (_, n) => `Kanal ${String(n + 1).padStart(2, '0')}`)
  const published = await publishChannels(
    db,
    names.map((name) => buildChannel(name)),
    nowMs,
  )
  const cids = published.map(({ cid }) => cid)
  const programme = {
    ...{ beginMs: nowMs - hourMs / 2, endMs: nowMs + hourMs, title: { ru: 'Новости', uz: 'Yangiliklar' } },
    ...{ description: { ru: '', uz: '' }, genreCode: null, ageRating: '6+', assetId: null },
  }
  await publishGuide(db, new Map([[cids[0] ?? 0, [programme]]]))
  const titles = Array.from({ length: 15 }, (_, n) =>
    buildFilm(`f${n}`, { name: { ru: `Караван ${n}`, uz: `Karvon ${n}`, original: '' }, year: 2000 + n }),
  )
  await publishTitles(db, titles, nowMs)
  await billing.putTariff(buildTariff(57, { isBase: true, channelIds: new Set(cids) }))
  const [catalogue, television] = [await openCatalogue(db, clock), await openTelevision(db, clock)]
  const search = openSearch({ catalogue, television, log: silentLog, onBuilt: () => undefined })
  telegram = openTelegram({
    ...{ db, jobDb: db, clock, random: systemRandom, log: silentLog, settings: emulator.settings },
    ...{ jobs: { send: async () => null }, site: () => site, sends: true },
  })
  const bot = openTelegramBot({
    ...{ db, clock, log: silentLog, telegram, billing, catalogue, television, search },
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

async function inline(person: number, query: string) {
  const { id } = await emulator.play(person, { do: 'inline', query })
  let body: unknown
  await expect.poll(async () => (body = (await emulator.answer(String(id)))?.body)).toBeDefined()
  return (body as { results: { title: string; url?: string; description: string }[] }).results
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
  it('finds films and channels in both languages, at most ten, with links', async () => {
    const inRussian = await inline(82, 'караван')
    expect(inRussian).toHaveLength(10)
    expect(inRussian[0]).toMatchObject({
      title: expect.stringMatching(/^Караван \d+$/),
      description: expect.stringMatching(/^Фильм, 20\d\d$/),
      url: expect.stringMatching(/^https:\/\/tv\.example\.uz\/movie\/\d+$/),
    })
    const channels = await inline(82, 'kanal 01')
    expect(channels[0]).toMatchObject({ title: 'Kanal 01', description: 'Сейчас: Новости' })
    expect(channels[0]?.url).toMatch(/\/channel\/\d+$/)
  })

  it('answers an empty query, and one that nothing matches, with nothing', async () => {
    expect(await inline(82, '')).toEqual([])
    expect(await inline(82, 'qwxzjk')).toEqual([])
  })
})
