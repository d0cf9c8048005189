/**
 * The lists in a real browser: filtered, scrolled far, left and returned to, by mouse, finger, keyboard and remote
 * control.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { operate } from '#tests/kit/product/command-line.ts'
import { addViewer } from '#tests/kit/product/add-viewer.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

interface ListAnswer {
  readonly videos: { readonly item: readonly { readonly vid: number; readonly name: string }[] }
  readonly total: number
}

async function ask(query: string): Promise<ListAnswer> {
  const answer = await fetch(`${inject('product').url}/middleware/noauth/video/list?lang=ru&${query}`)
  return ((await answer.json()) as { data: ListAnswer }).data
}

/** Removes a title from every list, or restores it, as an operator does; the change takes a moment to be visible. */
async function setListed(vid: number, isListed: boolean): Promise<void> {
  await operate('titles', isListed ? 'show' : 'hide', String(vid))
}

const desktop = { name: 'desktop', width: 1440, height: 900 }

function cards(page: Page) {
  return page.locator('main [data-place]')
}

function firstCard(page: Page) {
  return page.locator('main [data-place="0"] a').first()
}

async function shownTotal(page: Page) {
  return Number(/\d+/.exec(await page.locator('main p[role="status"]').first().innerText())?.[0])
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

/** The first card that is completely on the screen, and its position. */
function topCard(page: Page) {
  return page.evaluate(() => {
    const card = [...document.querySelectorAll<HTMLElement>('[data-place]')].find(
      (one) => one.getBoundingClientRect().top > 90,
    )
    return { place: card?.dataset['place'], top: Math.round(card?.getBoundingClientRect().top ?? 0) }
  })
}

/** Two equal readings in a row: cards rendered above meanwhile would move the visible ones. */
async function atRest<Seen>(look: () => Promise<Seen>): Promise<Seen> {
  let seen = await look()
  const isSame = async () => {
    const before = JSON.stringify(seen)
    seen = await look()
    return JSON.stringify(seen) === before
  }
  await expect.poll(isSame, { interval: 200 }).toBe(true)
  return seen
}

/** Scrolls to the end, and returns the films in their order. */
async function readToTheEnd(page: Page): Promise<number[]> {
  const seen = new Map<number, number>()
  const look = async () => {
    const result = await cards(page).evaluateAll((all) =>
      all.map((one) => [
        Number((one as HTMLElement).dataset['place']),
        Number(one.querySelector<HTMLElement>('[data-film]')?.dataset['film']),
      ]),
    )
    for (const [place = 0, vid = 0] of result) seen.set(place, vid)
    await page.evaluate(() => window.scrollBy(0, window.innerHeight))
    return page.getByText(/^Это всё/).isVisible()
  }
  await expect.poll(look, { timeout: 60_000, interval: 120 }).toBe(true)
  await look()
  return [...seen].toSorted(([a], [b]) => a - b).map(([, vid]) => vid)
}

describe('a viewer with a mouse', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(inject('product').url, desktop)
  })
  afterAll(() => visitor.leave())

  it('[CAT-01] [CAT-05] filters a list, finds every count correct, and goes back through the choices', async () => {
    const { page } = visitor
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/noauth/video/list')) requests.push(request.url())
    })
    await page.goto('/movies')
    await firstCard(page).waitFor()
    const all = await shownTotal(page)
    const panel = page.getByRole('complementary', { name: 'Фильтры' })
    for (const [group, index] of [
      ['Жанр', 4],
      ['Страна', 0],
    ] as const) {
      const title = panel.getByRole('button', { name: new RegExp(`^${group}`) })
      if ((await title.getAttribute('aria-expanded')) === 'false') await title.click()
      const option = panel.getByRole('list', { name: group }).locator('button:enabled').nth(index)
      const promised = Number(/(\d+)$/.exec((await option.innerText()).trim())?.[1])
      expect(promised).toBeGreaterThan(0)
      await option.click()
      await expect.poll(() => shownTotal(page)).toBe(promised)
    }
    expect(page.url()).toMatch(/\/movies\?genre=\d+&country=[A-Z]{2}$/)
    expect(requests.every((url) => !/[?&]genre=/.test(url))).toBe(true)
    expect(requests.some((url) => /genre_id=\d+/.test(url) && url.includes('trend=1'))).toBe(true)
    expect(requests.every((url) => !/=(&|$)/.test(url))).toBe(true)
    await page.goBack()
    await page.waitForURL(/\/movies\?genre=\d+$/)
    await page.goBack()
    await expect.poll(() => shownTotal(page)).toBe(all)
    await page.goForward()
    await page.getByRole('button', { name: /^Убрать фильтр\. Жанр/ }).click()
    await page.waitForURL(/\/movies$/)
    await expect.poll(() => shownTotal(page)).toBe(all)
  })

  it('[CAT-01] ignores invalid values in the address', async () => {
    const { page } = visitor
    await page.goto('/movies?genre=x%3Cb%3E&country=zz&rating=77&year=1&order=drop&page=-4')
    await firstCard(page).waitFor()
    expect(await shownTotal(page)).toBe((await ask('kind=films&limit=1')).total)
    expect(await page.getByRole('button', { name: /^Убрать фильтр/ }).count()).toBe(0)
  })

  it('[CAT-11] suggests the filter to remove when nothing matches, and shows a message for an empty list', async () => {
    const { page } = visitor
    const genres = await fetch(`${inject('product').url}/api/v1.1.0/genres?lang=ru`)
    const { data } = (await genres.json()) as { data: { id: number }[] }
    let nothing: { genre: number; left: number } | undefined
    for (const { id } of data) {
      if ((await ask(`kind=films&limit=1&genre_id=${id}&country=JP&year=2025`)).total > 0) continue
      const [withoutGenre, withoutCountry] = await Promise.all([
        ask('kind=films&limit=1&country=JP&year=2025'),
        ask(`kind=films&limit=1&genre_id=${id}&year=2025`),
      ])
      const left = Math.max(withoutGenre.total, withoutCountry.total)
      if (left > 0) nothing = { genre: id, left }
      if (nothing !== undefined) break
    }
    if (nothing === undefined) throw new Error('the demo has titles for every combination of filters')
    await page.goto(`/movies?genre=${nothing.genre}&country=JP&year=2025`)
    await page.getByText('По вашему запросу ничего не найдено').waitFor()
    const drop = page.getByRole('button', { name: /^Убрать «.+», останется \d+$/ })
    const promised = Number(/(\d+)$/.exec(await drop.innerText())?.[1])
    await drop.click()
    await firstCard(page).waitFor()
    expect(await shownTotal(page)).toBe(promised)
  })

  it('[CAT-06] [SHELL-04] scrolls without a jump, a duplicate or a gap while titles come and go, and back', async () => {
    const { page } = visitor
    const { videos } = await ask('order=name&kind=films&limit=100')
    const names = videos.item
    const [coming, going] = [names[0], names[3]]
    if (coming === undefined || going === undefined) throw new Error('the demo has no films')
    const total = async () => (await ask('order=name&kind=films&limit=1')).total
    const before = await total()
    try {
      await setListed(coming.vid, false)
      await expect.poll(total, { timeout: 60_000 }).toBe(before - 1)
      await page.goto('/movies?order=name')
      await firstCard(page).waitFor()
      const first = await cards(page).count()
      // One is published before the titles shown, and one of those is removed: every later page keeps its offset.
      await setListed(coming.vid, true)
      await setListed(going.vid, false)
      await expect
        .poll(async () => (await ask(`order=name&kind=films&limit=5`)).videos.item[0]?.vid, {
          timeout: 60_000,
        })
        .toBe(coming.vid)
      const read = await readToTheEnd(page)
      expect(read.length).toBeGreaterThan(first)
      expect(new Set(read).size).toBe(read.length)
      const stayed = names.map(({ vid }) => vid).filter((vid) => vid !== coming.vid && vid !== going.vid)
      expect(read.filter((vid) => stayed.includes(vid))).toEqual(stayed)
    } finally {
      await setListed(coming.vid, true)
      await setListed(going.vid, true)
    }
    // Far from the top not every card is rendered, and the page is as long as if they were.
    expect(await cards(page).count()).toBeLessThan(before)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight * 0.55))
    await expect.poll(async () => (await topCard(page)).place).not.toBe('0')
    const left = await atRest(() => topCard(page))
    // A press that does not scroll first, as with a mouse over the card.
    await page
      .locator(`[data-place="${left.place}"] a`)
      .first()
      .evaluate((link) => {
        const { focus, click } = HTMLElement.prototype
        focus.call(link, { preventScroll: true })
        click.call(link)
      })
    await page.waitForURL('**/movie/*')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goBack()
    await page.locator(`[data-place="${left.place}"]`).waitFor()
    await expect.poll(() => topCard(page)).toEqual(left)
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-place]')?.dataset['place'])
    await expect.poll(focused).toBe(left.place)
    expect(requests.filter((url) => url.includes('/video/list'))).toEqual([])
  })

  it('[CAT-06] loses nothing when the connection is lost in the middle', async () => {
    const { page } = visitor
    await page.goto('/movies?order=-year')
    await firstCard(page).waitFor()
    await page.route('**/video/list*', (route) => route.abort())
    const shown = await cards(page).count()
    const line = page.locator('main [role="alert"]')
    // The next titles may have been requested before the connection was lost: then it is the ones after them that fail.
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          return line.count()
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    expect(await cards(page).count()).toBeGreaterThanOrEqual(Math.min(shown, 20))
    await page.unroute('**/video/list*')
    // The list may be loaded again by itself at this very moment.
    await line
      .getByRole('button', { name: 'Повторить' })
      .click({ timeout: 10_000 })
      .catch(() => line.waitFor({ state: 'detached' }))
    const { total } = await ask('order=-year&kind=films&limit=1')
    expect(new Set(await readToTheEnd(page)).size).toBe(total)
  })

  it('[CAT-06] has a link to the next page, which starts there', async () => {
    const { page } = visitor
    await page.goto('/movies?page=2&order=name')
    await firstCard(page).waitFor()
    const second = await ask('order=name&kind=films&limit=36&page=2')
    expect(await firstCard(page).getAttribute('data-film')).toBe(String(second.videos.item[0]?.vid))
    await page.getByRole('button', { name: 'К началу списка' }).click()
    await page.waitForURL(/\/movies\?order=name$/)
    const first = await ask('order=name&kind=films&limit=1')
    await expect.poll(() => firstCard(page).getAttribute('data-film')).toBe(String(first.videos.item[0]?.vid))
  })

  it('[CAT-07] has each kind of Uzbek content on its own page', async () => {
    const { page } = visitor
    await page.goto('/uzb')
    await page.getByRole('link', { name: 'Концерты' }).click()
    await page.waitForURL('**/uzb/256')
    await firstCard(page).waitFor()
    expect(await shownTotal(page)).toBe((await ask('kind=uzbek&category=256&limit=1')).total)
    const statuses = await Promise.all(
      ['/uzb/254', '/uz/uzb/259', '/uzb/260', '/uzb/x'].map(async (path) => {
        const answer = await fetch(`${inject('product').url}${path}`)
        return answer.status
      }),
    )
    expect(statuses).toEqual([200, 200, 404, 404])
  })

  it('caused no script error and no server failure', () => {
    expect(visitor.problems).toEqual([])
  })
})

