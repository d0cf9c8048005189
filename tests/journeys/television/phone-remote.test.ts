/** Two browsers of one account: a television, and a phone that becomes its keyboard and remote. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { demoAccounts } from '#db/demo/accounts.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { fetchData, playing } from '#tests/kit/product/on-air.ts'

const { url } = inject('product')
const account = demoAccounts().find(({ kind }) => kind === 'subscribed')
invariant(account !== undefined, 'the demo has no account with a subscription')
const tvName = 'Телевизор в зале'

let tv: Visitor
let phone: Visitor
const tokens: string[] = []

async function logInAs(kind: 'tv' | 'phone', model: string): Promise<string> {
  const { data } = await fetchData<{ authkey: string }>(url, '/middleware/login', null, {
    phone_number: account?.phone,
    password: account?.password,
    device_uid: `remote-journey-${kind}`,
    device_model: model,
    device_kind: kind,
  })
  tokens.push(data.authkey)
  return data.authkey
}

function enter(page: Page, token: string) {
  const stored = { check2: '1', token, abonement: account?.abonement }
  return page.addInitScript(
    Object.entries(stored)
      .map(([key, value]) => `localStorage.setItem(${JSON.stringify(key)},${JSON.stringify(value)})`)
      .join(';'),
  )
}

async function nameDevice(token: string, name: string): Promise<void> {
  const { data } = await fetchData<{ devices: { item: { device_id: number; is_current: number }[] } }>(
    url,
    '/middleware/account/device/list',
    token,
  )
  const own = data.devices.item.find(({ is_current: isCurrent }) => isCurrent === 1)
  await fetchData(url, '/middleware/account/device/rename', token, { device_id: own?.device_id, name })
}

beforeAll(async () => {
  // The account has five device slots, and earlier journeys may have left some in use.
  const { token } = await logIn(url, 'subscribed')
  await fetchData(url, '/middleware/account/device/remove_others', token, {})
  const [tvToken, phoneToken] = [await logInAs('tv', 'LG OLED55'), await logInAs('phone', 'Pixel')]
  await nameDevice(tvToken, tvName)
  ;[tv, phone] = await Promise.all([
    visit(url, { name: 'television', width: 1920, height: 1080 }),
    visit(url, { name: 'phone', width: 390, height: 844, phone: true }),
  ])
  await enter(tv.page, tvToken)
  await enter(phone.page, phoneToken)
})
afterAll(async () => {
  for (const token of tokens) await fetchData(url, '/middleware/logout', token, {})
  await Promise.all([tv.leave(), phone.leave()])
})

function remote() {
  return phone.page.getByRole('dialog', { name: tvName })
}

describe('[REMOTE-02] the phone is the television’s keyboard and remote', () => {
  it('is found by the phone, asks at the television, and is allowed there', async () => {
    await tv.page.goto('/movies?tv=1')
    await tv.page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect
      .poll(async () => {
        await phone.page.goto('/search')
        return phone.page.getByRole('button', { name: 'Пульт телевизора' }).isVisible()
      })
      .toBe(true)
    await phone.page.getByRole('button', { name: 'Пульт телевизора' }).click()
    await remote().getByRole('button', { name: 'Подключиться' }).click()
    await remote().getByText('Подтвердите на телевизоре').waitFor()
    const question = tv.page.getByRole('dialog', { name: 'Управление с телефона' })
    await question.getByText('Телефон «Pixel» хочет управлять телевизором. Разрешить?').waitFor()
    await tv.page.locator('button:focus', { hasText: 'Разрешить' }).waitFor()
    await tv.page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    await remote().getByText('Ничего не играет').waitFor()
  })

  it("types into the television's search, letter by letter", async () => {
    await remote()
      .getByRole('textbox', { name: 'Поиск на телевизоре' })
      .pressSequentially('тош', { delay: 60 })
    await tv.page.waitForURL((address) => address.searchParams.get('q') === 'тош')
    expect(new URL(tv.page.url()).pathname).toBe('/search')
    await remote().getByRole('button', { name: 'Стереть' }).click()
    await tv.page.waitForURL((address) => address.pathname === '/search' && address.search === '')
  })

  it('moves the focus, presses OK and goes back', async () => {
    const focused = () => tv.page.evaluate(() => document.activeElement?.textContent ?? '')
    const before = await focused()
    await remote().getByRole('button', { name: 'Вниз' }).click()
    await expect.poll(focused).not.toBe(before)
    const place = tv.page.url()
    await remote().getByRole('button', { name: 'Назад', exact: true }).click()
    await expect.poll(() => tv.page.url()).not.toBe(place)
  })

  it('opens a channel there that really plays, pauses it and resumes it', async () => {
    const [channel] = await playing(url, tokens[0] ?? '', 1)
    invariant(channel !== undefined, 'a channel plays')
    await phone.page.goto(`/channel/${channel.id}`)
    await phone.page.getByRole('button', { name: 'Смотреть на телевизоре' }).click()
    await tv.page.waitForURL(`**/channel/${channel.id}`)
    await waitUntilPlaying(tv.page, 90_000)
    await remote().getByText(channel.name, { exact: true }).first().waitFor()
    // The phone stops its own playback: two screens would take two of the account's streams.
    await expect.poll(async () => (await look(phone.page)).paused).toBe(true)
    await remote().getByRole('button', { name: 'Пауза' }).click()
    await expect.poll(async () => (await look(tv.page)).paused).toBe(true)
    await remote().getByRole('button', { name: 'Продолжить' }).click()
    await expect.poll(async () => (await look(tv.page)).paused).toBe(false)
  })

  it('opens a film there, seeks in it and ends it', async () => {
    const { data } = await fetchData<{ videos: { item: { vid: number; is_series: number }[] } }>(
      url,
      '/middleware/video/list?kind=films&limit=30',
      tokens[0] ?? '',
    )
    const vids = data.videos.item.map(({ vid }) => vid)
    await openPlayable(vids)
    await phone.page.getByRole('button', { name: 'Смотреть на телевизоре' }).click()
    await tv.page.waitForURL(/\/movie\/\d+\?watch=\d+$/)
    const start = await waitUntilPlaying(tv.page, 90_000)
    await remote().getByRole('button', { name: 'Вперёд на 10 секунд' }).click()
    await expect.poll(async () => (await look(tv.page)).positionSec).toBeGreaterThan(start.positionSec + 8)
    await remote().getByRole('button', { name: 'Выключить' }).click()
    await tv.page.locator('video').waitFor({ state: 'detached' })
    await remote().getByText('Ничего не играет').waitFor()
  })

  it('is revoked on the page of devices, and then asks again', async () => {
    await phone.page.goto('/cabinet/devices')
    await phone.page.getByRole('button', { name: /^Запретить управление: Pixel/ }).click()
    await phone.page.getByText('В следующий раз телевизор спросит снова').waitFor()
    await phone.page.goto('/search')
    await phone.page.getByRole('button', { name: 'Пульт телевизора' }).click()
    await remote().getByRole('button', { name: 'Подключиться' }).waitFor()
    expect([...tv.problems, ...phone.problems]).toEqual([])
  })
})

/** Opens the first of these films that this account may watch. */
async function openPlayable(vids: readonly number[]): Promise<void> {
  for (const vid of vids) {
    await phone.page.goto(`/movie/${vid}`)
    await phone.page.getByRole('heading', { level: 1 }).first().waitFor()
    const action = phone.page.getByRole('button', { name: 'Смотреть на телевизоре' })
    const isThere = await action.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (isThere) return
  }
  throw new Error('no film can be watched')
}
