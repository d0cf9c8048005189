/** A film's page in use: rating, favourites, sharing, the trailer, and resuming at the same position elsewhere. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { logIn } from '#tests/kit/product/log-in.ts'
import { look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { findFilm, type Detail } from '#tests/kit/product/demo-films.ts'
import { fetchData as askedAs } from '#tests/kit/product/on-air.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const desktop = { name: 'desktop 1440', width: 1440, height: 900 }
const phone = { name: 'phone 390', width: 390, height: 844, phone: true }

let token = ''
let storeScript = ''
let film: Detail
let vfid = 0
/** Guests may watch some films. */
let closedToGuests = 0
const visitors: Visitor[] = []

async function fetchData<Data>(path: string, body?: object): Promise<Data> {
  return (await askedAs<Data>(url, path, token, body)).data
}

async function visitAs(kind: 'viewer' | 'guest', screen: Parameters<typeof visit>[1]): Promise<Page> {
  const visitor = await visit(url, screen)
  visitors.push(visitor)
  if (kind === 'viewer') await visitor.page.addInitScript(storeScript)
  return visitor.page
}

beforeAll(async () => {
  ;({ token, storeScript } = await logIn(url))
  // Removes all watching and rating of this film by other tests.
  ;({ film, vfid } = await findFilm(url, token, ['trailer']))
  closedToGuests = (await findFilm(url, token, [], async (vid) => !(await opensToGuests(vid)))).vid
  await fetchData('/middleware/video/viewed/remove', { vids: String(film.vid) })
  await fetchData('/middleware/video/rating/set', { vid: film.vid, rating: 0 })
  await fetchData('/middleware/video/settings/set', { vid: film.vid, is_favorited: 0 })
}, 300_000)
afterAll(() => Promise.all(visitors.map((visitor) => visitor.leave())))

async function opensToGuests(vid: number) {
  const path = `/middleware/noauth/video/detail?vid=${vid}`
  return (await askedAs<{ video: Detail }>(url, path, null)).data.video.access.state === 'watch'
}

function actionsOf(page: Page) {
  return page.locator('article')
}

