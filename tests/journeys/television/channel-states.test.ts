/**
 * What a channel shows when it does not play, each with the possible action; parallel streams; and an unstable network.
 */
import { afterEach, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openingTariffs, type PlaybackAddress } from '#contract/channels/channels.ts'
import { demoAccounts } from '#db/demo/accounts.ts'
import { failures } from '#contract/form/failures.ts'
import { logIn, type DemoAccountKind } from '#tests/kit/product/log-in.ts'
import { look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import {
  fetchData,
  channelList,
  clockOf,
  goesOn,
  guideOf,
  midProgrammeMs,
  midProgrammes,
  playing,
} from '#tests/kit/product/on-air.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const [desktop, phone] = screens
if (desktop === undefined || phone === undefined) throw new Error('no screens')
const open: Visitor[] = []
afterEach(async () => {
  for (const visitor of open.splice(0)) await visitor.leave()
})

async function visitAs(
  kind: DemoAccountKind | null,
  screen = desktop,
): Promise<{ page: Page; token: string }> {
  const visitor = await visit(url, screen ?? { name: 'desktop', width: 1440, height: 900 })
  open.push(visitor)
  if (kind === null) return { page: visitor.page, token: '' }
  const { token, storeScript } = await logIn(url, kind)
  await visitor.page.addInitScript(storeScript)
  return { page: visitor.page, token }
}

function problem(page: Page) {
  return page.locator('[data-problem]')
}

/** The first channel that is rejected for this viewer for this reason. */
async function refusedFor(token: string, failure: string): Promise<number> {
  for (const { id } of await channelList(url, token)) {
    const answer = await fetchData(url, `/middleware/channel/url?cid=${id}&warm=1`, token)
    if (answer.failure === failure) return id
  }
  throw new Error(`no channel is rejected with ${failure}`)
}

describe.each(screens)('a viewer without access, on a $name', (screen) => {
  it('[TV-08] a guest is sent to the login and the registration, and back', async () => {
    const { page } = await visitAs(null, screen)
    await page.goto('/channel/104')
    await problem(page).getByRole('link', { name: 'Войти' }).waitFor()
    // With the free days of new subscribers, where there are some.
    const begin = problem(page).getByRole('link', { name: /бесплатно|Зарегистрироваться/ })
    expect(await begin.getAttribute('href')).toBe('/login?step=register')
    await problem(page).getByRole('link', { name: 'Войти' }).click()
    await page.waitForURL('**/login')
    await page.goBack()
    await page.waitForURL('**/channel/104')
  })

  it('[TV-08] a viewer without a subscription sees which tariffs include the channel, with links to them', async () => {
    const { page, token } = await visitAs('unsubscribed', screen)
    const cid = await refusedFor(token, 'not_subscribed')
    const { data } = await fetchData<unknown>(url, `/middleware/channel/url?cid=${cid}&warm=1`, token)
    const [cheapest] = openingTariffs(data)
    await page.goto(`/channel/${cid}`)
    await problem(page).getByText('Нужна подписка').waitFor()
    await problem(page)
      .getByRole('button', { name: cheapest?.name ?? 'no tariff' })
      .first()
      .waitFor()
    await problem(page).getByRole('link', { name: 'Сравнить тарифы' }).click()
    await page.waitForURL('**/tariff')
  })

  it('[TV-08] a suspended viewer sees the missing amount, and the social channels play', async () => {
    const { page, token } = await visitAs('suspended', screen)
    await page.goto(`/channel/${await refusedFor(token, 'account_suspended')}`)
    await problem(page)
      .getByText(/не хватает [\d\s]+\sсум/)
      .waitFor()
    await problem(page).getByText('Эти каналы показываем и сейчас').waitFor()
    const social = (await channelList(url, token)).filter(({ is_social }) => is_social === 1)
    const playable = await Promise.all(
      social.map(async ({ id, name }) => ({
        name,
        plays: (await fetchData(url, `/middleware/channel/url?cid=${id}&warm=1`, token)).isGood,
      })),
    )
    const one = playable.find(({ plays }) => plays)
    await problem(page)
      .getByRole('link', { name: new RegExp(one?.name ?? 'none') })
      .click()
    await waitUntilPlaying(page, 60_000)
    expect(await problem(page).count()).toBe(0)
  }, 300_000)
})

describe('an unavailable channel or recording', () => {
  it('[TV-07] [TV-08] outside the network a channel is rejected and those of the world list are offered', async () => {
    const { page, token } = await visitAs('subscribed')
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' })
    const world = await fetch(`${url}/middleware/noauth/portal/client/channel/list`, {
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    const offered = ((await world.json()) as { data: { channels: { item: { id: number; name: string }[] } } })
      .data.channels.item
    const closed = (await channelList(url, token)).find(({ id }) => offered.every((one) => one.id !== id))
    await page.goto(`/channel/${closed?.id}`)
    await problem(page).getByText('Открыты и за пределами Узбекистана').waitFor()
    await expect.poll(() => problem(page).innerText()).toContain(offered[0]?.name)
  })

  it('[TV-08] a channel off the air offers others and starts by itself when it is back', async () => {
    const { page, token } = await visitAs('subscribed')
    const [channel] = await playing(url, token, 1)
    let isOff = true
    await page.route('**/middleware/channel/url*', (route) =>
      isOff && !route.request().url().includes('warm=1')
        ? route.fulfill({ json: refusal('not_available_now') })
        : route.continue(),
    )
    await page.goto(`/channel/${channel?.id}`)
    await problem(page).getByText(`${channel?.name} сейчас не вещает`).waitFor()
    await problem(page).getByRole('link').first().waitFor()
    isOff = false
    await waitUntilPlaying(page, 60_000)
    expect(await problem(page).count()).toBe(0)
  }, 300_000)

  it('[GUIDE-03] [GUIDE-04] a programme that was not recorded offers neighbouring recordings and the live channel', async () => {
    const { page, token } = await visitAs('subscribed')
    const [channel] = await playing(url, token, 1)
    const guide = (await guideOf(url, token, channel?.id ?? 0)).filter(
      ({ end_time }) => end_time < Date.now() / 1000,
    )
    const programme = guide.at(-3)
    await page.route(`**/middleware/program/url*pid=${programme?.pid}*`, (route) =>
      route.fulfill({ json: refusal('not_recorded') }),
    )
    await page.goto(`/tvArchive/${programme?.cid}/${programme?.pid}`)
    await problem(page).getByText('Записи соседних передач').waitFor()
    await expect.poll(() => problem(page).innerText()).toContain(programme?.title)
    await problem(page).getByRole('link').last().click()
    await waitUntilPlaying(page, 60_000)
    expect(new URL(page.url()).pathname).not.toContain(`/${programme?.pid}`)
  }, 300_000)

  it('[ACC-08] an ended session leads from the channel page to the login', async () => {
    const { page } = await visitAs('subscribed')
    await page.addInitScript(() =>
      localStorage.setItem('token', 'a token nobody gave out, of the right length'),
    )
    await page.goto('/channel/104')
    await page.waitForURL('**/login', { timeout: 60_000 })
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

describe('parallel streams', () => {
  it('[ACC-09] too many: what plays where is listed, one is stopped, it plays here, and is stopped from elsewhere', async () => {
    const { page, token } = await visitAs('subscribed')
    const [channel] = await playing(url, token, 1)
    const started: string[] = []
    const list = () =>
      fetchData<{ limit: number; streams: { item: { stream_id: string }[] } }>(
        url,
        '/middleware/stream/list',
        token,
      )
    for (const { stream_id } of (await list()).data.streams.item)
      await fetchData(url, '/middleware/stream/stop', token, { stream_id })
    const { limit } = (await list()).data
    for (let count = 0; count < limit; count += 1) {
      const path = `/middleware/channel/url?cid=${channel?.id}&beats=1`
      const { data } = await fetchData<PlaybackAddress>(url, path, token)
      started.push(data.stream_id)
      await fetchData(url, '/middleware/stream/heartbeat', token, { stream_id: data.stream_id })
    }
    await page.goto(`/channel/${channel?.id}`)
    await problem(page).getByText('Все экраны вашего тарифа заняты', { exact: true }).waitFor()
    const stops = problem(page).getByRole('button', { name: /^Остановить/ })
    await expect.poll(() => stops.count()).toBe(limit)
    await stops.first().click()
    await waitUntilPlaying(page, 60_000)
    await goesOn(page, 1)

    const ours = (await list()).data.streams.item.filter(({ stream_id }) => !started.includes(stream_id))
    expect(ours, JSON.stringify(ours)).toHaveLength(1)
    const other = await otherDevice()
    await fetchData(url, '/middleware/stream/stop', other, { stream_id: ours[0]?.stream_id })
    // A device that stays logged in would take a slot from the other journeys.
    const current = await fetchData<{ devices: { item: { device_id: number; model: string }[] } }>(
      url,
      '/middleware/account/device/list',
      token,
    )
    const kitchen = current.data.devices.item.find(({ model }) => model === 'Kitchen')
    await fetchData(url, '/middleware/account/device/remove', token, { device_id: kitchen?.device_id })
    await problem(page)
      .getByText('Просмотр остановлен: смотрят на другом устройстве')
      .waitFor({ timeout: 90_000 })
    await expect.poll(async () => (await look(page)).paused).toBe(true)
    await problem(page).getByRole('button', { name: 'Смотреть здесь' }).click()
    await waitUntilPlaying(page, 60_000)

    // After a reload it continues its own lease, though all the others are taken.
    for (let times = 0; times < 3; times += 1) {
      await page.reload()
      await waitUntilPlaying(page, 60_000)
    }
    expect(await problem(page).count()).toBe(0)
    await expect.poll(async () => (await list()).data.streams.item.length).toBe(limit)

    // Leaving the page releases the lease at once.
    const others = async () =>
      (await list()).data.streams.item.filter(({ stream_id }) => !started.includes(stream_id))
    await page.goto('/about')
    await expect.poll(others).toEqual([])
    // So does closing the browser: well before the missing heartbeat would end the stream.
    await page.goto(`/channel/${channel?.id}`)
    await waitUntilPlaying(page, 60_000)
    expect(await others()).toHaveLength(1)
    await page.close()
    await expect.poll(others, { timeout: 15_000 }).toEqual([])
    for (const stream_id of started) await fetchData(url, '/middleware/stream/stop', token, { stream_id })
  }, 300_000)
})

describe('a device whose clock is wrong', () => {
  it.each([5, -5])(
    '[TV-09] [GUIDE-02] shows the current programme, its remaining time and the current grid, %i hours off',
    async (hours) => {
      const { page, token } = await visitAs('subscribed')
      await page.addInitScript(setClock, hours * 3_600_000)
      const [channel, other] = await midProgrammes(url, token, 2)
      await page.goto(`/channel/${channel?.id}`)
      await waitUntilPlaying(page, 60_000)
      const panel = page.getByRole('tabpanel')
      const now = (await channelList(url, token)).find(({ id }) => id === other?.id)?.now
      await panel
        .getByText(now?.title ?? 'no programme')
        .first()
        .waitFor()
      expect(await panel.innerText()).not.toContain('Программа передач не указана')
      await page.goto('/tv')
      const card = page.getByRole('link', { name: new RegExp(other?.name ?? 'none') }).first()
      await card.waitFor()
      const leftMin = Math.ceil(((now?.end_time ?? 0) - (now?.begin_time ?? 0)) / 60)
      await expect.poll(async () => minutesIn(await page.locator('main').innerText())).not.toEqual([])
      // No programme of the demo is as long as the clock's error.
      expect(Math.max(leftMin, ...minutesIn(await page.locator('main').innerText()))).toBeLessThan(240)
      await page.getByRole('group', { name: 'Вид' }).getByRole('button', { name: 'Программа' }).click()
      await page.getByRole('group', { name: 'Вид' }).getByRole('button', { pressed: true }).waitFor()
      await page.locator(`[aria-label*="${now?.title}"]`).first().waitFor()
    },
    midProgrammeMs + 240_000,
  )
})

describe('an unstable network', () => {
  it('[PLAYER-06] ten seconds without a connection are recovered without any action of the viewer', async () => {
    const { page, token } = await visitAs('subscribed')
    const [channel] = await playing(url, token, 1)
    await page.goto(`/channel/${channel?.id}`)
    await waitUntilPlaying(page, 60_000)
    await goesOn(page, 2)
    await page.context().setOffline(true)
    const cutAt = await clockOf(page)
    // The loss itself is measured.
    await page.waitForTimeout(10_000)
    await page.context().setOffline(false)
    await expect.poll(() => clockOf(page), { timeout: 60_000 }).toBeGreaterThan(cutAt + 8)
    await goesOn(page, 2)
    expect(await problem(page).count()).toBe(0)
  }, 240_000)

  it.each([404, 500])(
    '[PLAYER-06] segments with status %i are recovered',
    async (status) => {
      const { page, token } = await visitAs('subscribed')
      const [channel] = await playing(url, token, 1)
      await page.goto(`/channel/${channel?.id}`)
      await waitUntilPlaying(page, 60_000)
      await goesOn(page, 1)
      let failed = 0
      await page.route('**/*.m4s', (route) => (++failed <= 3 ? route.fulfill({ status }) : route.continue()))
      await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(3)
      await goesOn(page, 6, 90_000)
      expect(await problem(page).count()).toBe(0)
    },
    240_000,
  )
})

interface OtherLogin {
  readonly authkey?: string
  readonly devices?: { readonly item: readonly { device_id: number; last_seen_at: number }[] }
}

/** The token of the same viewer on another device; on a full account the device not seen for longest is removed. */
async function otherDevice(): Promise<string> {
  const account = demoAccounts().find(({ kind }) => kind === 'subscribed')
  const attempt = (release?: number) =>
    fetchData<OtherLogin>(url, '/middleware/login', null, {
      phone_number: account?.phone,
      password: account?.password,
      device_uid: 'journey-other-device',
      device_model: 'Kitchen',
      release_device_id: release,
    })
  const { data } = await attempt()
  if (data.authkey !== undefined) return data.authkey
  const oldest = data.devices?.item.toSorted((a, b) => a.last_seen_at - b.last_seen_at)[0]
  return (await attempt(oldest?.device_id)).data.authkey ?? ''
}

/** Runs in the page: a clock that runs, but is wrong. */
function setClock(offMs: number): void {
  const Right = Date
  const now = () => Right.now() + offMs
  globalThis.Date = new Proxy(Right, {
    construct: (target, values: []) => (values.length === 0 ? new target(now()) : new target(...values)),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
}

/** The minutes in a text such as "осталось 1 ч 5 мин". */
function minutesIn(text: string): readonly number[] {
  return [...text.matchAll(/осталось (?:(\d+)\sч\s?)?(?:(\d+)\sмин)?/g)].map(
    ([, hours, minutes]) => Number(hours ?? 0) * 60 + Number(minutes ?? 0),
  )
}

/** A rejection in the server's envelope. */
function refusal(failure: keyof typeof failures) {
  return { error: failures[failure].number, message: failures[failure].ru, failure }
}