describe('a viewer', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(inject('product').url, desktop)
  })
  afterAll(() => visitor.leave())

  it('[FILM-02] [CAT-09] makes a film a favourite by its heart, in every tab; a failure is undone with a message', async () => {
    const { page } = visitor
    const { storeScript } = await addViewer(inject('product').url)
    await page.goto('/policy')
    await page.evaluate(storeScript)
    await page.goto('/movies')
    const other = await page.context().newPage()
    await other.goto('/movies')
    const card = (of: Page) => of.locator('main [data-place="1"]')
    const heart = (of: Page) => card(of).getByRole('button')
    await card(page).hover()
    const stored = page.waitForResponse('**/video/settings/set*')
    await heart(page).click()
    expect(await heart(page).getAttribute('data-favourite')).toBe('kept')
    await stored
    await expect.poll(() => heart(other).getAttribute('data-favourite')).toBe('kept')
    await page.reload()
    await expect.poll(() => heart(page).getAttribute('data-favourite')).toBe('kept')
    await page.route('**/video/settings/set*', (route) => route.abort())
    await card(page).hover()
    await heart(page).click()
    await page.getByText('Не удалось изменить избранное').waitFor()
    expect(await heart(page).getAttribute('data-favourite')).toBe('kept')
    await page.unroute('**/video/settings/set*')
    await other.close()
  })
})

