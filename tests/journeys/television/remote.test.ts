/** A television with only a remote control: key by key, with the presses counted. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { remoteControl, type RemoteControl } from '#tests/kit/browser/remote-control.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { logIn } from '#tests/kit/product/log-in.ts'

const { url } = inject('product')
let visitor: Visitor
let page: Page
let remote: RemoteControl
beforeAll(async () => {
  const { storeScript } = await logIn(url)
  visitor = await visit(url, { name: 'television', width: 1920, height: 1080 })
  page = visitor.page
  await page.addInitScript(storeScript)
  remote = await remoteControl(page)
})
afterAll(() => visitor.leave())

/** Where the focus is: the address of its link, and the heading of its rail. */
function focus() {
  return page.evaluate(() => {
    const element = document.activeElement
    return {
      href: element?.getAttribute('href') ?? '',
      text: element?.textContent ?? '',
      rail: element?.closest('[data-rail]')?.querySelector('h2')?.textContent ?? '',
    }
  })
}

/** The home page with the rails near the screen rendered and the focus where a viewer starts. */
async function openHome() {
  await page.goto('/?tv=1')
  await expect.poll(async () => (await focus()).href).toMatch(/^\/channel\//)
  const rails = page.locator('main [data-rail]')
  await expect.poll(() => rails.count()).toBeGreaterThan(8)
  await expect
    .poll(() =>
      rails
        .locator('ul')
        .evaluateAll(
          (all) =>
            all.filter(
              (row) => row.childElementCount === 0 && row.getBoundingClientRect().top < 2 * innerHeight,
            ).length,
        ),
    )
    .toBe(0)
}

function isPlaying() {
  return page.evaluate(() =>
    [...document.querySelectorAll('video')].some((video) => !video.paused && video.currentTime > 0),
  )
}

function dialog() {
  return page.getByRole('dialog').filter({ visible: true })
}

describe('[REMOTE-01] the home page of a television', () => {
  it('starts on a channel, which one press plays', async () => {
    await openHome()
    const before = remote.presses
    await remote.press('ok')
    await page.waitForURL(/\/channel\/\d+/)
    await expect.poll(isPlaying, { timeout: 60_000 }).toBe(true)
    expect(remote.presses - before).toBeLessThanOrEqual(2)
    await remote.press('back')
    await page.waitForURL((address) => address.pathname === '/')
  })

  it('starts on the channel watched last', async () => {
    await page.goto('/channel/101?tv=1')
    await page.locator('[data-player]').waitFor()
    await page.waitForFunction(() => localStorage.getItem('ekran.lastChannel') !== null)
    const last = await page.evaluate(() => localStorage.getItem('ekran.lastChannel'))
    await openHome()
    expect((await focus()).href).toBe(`/channel/${last}`)
  })

  it('opens the channel of a typed number, which it shows first', async () => {
    await openHome()
    await remote.digits(9)
    const card = page.locator('[data-wrong]')
    await card.waitFor()
    await page.waitForURL(/\/channel\/\d+/)
    await expect.poll(isPlaying, { timeout: 60_000 }).toBe(true)
    await remote.press('back')
    await page.waitForURL((address) => address.pathname === '/')
  })

  it('takes one press from rail to rail: five at most to the fifth, and as many back', async () => {
    await openHome()
    const titles = await page.locator('main [data-rail] h2').allTextContents()
    const before = remote.presses
    const met = [(await focus()).rail]
    for (let rail = 1; rail < 5; rail++) {
      await remote.press('down')
      // A rail not rendered yet is entered once its cards are there.
      await expect.poll(async () => (await focus()).rail).not.toBe(met.at(-1))
      met.push((await focus()).rail)
    }
    expect(met).toEqual(titles.slice(0, 5))
    expect(remote.presses - before).toBeLessThanOrEqual(5)
    await remote.press('up', 'up', 'up', 'up')
    expect((await focus()).rail).toBe(titles[0])
  })

  it('describes the focused card at the top, without layout shift', async () => {
    await openHome()
    await remote.press('down', 'down', 'right')
    const details = page.locator('[data-details]')
    // The card itself grows under the focus; its position in the rail does not change.
    const railTop = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.getBoundingClientRect().top)
    const top = await railTop()
    const name =
      (await page.evaluate(
        () => document.activeElement?.querySelector('[class*="name"],[class*="itle"]')?.textContent,
      )) ?? '-'
    await expect.poll(() => details.textContent()).toContain(name)
    expect(await railTop()).toBe(top)
    await remote.press('right')
    await expect.poll(() => details.textContent()).not.toContain(name)
  })

  it('offers the whole list after the last card of a rail', async () => {
    await openHome()
    const list = await page.evaluate(() =>
      document.activeElement?.closest('[data-list]')?.getAttribute('data-list'),
    )
    let here = await focus()
    for (let presses = 0; presses < 30 && here.href !== list; presses++) {
      await remote.press('right')
      here = await focus()
    }
    expect(here).toMatchObject({ href: list, text: 'Все' })
  })
})

