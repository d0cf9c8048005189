/** What the site asks for everybody: the region, page titles, languages, lists of channels. */
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { WORLD_CHANNEL_COUNT } from '#contract/constants.ts'
import { failures } from '#contract/failures.ts'
import { demoAccounts } from '#db/demo/accounts.ts'
import { logIn } from '#tests/kit/log-in.ts'
import { askPath, origin } from './asking.ts'
import { call } from './known-content.ts'

const inside = { 'x-forwarded-for': '198.51.100.7' }
const outside = { 'x-forwarded-for': '203.0.113.7' }

interface ListedChannel {
  readonly id: number
  readonly number: number
}
const channelsFor = async (headers: Record<string, string>) => {
  const { json } = await askPath('/middleware/noauth/portal/client/channel/list', { headers })
  const data = json?.['data'] as { channels: { item: ListedChannel[] } } | undefined
  return data?.channels.item ?? []
}

describe('the region', () => {
  it('[REGION-01] is 1 inside the national network and 0 outside', async () => {
    expect((await askPath('/api/v1.2.0/ip/check', { headers: inside })).json).toEqual({ is_tasix: 1 })
    expect((await askPath('/api/v1.2.0/ip/check', { headers: outside })).json).toEqual({ is_tasix: 0 })
    expect((await askPath('/api/v1.2.0/ip/check')).json).toEqual({ is_tasix: 1 })
  })

  it('[TV-07] outside the national network only the world list is shown, and it alone can be asked for', async () => {
    const [here, abroad] = [await channelsFor(inside), await channelsFor(outside)]
    expect(abroad.length).toBe(WORLD_CHANNEL_COUNT)
    const numbers = here.map((channel) => channel.number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    const homeOnly = here.find((channel) => abroad.every((one) => one.id !== channel.id))
    if (homeOnly === undefined) throw new Error('every channel is in the world list')
    const { token } = await logIn(origin(), 'subscribed')
    const refused = await askPath('/middleware/channel/url', {
      fields: { cid: homeOnly.id },
      token,
      headers: outside,
    })
    expect(refused).toMatchObject({ status: 451, json: { failure: 'outside_region' } })
  })
})

describe('page titles', () => {
  const titleOf = async (path: string, lang = 'ru') =>
    (await askPath('/api/title', { fields: { path, lang } })).json as { title: string; desc: string }

  it('[SEO-01] of a page are its own, of an unknown page those of the root, in both languages', async () => {
    const root = await titleOf('/')
    const tv = await titleOf('/tv')
    expect(tv.title).not.toBe(root.title)
    expect(await titleOf('/nothing/of/the/kind')).toEqual(root)
    expect((await titleOf('/tv', 'uz')).title).not.toBe(tv.title)
    for (const one of [root, tv])
      expect([one.title.length, one.desc.length].every((length) => length > 10)).toBe(true)
  })

  it('[SEO-01] of a film and a channel name them', async () => {
    const film = (await call(api.films.publicList, {})).videos.item[0]
    const channel = (await call(api.channels.publicList, {})).channels.item[0]
    expect((await titleOf(`/movie/${film?.vid}`)).title).toContain(film?.name)
    expect((await titleOf(`/channel/${channel?.id}`)).title).toContain(channel?.name)
  })

  it('[SEO-01] stand in the page itself as it is first sent', async () => {
    const { title } = await titleOf('/tv')
    const page = await askPath('/tv', { headers: { 'accept-language': 'ru', accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<title>${title}</title>`)
  })
})

describe('the language', () => {
  it('[I18N-05] of messages and of content is `lang`, else Accept-Language, else Russian', async () => {
    const messageFor = async (fields: object, language: string) =>
      (
        await askPath('/middleware/channel/detail', {
          fields: { cid: 2_000_000_000, ...fields },
          headers: { 'accept-language': language },
        })
      ).json?.['message']
    const { ru, uz } = failures.channel_not_found
    expect(await messageFor({}, 'uz-UZ,uz;q=0.9,ru;q=0.8')).toBe(uz)
    expect(await messageFor({}, 'ru')).toBe(ru)
    expect(await messageFor({}, 'fr')).toBe(ru)
    expect(await messageFor({ lang: 'ru' }, 'uz')).toBe(ru)
    expect(await messageFor({ lang: 'uz' }, 'ru')).toBe(uz)
    const genres = async (lang: string) => (await askPath('/api/v1.1.0/genres', { fields: { lang } })).text
    expect(await genres('uz')).not.toBe(await genres('ru'))
  })
})

describe('the subscriber', () => {
  it.each(demoAccounts())(
    '[ACC-10] $kind sees number, balance, subscriptions and promotions',
    async (account) => {
      const { token } = await logIn(origin(), account.kind)
      const info = await call(api.accounts.info, {}, token)
      expect(info).toMatchObject({
        abonement: account.abonement,
        state: account.kind === 'suspended' ? 'suspended' : 'active',
      })
      expect(info.phone_number.replaceAll(/\D/g, '')).toBe(account.phone.slice(1))
      expect(info.promotions.premium_max_for_one_sum).toBeTypeOf('number')
      expect(info.subscriptions.item.length > 0).toBe(account.tariffIds.length > 0)
      expect(info.missing > 0).toBe(account.kind === 'suspended')
      expect(Number.isInteger(info.balance * 100)).toBe(true)
    },
  )
})

describe('the lists', () => {
  it('[TV-01] of a viewer and of a guest hold the same channels of the public tariff, marked for each', async () => {
    const { token } = await logIn(origin(), 'subscribed')
    const own = (await call(api.channels.list, {}, token)).channels.item
    const everybodys = (await call(api.channels.publicList, {})).channels.item
    expect(everybodys.length).toBeGreaterThan(0)
    const known = new Set(own.map((channel) => channel.id))
    expect(everybodys.filter((channel) => !known.has(channel.id))).toEqual([])
    expect(everybodys.every((channel) => channel.is_available === 0)).toBe(true)
    expect(own.filter((channel) => channel.is_available === 1).length).toBeGreaterThan(10)
  })

  it('[GUIDE-01] a guide covers six days back and six ahead without a hole or an overlap', async () => {
    const nowSec = Math.floor(Date.now() / 1000)
    const window = { time_from: nowSec - 6 * 86_400, time_to: nowSec + 6 * 86_400 }
    const channel = (await call(api.channels.publicList, {})).channels.item[0]
    const { item } = (await call(api.channels.programmes, { cid: channel?.id ?? 0, ...window })).programs
    expect(item[0]?.begin_time).toBeLessThanOrEqual(window.time_from)
    expect(item.at(-1)?.end_time).toBeGreaterThanOrEqual(window.time_to)
    item.slice(1).forEach((programme, index) => expect(programme.begin_time).toBe(item[index]?.end_time))
  })

  it('[GUIDE-03] the archive asked for with 14 and 0 holds what has begun, within seven days, with a url', async () => {
    const nowSec = Math.floor(Date.now() / 1000)
    const channel = (await call(api.channels.publicList, {})).channels.item.find(
      (one) => one.has_archive === 1,
    )
    const { item } = (
      await call(api.channels.programmes, { cid: channel?.id ?? 0, time_from: 14, time_to: 0 })
    ).programs
    const watchable = item.filter((programme) => programme.url !== null)
    expect(watchable.length).toBeGreaterThan(0)
    for (const programme of watchable) {
      expect(programme.begin_time).toBeLessThanOrEqual(nowSec)
      expect(programme.end_time).toBeGreaterThan(nowSec - 7 * 86_400 - 60)
    }
  })
})