describe('a guest with a phone', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(inject('product').url, { name: 'phone', width: 390, height: 844, phone: true })
  })
  afterAll(() => visitor.leave())

  it('[CAT-01] selects filters in a sheet that shows how many titles match, in Uzbek', async () => {
    const { page } = visitor
    await page.goto('/uz/serials')
    await firstCard(page).waitFor()
    await page.getByRole('button', { name: 'Filtrlar' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filtrlar' })
    const option = sheet.getByRole('list', { name: 'Janr' }).locator('button:enabled').first()
    const countOf = async () => Number(/(\d+)$/.exec((await option.innerText()).trim())?.[1] ?? 0)
    await expect.poll(countOf).toBeGreaterThan(0)
    const promised = await countOf()
    await option.click()
    await sheet.getByRole('button', { name: `${promised} tasini koʻrsatish` }).click()
    await page.waitForURL(/serials\?genre=\d+$/)
    await expect.poll(() => shownTotal(page)).toBe(promised)
    await page.getByRole('button', { name: 'Filtrlar: 1' }).click()
    await sheet.getByRole('button', { name: 'Tozalash' }).click()
    await page.keyboard.press('Escape')
    expect(page.url()).toMatch(/genre=\d+$/)
  })

  it('[FILM-02] long-presses a card to make it a favourite and is sent to the login and back', async () => {
    const { page } = visitor
    await page.goto('/ru/movies?order=name')
    await firstCard(page).waitFor()
    await firstCard(page).dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 60, clientY: 300 })
    const dialog = page.getByRole('dialog', { name: 'Для этого необходимо авторизоваться' })
    await dialog.waitFor()
    await firstCard(page).dispatchEvent('pointerup', { pointerType: 'touch' })
    await dialog.getByRole('link', { name: 'Войти' }).click()
    await page.waitForURL('**/login')
    await page.goBack()
    await heading(page, 'Фильмы').waitFor()
    expect(page.url()).toMatch(/\/ru\/movies\?order=name$/)
    expect(await dialog.isVisible()).toBe(false)
  })
})

