/**
 * The home page of a guest and of a viewer: rails in order, each loading alone; the top banner; the offer to a visitor.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const [desktop] = screens
const dayMs = 24 * 3_600_000
/** A page without input for so long is idle. */
const idleMs = 20_000

function shelves(page: Page) {
  return page.locator('main h2').evaluateAll((all) => {
    const seen = all.filter((one) => (one as HTMLElement).offsetParent !== null)
    return seen.map((one) => one.textContent ?? '')
  })
}

/** The position of rails among the others; -1 for a missing one. */
async function placesOf(page: Page, names: readonly string[]) {
  const all = await shelves(page)
  return names.map((name) => all.indexOf(name))
}

function offer(page: Page) {
  return page.locator('dialog[data-promo][open]')
}

function topBanner(page: Page) {
  return page.locator('[data-banner]')
}

function doSomething(page: Page) {
  return page.keyboard.press('Shift')
}

/** The offer appears once the page has been idle; its clock is advanced. */
async function offerComes(page: Page): Promise<void> {
  // The listener is registered a moment after the page is shown, and the offer's code has a time limit to load.
  for (let times = 0; times < 5; times += 1) {
    await page.clock.fastForward(idleMs + 1000)
    const hasCome = await offer(page)
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      )
    if (hasCome) return
  }
  throw new Error('the offer did not come')
}

function shownAt(page: Page, ms: number | null) {
  return page.evaluate((at) => {
    if (at === null) localStorage.removeItem('ekran.promoShownAt')
    else localStorage.setItem('ekran.promoShownAt', String(at))
  }, ms)
}

/** Below the first screen a rail has its cards once it is near. */
async function goTo(page: Page, name: string) {
  const heading = page.getByRole('heading', { name })
  // Rails that load above it may render it again between finding and scrolling to it.
  const isThere = () =>
    heading.scrollIntoViewIfNeeded({ timeout: 2000 }).then(
      () => true,
      () => false,
    )
  await expect.poll(isThere).toBe(true)
}

async function fetchData<Data>(path: string, token?: string): Promise<Data> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(url + path, { headers })
  const answer = (await response.json()) as { data: Data; message?: string; failure?: string }
  if (answer.failure !== undefined) throw new Error(`${path}: ${answer.message}`)
  return answer.data
}