describe('[REMOTE-01] the menu of a card', () => {
  it('opens by a long OK and closes by Back, and opens no page by itself', async () => {
    await openHome()
    const start = await focus()
    await remote.holdOk(() => dialog().waitFor())
    expect(new URL(page.url()).pathname).toBe('/')
    const items = await dialog().getByRole('link').or(dialog().getByRole('button')).allTextContents()
    expect(items).toEqual(expect.arrayContaining(['Смотреть', 'Программа и архив', 'Весь список']))
    await remote.press('back')
    await dialog().waitFor({ state: 'detached' })
    expect(await focus()).toEqual(start)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('adds a film to the favourites and removes it', async () => {
    await openHome()
    await remote.press('down')
    while (!(await focus()).href.startsWith('/movie/') || (await focus()).href.includes('watch'))
      await remote.press('down')
    const card = await focus()
    for (const action of ['Добавить в избранное', 'Убрать из избранного']) {
      // A closed menu returns the focus to its card.
      await expect.poll(focus).toEqual(card)
      await remote.press('menu')
      await dialog().getByRole('button', { name: action }).waitFor()
      while ((await focus()).text !== action) await remote.press('down')
      await remote.press('ok')
      await dialog().waitFor({ state: 'detached' })
    }
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

describe('[REMOTE-01] the Back key', () => {
  it('returns to the card that was left, in a rail deep in the page', async () => {
    await openHome()
    await remote.press('down', 'down', 'down', 'down', 'right', 'right')
    const left = await focus()
    await remote.press('ok')
    await page.waitForURL((address) => address.pathname !== '/')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await remote.press('back')
    await expect.poll(focus).toEqual(left)
  })

  it('leads from a page opened by its address up to the home page, and asks there before it leaves', async () => {
    await page.goto('/channel/101?tv=1')
    await page.locator('[data-player]').waitFor()
    await remote.press('back')
    await page.waitForURL((address) => address.pathname === '/tv')
    await remote.press('back')
    await page.waitForURL((address) => address.pathname === '/')
    await remote.press('back')
    await dialog().getByText('Выйти из Ekran?').waitFor()
    expect((await focus()).text).toBe('Остаться')
    await remote.press('ok')
    await dialog().waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

describe('[REMOTE-01] a channel that plays', () => {
  async function openChannel() {
    await page.goto('/channel/101?tv=1')
    await page.locator('[data-player]').waitFor()
    await expect.poll(isPlaying, { timeout: 60_000 }).toBe(true)
  }

  it('shows the typed number with its channel, or a message for an unknown one', async () => {
    await openChannel()
    const card = page.locator('[data-wrong]')
    await remote.digits(9)
    await expect.poll(() => card.getAttribute('data-wrong')).toBe('false')
    await remote.digits(999)
    await card.getByText('Такого канала нет').waitFor()
    await card.waitFor({ state: 'detached' })
  })

  it('changes by CH+ and returns to the last one', async () => {
    await openChannel()
    const first = new URL(page.url()).pathname
    await remote.press('channelUp')
    await page.waitForURL((address) => address.pathname !== first)
    await remote.press('lastChannel')
    await page.waitForURL((address) => address.pathname === first)
  })

  it('shows its programme by Info and the guide by Guide, and Back closes each', async () => {
    await openChannel()
    const here = page.url()
    await remote.press('info')
    await page.locator('[data-info]').waitFor()
    await remote.press('back')
    await page.locator('[data-info]').waitFor({ state: 'detached' })
    const guide = page.locator('section[data-layer]')
    await remote.press('guide')
    await guide.waitFor()
    await remote.press('back')
    await guide.waitFor({ state: 'detached' })
    expect(page.url()).toBe(here)
  })

  it('handles the coloured keys, which it explains with its controls', async () => {
    await openChannel()
    await remote.press('ok')
    await page.locator('[data-colour-keys]').getByText('Каналы').waitFor()
    await remote.press('red')
    await page.getByText(/Добавлено в избранное|Убрано из избранного/).waitFor()
    await remote.press('red')
    await remote.press('blue')
    const panel = page.locator('#channel-panel')
    await panel.waitFor()
    await remote.press('back')
    await panel.waitFor({ state: 'detached' })
    await remote.press('green')
    const result = page
      .getByText('АРХИВ')
      .or(page.getByText(/Эту передачу нельзя посмотреть с начала/))
      .or(page.getByRole('button', { name: /В эфир/ }))
    // The controls may have hidden themselves while the recording was loading: OK shows them again.
    await expect
      .poll(
        async () => {
          if (await isSeen(result.first())) return true
          await remote.press('ok')
          return isSeen(result.first())
        },
        { timeout: 60_000 },
      )
      .toBe(true)
  })

  it('pauses and plays by the media keys', async () => {
    await openChannel()
    await remote.press('pause')
    await expect.poll(isPlaying).toBe(false)
    await remote.press('play')
    await expect.poll(isPlaying, { timeout: 60_000 }).toBe(true)
  })
})

/** Waits a little: what is shown for some seconds only must not be looked for between two moments. */
function isSeen(element: Locator): Promise<boolean> {
  return element.waitFor({ timeout: 2500 }).then(
    () => true,
    () => false,
  )
}

it('[REMOTE-01] caused no error', () => {
  expect(visitor.problems).toEqual([])
})
