import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoAccounts } from '#db/demo/accounts.ts'
import { difference, look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { goesOn } from '#tests/kit/product/on-air.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const subscriber = demoAccounts().find((account) => account.kind === 'subscribed')

describe.each(screens)('a person with a $name', (screen) => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(inject('product').url, screen)
  })
  afterAll(() => visitor.leave())

  it('[HOME-01] opens home as a guest and sees live channels and films', async () => {
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    const tile = page.locator('main a[href*="/channel/"]').first()
    await tile.waitFor()
    expect((await tile.innerText()).trim().length).toBeGreaterThan(5)
    await page.locator('main a[href*="/movie/"]').first().waitFor()
    await expect.poll(() => loadedPictures(visitor), { timeout: 60_000 }).toBeGreaterThan(3)
  })

  it('[I18N-01] [SHELL-11] switches the language at once, and it survives a reload', async () => {
    const { page } = visitor
    await page.goto('/tv')
    const main = page.locator('main')
    await page.locator('html[lang="ru"]').waitFor({ state: 'attached' })
    await main.locator('a[href*="/channel/"]').first().waitFor()
    const russian = await main.innerText()
    const loads = await page.evaluate(() => performance.timeOrigin)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.locator('button[lang="uz"]').first().click()
    await page.locator('html[lang="uz"]').waitFor({ state: 'attached' })
    await expect.poll(() => main.innerText()).not.toBe(russian)
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loads)
    await page.reload()
    await page.locator('html[lang="uz"]').waitFor({ state: 'attached' })
    await page.goto('/ru/tv')
    await page.locator('html[lang="ru"]').waitFor({ state: 'attached' })
    await page.evaluate(() => localStorage.removeItem('lang'))
  })

  it('[SHELL-02] gets a 404 page with that status for an unknown path', async () => {
    const { page } = visitor
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { name: 'Страница не найдена' }).waitFor()
    expect(await page.locator('footer').count()).toBe(0)
  })

  it('[TV-08] [SHELL-05] must log in on a channel, logs in, and returns to it', async () => {
    const { page } = visitor
    await page.goto('/tv')
    await page.locator('main a[href*="/channel/"]').first().click()
    await page.waitForURL(/\/channel\/\d+/)
    const channel = new URL(page.url()).pathname
    await page
      .locator('main')
      .getByRole('link', { name: /^Войти/ })
      .first()
      .click()
    await page.waitForURL('**/login')
    await page.getByLabel('Телефон или абонентский номер').fill(subscriber?.phone ?? '')
    await page.locator('input[name=password]').fill('not the password')
    await page.locator('main').getByRole('button', { name: 'Войти' }).click()
    await page.getByText('Неверный номер или пароль').waitFor()
    await page.locator('input[name=password]').fill(subscriber?.password ?? '')
    await page.locator('main').getByRole('button', { name: 'Войти' }).click()
    await page.waitForURL(`**${channel}`)
    expect(await page.evaluate(() => (localStorage.getItem('token') ?? '').length)).toBeGreaterThan(20)
  })

  it('[TV-08] [PLAYER-01] watches a channel: the video advances and is not black, audio is decoded', async () => {
    const { page } = visitor
    const first = await waitUntilPlaying(page, 60_000)
    await goesOn(page, 2)
    await seesPicture(page)
    await expect.poll(async () => difference(first, await look(page))).toBeGreaterThan(0.5)
    await expect.poll(async () => (await look(page)).soundBytes).toBeGreaterThan(first.soundBytes)
  })

  it('[GUIDE-04] watches a programme of yesterday from its beginning', async () => {
    const { page } = visitor
    const { cid, pid } = await yesterdaysProgramme(visitor)
    await page.goto(`/tvArchive/${cid}/${pid}`)
    await waitUntilPlaying(page, 60_000)
    await goesOn(page, 1)
    await seesPicture(page)
  })

  it('[PLAYER-01] watches a film, seeks in it, and the film plays from there', async () => {
    const { page } = visitor
    await page.goto(`/movie/${await playableFilm(visitor)}`)
    await page
      .locator('main')
      .getByRole('button', { name: /^(Смотреть|Продолжить)/ })
      .first()
      .click()
    const first = await waitUntilPlaying(page, 60_000)
    await page.keyboard.press('5')
    await expect.poll(async () => (await look(page)).positionSec, { timeout: 60_000 }).toBeGreaterThan(18)
    await goesOn(page, 1)
    await seesPicture(page)
    await expect.poll(async () => (await look(page)).soundBytes).toBeGreaterThan(first.soundBytes)
  })

  it('caused no script error and no server failure', () => {
    expect(visitor.problems).toEqual([])
  })
})

/** Waits for a frame that is neither black nor one colour: a film has black moments of its own. */
async function seesPicture(page: Page): Promise<void> {
  const isThere = async () => {
    const { brightness, contrast } = await look(page)
    return brightness > 8 && contrast > 4
  }
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true)
}

function loadedPictures({ page }: Visitor): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('main img')].filter((img) => (img as HTMLImageElement).naturalWidth > 0)
        .length,
  )
}

/** Requests as the logged-in page would send them. */
async function fetchData<Data>({ page }: Visitor, path: string): Promise<Data> {
  const answer = await page.evaluate(async (address) => {
    const response = await fetch(address, {
      headers: {
        authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
        'x-ekran-device': localStorage.getItem('device_uid') ?? '',
      },
    })
    return response.json() as Promise<unknown>
  }, path)
  return (answer as { data: Data }).data
}

async function yesterdaysProgramme(visitor: Visitor): Promise<{ cid: number; pid: number }> {
  const { channels } = await fetchData<{ channels: { item: { id: number; is_available: number }[] } }>(
    visitor,
    '/middleware/channel/list',
  )
  const cid = channels.item.filter((channel) => channel.is_available === 1)[5]?.id ?? 0
  const now = Math.floor(Date.now() / 1000)
  const { programs } = await fetchData<{ programs: { item: { pid: number; url: string | null }[] } }>(
    visitor,
    `/middleware/program/list?cid=${cid}&time_from=${now - 100_000}&time_to=${now - 80_000}`,
  )
  const match = programs.item.find((programme) => programme.url !== null)
  expect(match, 'yesterday was recorded').toBeDefined()
  return { cid, pid: match?.pid ?? 0 }
}

async function playableFilm(visitor: Visitor): Promise<number> {
  const { videos } = await fetchData<{ videos: { item: { vid: number; is_series: number }[] } }>(
    visitor,
    '/middleware/video/list?kind=films&limit=60',
  )
  for (const { vid } of videos.item) {
    const { video } = await fetchData<{ video: { access: { state: string } } }>(
      visitor,
      `/middleware/video/detail?vid=${vid}`,
    )
    if (video.access.state === 'watch') return vid
  }
  throw new Error('no film can be watched')
}
