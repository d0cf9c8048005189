/** The viewer's own lists, at `/my/{slug}`. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { logIn } from '#tests/kit/product/log-in.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
let token = ''
let visitor: Visitor
let page: Page
let stored: { vid: number; name: string }[]
let channel: { id: number; name: string }

async function fetchData<Data>(path: string, body?: object): Promise<Data> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return ((await response.json()) as { data: Data }).data
}

async function favouriteVids(): Promise<number[]> {
  return (
    await fetchData<{ videos: { item: { vid: number }[] } }>(
      '/middleware/video/list?favorited_only=1&limit=100',
    )
  ).videos.item.map(({ vid }) => vid)
}

async function isSavedChannel() {
  return (
    await fetchData<{ channels: { item: { id: number; is_favorited: number }[] } }>(
      '/middleware/channel/list',
    )
  ).channels.item.find(({ id }) => id === channel.id)?.is_favorited
}

beforeAll(async () => {
  const session = await logIn(url, 'unsubscribed')
  token = session.token
  const { videos } = await fetchData<{ videos: { item: { vid: number; name: string }[] } }>(
    '/middleware/video/list?kind=films&limit=3&order=name',
  )
  stored = videos.item
  for (const vid of await favouriteVids())
    await fetchData('/middleware/video/settings/set', { vid, is_favorited: 0 })
  for (const { vid } of stored) await fetchData('/middleware/video/settings/set', { vid, is_favorited: 1 })
  const { channels } = await fetchData<{ channels: { item: { id: number; name: string }[] } }>(
    '/middleware/channel/list',
  )
  const [first] = channels.item
  if (first === undefined) throw new Error('the demo has no channel')
  channel = first
  await fetchData('/middleware/settings/save', { unfavorite_channel: channel.id })
  visitor = await visit(url, { name: 'desktop 1440', width: 1440, height: 900 })
  await visitor.page.addInitScript(session.storeScript)
  page = visitor.page
}, 300_000)
afterAll(() => visitor.leave())

describe("the viewer's own lists", () => {
  it('[SHELL-02] are pages for existing lists, and 404 for others', async () => {
    const statuses = await Promise.all(
      ['favorites', 'history', 'channels', 'nothing'].map(
        async (slug) => (await fetch(`${url}/my/${slug}`)).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 200, 404])
  })

  it('[SHELL-05] [ACC-15] send a guest to the login and back', async () => {
    const guest = await visit(url, { name: 'phone 390', width: 390, height: 844, phone: true })
    await guest.page.goto('/my/history')
    await guest.page.waitForURL('**/login')
    expect(
      await guest.page.evaluate(() => (history.state as { state?: { from?: string } }).state?.from),
    ).toBe('/my/history')
    await guest.leave()
  })

  it('[ACC-15] show the favourites, the latest first; a removed one can be restored', async () => {
    await page.goto('/my/favorites')
    await page.getByText('3 названия').waitFor()
    const links = page.locator('main [data-grid] a')
    expect(await links.first().innerText()).toContain(stored.at(-1)?.name)
    await page.getByRole('button', { name: 'Выбрать', exact: true }).click()
    const boxes = page.getByRole('checkbox')
    await boxes.nth(0).click()
    await boxes.nth(1).click()
    await page.getByText('Выбрано: 2').waitFor()
    await page.getByRole('button', { name: 'Удалить' }).click()
    await page.getByText('1 название').waitFor()
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await page.getByText('3 названия').waitFor()
    expect(await favouriteVids()).toHaveLength(3)
  })

  it('[ACC-15] remove permanently when the page is left before the delay is over', async () => {
    await page.getByRole('button', { name: 'Выбрать', exact: true }).click()
    await page.getByRole('checkbox').nth(0).click()
    await page.getByRole('button', { name: 'Удалить' }).click()
    await page.getByRole('link', { name: 'История' }).click()
    await expect.poll(async () => (await favouriteVids()).length).toBe(2)
    expect(await favouriteVids()).not.toContain(stored.at(-1)?.vid)
  })

  it('[TV-05] contain a channel at once when its heart is pressed', async () => {
    await page.goto('/tv')
    const heart = (state: string) =>
      page
        .locator('main li', { has: page.locator(`a[href$="/channel/${channel.id}"]`) })
        .locator(`[data-favourite="${state}"]`)
    await heart('none').first().click()
    await heart('kept').first().waitFor()
    await expect.poll(isSavedChannel).toBe(1)
    await page.goto('/my/channels')
    await page.locator(`main [data-grid] a[href$="/channel/${channel.id}"]`).waitFor()
  })

  it('[TV-05] undo the heart when the server was not reached', async () => {
    await page.goto('/tv')
    await page.route('**/settings/save', (route) => route.abort())
    const heart = page
      .locator('main li', { has: page.locator(`a[href$="/channel/${channel.id}"]`) })
      .locator('[data-favourite]')
      .first()
    await expect.poll(() => heart.getAttribute('data-favourite')).toBe('kept')
    await heart.click()
    await page.getByText('Не удалось изменить избранное').waitFor()
    await expect.poll(() => heart.getAttribute('data-favourite')).toBe('kept')
    expect(await isSavedChannel()).toBe(1)
    await page.unroute('**/settings/save')
  })

  it('caused no script error and no server failure', () => {
    expect(visitor.problems).toEqual([])
  })
})