describe('the page of a film', () => {
  let page: Page
  beforeAll(async () => {
    page = await visitAs('viewer', desktop)
    await page.goto(`/movie/${film.vid}`)
    await page.getByRole('heading', { level: 1, name: film.name }).waitFor()
  }, 300_000)

  it('[FILM-02] [PLAYER-01] plays the trailer, which does not count as watched', async () => {
    await actionsOf(page).getByRole('button', { name: 'Трейлер' }).click()
    await waitUntilPlaying(page)
    await expect.poll(async () => (await look(page)).positionSec, { timeout: 60_000 }).toBeGreaterThan(1.5)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('video').count()).toBe(0)
    const { positions } = await fetchData<{ positions: { item: unknown[] } }>(
      `/middleware/content/position/list?content_id=${film.vid}`,
    )
    expect(positions.item).toEqual([])
    expect(await actionsOf(page).getByRole('button', { name: 'Смотреть', exact: true }).count()).toBe(1)
  })

  it('[FILM-03] sends a rating from 1 to 10 with labels, shows thanks for three seconds, changes and removes it', async () => {
    const own = async () =>
      (await fetchData<{ rating: number }>(`/middleware/video/rating?vid=${film.vid}`)).rating
    await actionsOf(page).getByRole('button', { name: 'Оценить', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Ваша оценка' })
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(10)
    await dialog.getByRole('radio', { name: '8 из 10, Очень хорошо' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Оценить' }).click()
    await dialog.getByText('Спасибо за оценку').waitFor()
    await expect.poll(own).toBe(8)
    await dialog.waitFor({ state: 'hidden' })
    const tile = actionsOf(page).getByRole('button', { name: 'Ваша оценка: 8' })
    await tile.click()
    expect(await dialog.getByRole('radio', { name: /^8 из 10/ }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Убрать оценку' }).click()
    await expect.poll(own).toBe(0)
    await dialog.waitFor({ state: 'hidden' })
    await actionsOf(page).getByRole('button', { name: 'Оценить', exact: true }).waitFor()
  })

  it('[FILM-03] undoes a rating that failed and shows a message', async () => {
    await page.route('**/video/rating/set', (route) => route.abort())
    await actionsOf(page).getByRole('button', { name: 'Оценить', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Ваша оценка' })
    await dialog.getByRole('radio', { name: /^3 из 10/ }).check({ force: true })
    await dialog.getByRole('button', { name: 'Оценить' }).click()
    await dialog.getByRole('alert').getByText('Оценка не сохранилась').waitFor()
    await page.unroute('**/video/rating/set')
    await page.goBack()
    await dialog.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe(`/movie/${film.vid}`)
    await actionsOf(page).getByRole('button', { name: 'Оценить', exact: true }).waitFor()
  })

  it('[FILM-02] adds it to the favourites at once, and shares its address', async () => {
    await actionsOf(page).getByRole('button', { name: 'В избранное', exact: true }).click()
    await actionsOf(page).locator('button[aria-pressed="true"]').first().waitFor()
    await expect
      .poll(
        async () =>
          (await fetchData<{ video: { is_favorited: number } }>(`/middleware/video/detail?vid=${film.vid}`))
            .video.is_favorited,
      )
      .toBe(1)
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await actionsOf(page).getByRole('button', { name: 'Поделиться' }).click()
    const dialog = page.getByRole('dialog', { name: 'Поделиться' })
    expect(await dialog.getByLabel('Адрес страницы').inputValue()).toBe(`${url}/movie/${film.vid}`)
    const telegram = await dialog.getByRole('link', { name: 'Telegram' }).getAttribute('href')
    expect(telegram).toContain(encodeURIComponent(`${url}/movie/${film.vid}`))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('[FILM-06] opens the problem report', async () => {
    await actionsOf(page)
      .getByRole('button', { name: /^Жалоба/ })
      .click()
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  it('[PLAYER-03] resumes the film on another device at the position where this one stopped', async () => {
    await actionsOf(page).getByRole('button', { name: 'Смотреть', exact: true }).click()
    await waitUntilPlaying(page)
    await page.keyboard.press('4')
    const half = (film.files.find((file) => file.vfid === vfid)?.duration_sec ?? 0) * 0.4
    await expect.poll(async () => (await look(page)).positionSec, { timeout: 60_000 }).toBeGreaterThan(half)
    await page.keyboard.press('Escape')
    const label = actionsOf(page).getByRole('button', { name: /^Продолжить с \d+:\d\d/ })
    await label.first().waitFor()
    const stored = async () =>
      (
        await fetchData<{ positions: { item: { asset_id: number; position: number }[] } }>(
          `/middleware/content/position/list?content_id=${film.vid}`,
        )
      ).positions.item.find((one) => one.asset_id === vfid)?.position ?? 0
    await expect.poll(stored).toBeGreaterThan(half - 1)

    const other = await visitAs('viewer', phone)
    await other.goto(`/movie/${film.vid}`)
    await other
      .getByRole('button', { name: /^Продолжить с \d+:\d\d/ })
      .first()
      .click()
    const there = await waitUntilPlaying(other)
    expect(there.positionSec).toBeGreaterThan(half - 2)
  }, 300_000)
})

describe('a guest on the page of a film', () => {
  it('[FILM-02] sees that rating needs an account, and returns to the open dialog', async () => {
    const page = await visitAs('guest', phone)
    await page.goto(`/movie/${closedToGuests}`)
    await page.locator('article').getByRole('link', { name: 'Войти, чтобы смотреть' }).first().waitFor()
    await page.locator('article').getByRole('button', { name: 'Оценить', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Для этого необходимо авторизоваться' })
    await dialog.getByRole('link', { name: 'Войти' }).click()
    await page.waitForURL('**/login*')
    expect(await page.evaluate(() => (history.state as { state?: { from?: string } }).state?.from)).toBe(
      `/movie/${closedToGuests}?rate=1`,
    )
  })
})

it('caused no script error and no server failure', () => {
  expect(visitors.flatMap((visitor) => visitor.problems)).toEqual([])
})