describe('a television', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(inject('product').url, { name: 'television', width: 1920, height: 1080 })
  })
  afterAll(() => visitor.leave())

  const focusedPlace = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-place]')?.dataset['place'])
  const focusedText = (page: Page) =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '')
  /** Presses until the condition holds; a remote control has only arrows. */
  async function press(page: Page, key: string, isThere: () => Promise<boolean>, max = 40) {
    for (let presses = 0; presses < max && !(await isThere()); presses++) {
      await page.keyboard.press(key)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    }
    expect(await isThere()).toBe(true)
  }

  it('[CAT-01] filters and opens with only the remote control, and returns to the same card', async () => {
    const { page } = visitor
    await page.goto('/movies?tv=1')
    await firstCard(page).waitFor()
    await expect.poll(() => focusedPlace(page)).toBe('0')
    await press(page, 'ArrowUp', async () => (await focusedText(page)).startsWith('Фильтры'), 3)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Фильтры' })
    await drawer.waitFor()
    const genres = drawer.getByRole('list', { name: 'Жанр' })
    await press(page, 'ArrowDown', () => genres.evaluate((list) => list.contains(document.activeElement)))
    const genre = (await focusedText(page)).split('\n')[0] ?? ''
    await page.keyboard.press('Enter')
    await press(page, 'ArrowDown', async () => (await focusedText(page)).startsWith('Показать'))
    await page.keyboard.press('Enter')
    await page.waitForURL(/genre=\d+/)
    await page.getByRole('button', { name: `Убрать фильтр. Жанр: ${genre}` }).waitFor()
    await press(page, 'ArrowDown', async () => (await focusedPlace(page)) !== undefined)
    await press(page, 'ArrowRight', async () => Number(await focusedPlace(page)) > 0)
    const left = await focusedPlace(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/movie/*')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Back of webOS has a code and no name.
    const back = () =>
      page.evaluate(() => {
        const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true })
        Object.defineProperty(event, 'keyCode', { value: 461 })
        window.dispatchEvent(event)
      })
    await back()
    await page.waitForURL(/\/movies\?/)
    await expect.poll(() => focusedPlace(page)).toBe(left)
    await press(page, 'ArrowUp', async () => (await focusedText(page)).startsWith('Фильтры'))
    await page.keyboard.press('Enter')
    await drawer.waitFor()
    await back()
    await drawer.waitFor({ state: 'hidden' })
    expect(page.url()).toMatch(/genre=\d+/)
  })
})