describe('a guest', () => {
  let visitor: Visitor
  beforeAll(async () => {
    if (desktop === undefined) throw new Error('there is no desktop')
    visitor = await visit(url, desktop, { isNew: true })
    // A test that is about the offer sets itself when it was shown last.
    await visitor.page.goto('/movies')
    await visitor.page.locator('main a[href*="/movie/"]').first().waitFor()
    await shownAt(visitor.page, Date.now())
  })
  afterAll(() => visitor.leave())

  it("[HOME-01] sees the rails in order, and none of a viewer's", async () => {
    const { page } = visitor
    await page.goto('/')
    const expected = [
      'Сейчас в эфире',
      'Новинки',
      'Узбекское кино',
      'Новости',
      'В кинотеатрах',
      'Чаще всего смотрят',
    ]
    await expect.poll(async () => (await placesOf(page, expected)).includes(-1)).toBe(false)
    const places = await placesOf(page, expected)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(await placesOf(page, ['Продолжить просмотр', 'Любимые каналы'])).toEqual([-1, -1])
    await goTo(page, 'Новости')
    await page.locator('main a[href*="/news/"]').first().waitFor()
  })

  it('[HOME-03] sees the offer once, which Esc, Back and a click beside it close', async () => {
    if (desktop === undefined) throw new Error('there is no desktop')
    const guest = await visit(url, desktop, { isNew: true })
    const { page } = guest
    await page.clock.install()
    await page.goto('/')
    await doSomething(page)
    expect(await offer(page).count(), 'not while somebody is at it').toBe(0)
    await shownAt(page, null)
    await page.reload()
    await offerComes(page)
    const scrolls = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
    // A dialog's effects on the page follow a moment after it opens, and after it closes.
    await expect.poll(scrolls).toBe('hidden')
    await page.keyboard.press('Escape')
    await expect.poll(() => offer(page).count()).toBe(0)
    await expect.poll(scrolls).not.toBe('hidden')
    const stored = await page.evaluate(() => Number(localStorage.getItem('ekran.promoShownAt')))
    expect(Math.abs(Date.now() - stored)).toBeLessThan(dayMs / 24)

    await shownAt(page, Date.now() - dayMs - 60_000)
    await page.reload()
    await offerComes(page)
    await expect.poll(scrolls).toBe('hidden')
    await page.goBack()
    await expect.poll(() => offer(page).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/')

    await shownAt(page, Date.now() - dayMs - 60_000)
    await page.reload()
    await offerComes(page)
    await expect.poll(scrolls).toBe('hidden')
    await page.mouse.click(5, 400)
    await expect.poll(() => offer(page).count()).toBe(0)
    // Closing goes back over the offer's own history entry, and that is a navigation too.
    await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('isOffer')
    await guest.leave()
  })

  it('[SHELL-03] closes the top banner, and it stays closed on this device', async () => {
    const { page } = visitor
    await page.goto('/')
    await topBanner(page).waitFor()
    await topBanner(page).getByRole('button', { name: 'Закрыть' }).click()
    await expect.poll(() => topBanner(page).count()).toBe(0)
    await page.reload()
    await page.getByRole('heading', { name: 'Новинки' }).waitFor()
    await expect.poll(() => topBanner(page).count()).toBe(0)
    await page.goto('/movies')
    await page.locator('main a[href*="/movie/"]').first().waitFor()
    expect(await topBanner(page).count()).toBe(0)
  })

  it('[SHELL-03] sees header and footer where they belong', async () => {
    const { page } = visitor
    const frame = async (path: string) => {
      await page.goto(path)
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      return [await page.locator('#app > header').count(), await page.locator('#app > footer').count()]
    }
    expect(await frame('/')).toEqual([1, 1])
    expect(await frame('/login')).toEqual([0, 0])
    expect(await frame('/no/such/page')).toEqual([1, 0])
    const [channel] = (
      await fetchData<{ channels: { item: { id: number }[] } }>(
        '/middleware/noauth/portal/client/channel/list',
      )
    ).channels.item
    expect(await frame(`/channel/${channel?.id}`)).toEqual([1, 0])
  })

  it('[SHELL-04] returns to the scroll position', async () => {
    const { page } = visitor
    await page.goto('/')
    const shelf = page.getByRole('heading', { name: 'Узбекское кино' })
    await shelf.scrollIntoViewIfNeeded()
    await page.locator('main section', { has: shelf }).locator('a[href*="/movie/"]').first().waitFor()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(500)
    await page.locator('main section', { has: shelf }).locator('a[href*="/movie/"]').first().click()
    await page.waitForURL('**/movie/*')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 150)
  })

  it('[HOME-01] opens a cinema: its address, its showings, and the link to a film', async () => {
    const { page } = visitor
    await page.goto('/')
    await goTo(page, 'В кинотеатрах')
    await page.locator('main button[aria-haspopup=dialog]').first().click()
    const dialog = page.locator('dialog[open]')
    await dialog.locator('a[href^="tel:"]').waitFor()
    await dialog.locator('time').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  })

  it('[HOME-02] keeps the page when requests fail; the failed rail is a line with a retry', async () => {
    const { page } = visitor
    await page.goto('/movies')
    // A rejection is reported at once and not retried, unlike a lost connection.
    const refusal = { code: 3, message: 'Не найдено', failure: 'not_found', fields: [] }
    const failing = [
      '**/api/v1.2.0/selections*',
      '**/middleware/video/interesting*',
      '**/api/v1.2.0/cinemas*',
    ]
    for (const pattern of failing)
      await page.route(pattern, (route) => route.fulfill({ status: 404, json: refusal }))
    await page.getByRole('link', { name: 'Ekran' }).first().click()
    await page.getByRole('heading', { name: 'В кинотеатрах' }).waitFor()
    await goTo(page, 'В кинотеатрах')
    const line = page.locator('main section', { has: page.getByRole('heading', { name: 'В кинотеатрах' }) })
    await line.getByRole('button', { name: 'Повторить' }).waitFor()
    await expect.poll(async () => (await placesOf(page, ['Новинки', 'Новости'])).includes(-1)).toBe(false)
    for (const pattern of failing) await page.unroute(pattern)
    await line.getByRole('button', { name: 'Повторить' }).click()
    await page.locator('main button[aria-haspopup=dialog]').first().waitFor()
  })
})

describe('a viewer', () => {
  let visitor: Visitor
  let viewer: AddedViewer
  let film = { vid: 0, name: '' }
  beforeAll(async () => {
    viewer = await addViewer(url)
    const { videos } = await fetchData<{ videos: { item: { vid: number; name: string }[] } }>(
      '/middleware/noauth/video/list?kind=films&limit=60',
    )
    for (const { vid, name } of videos.item) {
      const { video } = await fetchData<{
        video: { files: { vfid: number; kind: string; is_ready: number }[] }
      }>(`/middleware/noauth/video/detail?vid=${vid}`)
      const file = video.files.find((one) => one.kind === 'film' && one.is_ready === 1)
      if (file === undefined) continue
      const place = `content_id=${vid}&asset_id=${file.vfid}&position=10`
      await fetchData(`/middleware/content/position/set?${place}`, viewer.token)
      film = { vid, name }
      break
    }
    const { channels } = await fetchData<{ channels: { item: { id: number }[] } }>(
      '/middleware/channel/list',
      viewer.token,
    )
    await fetchData(`/middleware/settings/save?favorite_channel=${channels.item[0]?.id}`, viewer.token)
    if (desktop === undefined) throw new Error('there is no desktop')
    visitor = await visit(url, desktop, { isNew: true })
    await visitor.page.addInitScript(viewer.storeScript)
  }, 300_000)
  afterAll(() => visitor.leave())

  const card = () => visitor.page.locator(`[data-continue="${film.vid}"]`)

  it('[HOME-01] sees the continue rail first, then their own channels; no offer is shown', async () => {
    const { page } = visitor
    await page.goto('/')
    await card().waitFor()
    const expected = ['Продолжить просмотр', 'Любимые каналы', 'Сейчас в эфире', 'Новинки']
    await expect.poll(async () => (await placesOf(page, expected)).includes(-1)).toBe(false)
    const places = await placesOf(page, expected)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(await card().getAttribute('href')).toMatch(new RegExp(`^/movie/${film.vid}\\?watch=\\d+$`))
    expect(await card().innerText()).toContain('осталось')
    await doSomething(page)
    await topBanner(page).waitFor()
    expect(await offer(page).count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('ekran.promoShownAt'))).toBeNull()
  })

  it('[HOME-01] removes a card, restores it, and removes it permanently', async () => {
    const { page } = visitor
    const remove = page.getByRole('button', { name: `Убрать из «Продолжить просмотр»: ${film.name}` })
    await remove.click()
    await expect.poll(() => card().count()).toBe(0)
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await card().waitFor()
    await page.reload()
    await card().waitFor()
    await remove.click()
    await page.getByText(`Убрано: «${film.name}»`).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Любимые каналы' }).waitFor()
    await expect.poll(async () => (await placesOf(page, ['Продолжить просмотр']))[0]).toBe(-1)
    const { videos } = await fetchData<{ videos: { item: unknown[] } }>(
      '/middleware/video/viewed',
      viewer.token,
    )
    expect(videos.item).toHaveLength(1)
  })

  it('caused no script error and no server failure', () => {
    expect(visitor.problems).toEqual([])
  })
})
