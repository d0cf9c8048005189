/** The grid of the guide in use: with a mouse, a finger, a keyboard and a remote control. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addViewer } from '#tests/kit/product/add-viewer.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { visit, type Screen, type Visitor } from '#tests/kit/browser/visitor.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const { url } = inject('product')
let storeScript: string
beforeAll(async () => {
  storeScript = (await logIn(url, 'subscribed')).storeScript
})

function grid(page: Page) {
  return page.locator('[role=grid]')
}

/** The scroll container: the grid is inside it. */
function box(page: Page) {
  return page.locator('[data-scale]')
}

/** The one cell in the tab order. */
function stop(page: Page) {
  return page.locator('[role=gridcell][tabindex="0"]')
}

function nowCell(page: Page) {
  return page.locator('[role=gridcell][aria-label*="идёт сейчас"]').first()
}

function focused(page: Page) {
  return page.evaluate(() => {
    const cell = document.activeElement
    if (cell?.getAttribute('role') !== 'gridcell') return null
    return {
      name: cell.getAttribute('aria-label'),
      row: Number(cell.parentElement?.getAttribute('aria-rowindex')),
    }
  })
}

async function openGuide(page: Page, address = '/tv?view=guide') {
  await page.goto(address)
  await nowCell(page).waitFor()
}

function leftEdge(page: Page) {
  return box(page).evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])
}

/** Waits until scrolling has stopped and the address has the position. */
function atRest(page: Page) {
  return expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('guide')
}

/** The channel with this number in the demo. */
function headOf(page: Page, row: number): Locator {
  return page.locator(`#${`guide-head-${row}`}`)
}

async function visitorOn(screen: Screen, kind: 'viewer' | 'guest' = 'viewer'): Promise<Visitor> {
  const visitor = await visit(url, screen)
  if (kind === 'viewer') await visitor.page.addInitScript(storeScript)
  return visitor
}

describe('[FOLLOW-01] [FOLLOW-02] a programme that is coming', () => {
  it('is remembered from the guide with the keyboard, and stands under “Mine” with its show', async () => {
    // An account of its own: others set reminders too.
    const viewer = await addViewer(url)
    const visitor = await visit(url, { name: 'desktop', width: 1440, height: 900 })
    const { page } = visitor
    await page.addInitScript(viewer.storeScript)
    await openGuide(page)
    await nowCell(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const title = (await dialog.getByRole('heading').first().textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Напомнить', exact: true }).press('Enter')
    await dialog.getByRole('button', { name: 'Не напоминать', exact: true }).waitFor()
    // The buttons change at once; the sentences come with the server's answers.
    await page.getByText(/^Напомним за/).waitFor()
    await dialog.getByRole('button', { name: 'Следить за выходом' }).click()
    await dialog.getByRole('button', { name: 'Не следить' }).waitFor()
    await page.getByText('Все выпуски — в разделе «Моё»').waitFor()
    await page.goto('/my/reminders')
    await page.getByRole('link', { name: title }).first().waitFor()
    await page.goto('/my/shows')
    await page.getByRole('heading', { name: title }).first().waitFor()
    await page.getByRole('button', { name: `Не следить: ${title}` }).click()
    await page.getByText('Вы пока ни за чем не следите').waitFor()
    await page.goto('/my/reminders')
    await page.getByRole('button', { name: 'Выбрать', exact: true }).click()
    await page.getByRole('checkbox', { name: title }).click()
    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    await page.getByText('Напоминаний пока нет').waitFor()
    await visitor.leave()
  })
})

describe('on a desktop', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visitorOn({ name: 'desktop', width: 1440, height: 900 })
  })
  afterAll(() => visitor.leave())

  it('[GUIDE-02] opens at the current time with all channels, its rows and columns counted', async () => {
    const { page } = visitor
    await openGuide(page)
    const label = (await nowCell(page).getAttribute('aria-label')) ?? ''
    expect(label).toMatch(/^\d\d:\d\d–\d\d:\d\d, .+, идёт сейчас/)
    expect(Number(await grid(page).getAttribute('aria-rowcount'))).toBeGreaterThan(24)
    expect(Number(await grid(page).getAttribute('aria-colcount'))).toBe(1 + 13 * 48)
    expect(await stop(page).count()).toBe(1)
    // Only what is near is rendered: most of the channels are not.
    expect(await page.locator('[role=row]').count()).toBeLessThan(24)
    await expect
      .poll(() => page.getByRole('button', { name: 'Сегодня' }).getAttribute('aria-pressed'))
      .toBe('true')
  })

  it('[GUIDE-02] is navigated with the keyboard along the time', async () => {
    const { page } = visitor
    await openGuide(page)
    await stop(page).focus()
    const first = await focused(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await focused(page))?.row).toBe((first?.row ?? 0) + 1)
    const below = await focused(page)
    expect(below?.name).toContain('идёт сейчас')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await focused(page))?.name).not.toBe(below?.name)
    const [, end = ''] = /–(\d\d:\d\d)/.exec(below?.name ?? '') ?? []
    // A programme that starts at midnight is named with its day.
    expect((await focused(page))?.name).toMatch(new RegExp(`^([а-я]{2} \\d+, )?${end}–`))
    await page.keyboard.press('PageDown')
    await expect.poll(async () => (await focused(page))?.row).toBeGreaterThan((below?.row ?? 0) + 3)
    await page.keyboard.press('Control+ArrowLeft')
    await expect.poll(async () => (await focused(page))?.name).toMatch(/^[а-я]{2} \d+, /)
    await page.keyboard.press('Home')
    await expect.poll(async () => (await focused(page))?.name).toContain('идёт сейчас')
    expect(visitor.problems).toEqual([])
  })

  it('[GUIDE-02] goes to another day, shows a category, finds a channel, and returns to the current time', async () => {
    const { page } = visitor
    await openGuide(page)
    const [opened = 0] = await leftEdge(page)
    const days = page.getByRole('group', { name: 'День' }).getByRole('button')
    expect(await days.count()).toBe(13)
    await days.nth(4).click()
    await expect.poll(() => days.nth(4).getAttribute('aria-pressed')).toBe('true')
    expect((await leftEdge(page))[0]).toBeLessThan(opened - 3000)
    await page.getByRole('button', { name: 'Сейчас', exact: true }).click()
    await nowCell(page).waitFor()
    const all = Number(await grid(page).getAttribute('aria-rowcount'))
    await page.getByRole('button', { name: 'Спорт', exact: true }).click()
    await expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount'))).toBeLessThan(all)
    await page.getByRole('button', { name: 'Все каналы' }).first().click()
    await page.getByLabel('Найти канал').fill('chorsu')
    await expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount'))).toBe(1)
    await page.getByLabel('Найти канал').fill('')
    await expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount'))).toBe(all)
    expect(page.url()).toContain('view=guide')
    expect(visitor.problems).toEqual([])
  })

  it('[GUIDE-02] [GUIDE-04] opens a recording from its cell, and Back restores the grid', async () => {
    const { page } = visitor
    await openGuide(page)
    await box(page).evaluate((element) => element.scrollBy(-900, 136))
    const recorded = page.locator('[role=gridcell][aria-label*="запись есть"]').nth(3)
    await recorded.click()
    const dialog = page.getByRole('dialog').filter({ visible: true })
    await dialog.getByRole('link', { name: 'Смотреть запись' }).waitFor()
    await atRest(page)
    const before = await leftEdge(page)
    const cell = await recorded.getAttribute('aria-label')
    await dialog.getByRole('link', { name: 'Смотреть запись' }).click()
    await page.waitForURL(/\/tvArchive\/\d+\/\d+$/)
    await page.goBack()
    // The current time may be beyond the right edge: what was visible is visible again.
    await box(page).waitFor()
    await expect.poll(() => leftEdge(page)).toEqual(before)
    await page
      .locator(`[role=gridcell][aria-label="${cell ?? ''}"]`)
      .first()
      .waitFor()
    expect(visitor.problems).toEqual([])
  })

  it('[GUIDE-02] passes a click to the cell under it, also beside one that the left edge cuts', async () => {
    const { page } = visitor
    await openGuide(page)
    await box(page).evaluate((element) => element.scrollBy(-83, 0))
    const moved = () => page.locator('[role=gridcell] > [style*="translate"]').count()
    await expect.poll(moved).toBeGreaterThan(2)
    const astray = await page.evaluate(() => {
      const scroller = document.querySelector('[data-scale]')
      const heads = document.querySelector('[role=rowheader]')?.getBoundingClientRect()
      if (scroller === null || heads === undefined) return ['there is no grid']
      const seen = scroller.getBoundingClientRect()
      return [...document.querySelectorAll('[role=gridcell]')].flatMap((cell) => {
        const { left, top } = cell.getBoundingClientRect()
        const [x, y] = [left + 6, top + 30]
        if (x < heads.right || x > seen.right - 20 || top < seen.top + 60 || y > seen.bottom - 20) return []
        if (y > innerHeight - 80) return []
        const there = document.elementFromPoint(x, y)
        return there !== null && cell.contains(there) ? [] : [cell.getAttribute('aria-label')]
      })
    })
    expect(astray).toEqual([])
  })

  it('[GUIDE-02] shows when a future programme starts, and offers no action that is not possible', async () => {
    const { page } = visitor
    await openGuide(page)
    await nowCell(page).focus()
    const present = await focused(page)
    await page.keyboard.press('ArrowRight')
    // The next programme may start in a part of the guide that is still loading.
    await expect.poll(async () => (await focused(page))?.name ?? present?.name).not.toBe(present?.name)
    await expect.poll(async () => (await focused(page))?.name).not.toContain('загружается')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog').filter({ visible: true })
    await dialog.getByText(/^Начнётся/).waitFor()
    expect(await dialog.getByRole('link', { name: /Смотреть|С начала/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).not.toBeNull()
  })

  it('[TV-05] [GUIDE-02] adds a favourite from the head of its row', async () => {
    const { page } = visitor
    await openGuide(page)
    const heart = headOf(page, 2).locator('[data-heart]')
    const isStored = await heart.getAttribute('data-favourite')
    await heart.click()
    await expect.poll(() => heart.getAttribute('data-favourite')).not.toBe(isStored)
    await heart.click()
    await expect.poll(() => heart.getAttribute('data-favourite')).toBe(isStored)
  })

  it('[GUIDE-02] shows what failed to load, and requests it again', async () => {
    const { page } = visitor
    let isBroken = true
    await page.route('**/guide/tile*', (route) => (isBroken ? route.abort() : route.continue()))
    await page.goto('/uz/tv?view=guide')
    const failed = page.locator('[role=gridcell]', { hasText: 'Yuklanmadi' }).first()
    await failed.waitFor()
    isBroken = false
    // The cell is six hours wide: the test's pointer would first scroll its middle into view.
    await failed.dispatchEvent('click')
    await page.locator('[role=gridcell][aria-label*="hozir efirda"]').first().waitFor()
    await page.unroute('**/guide/tile*')
  })

  it('[GUIDE-02] has no serious axe finding', async () => {
    const { page } = visitor
    await openGuide(page)
    await page.evaluate(axe)
    const result = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as {
        axe: {
          run(
            options: object,
          ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>
        }
      }
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
      const { violations } = await checker.run({ runOnly: { type: 'tag', values: tags } })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200) ?? ''}`)
    })
    expect(result).toEqual([])
  })
})

describe('for a guest', () => {
  it('[GUIDE-02] [TV-08] is complete, and leads to the login instead of playing', async () => {
    const visitor = await visitorOn({ name: 'desktop', width: 1440, height: 900 }, 'guest')
    const { page } = visitor
    await openGuide(page)
    await nowCell(page).click()
    const way = page
      .getByRole('dialog')
      .filter({ visible: true })
      .getByRole('link', { name: 'Войти и смотреть' })
    await way.click()
    await page.waitForURL(/\/login/)
    expect(visitor.problems).toEqual([])
    await visitor.leave()
  })
})

describe('on a phone', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visitorOn({ name: 'phone', width: 390, height: 844, phone: true })
  })
  afterAll(() => visitor.leave())

  it('[GUIDE-02] starts as a list, whose channels open their days', async () => {
    const { page } = visitor
    await page.goto('/tv')
    await page
      .getByRole('button', { name: /^Программа канала/ })
      .first()
      .tap()
    const sheet = page.getByRole('dialog').filter({ visible: true })
    await sheet.getByRole('button', { name: /^Сегодня/ }).waitFor()
    await sheet.getByRole('button', { name: 'Закрыть' }).tap()
    await page.getByRole('group', { name: 'Вид' }).getByRole('button', { name: 'Программа' }).tap()
    await nowCell(page).waitFor()
    expect(page.url()).toContain('view=guide')
    // The choice made here is stored on this device.
    await page.goto('/tv')
    await nowCell(page).waitFor()
    await nowCell(page).tap()
    await page.getByRole('dialog').filter({ visible: true }).getByRole('link', { name: 'Смотреть' }).waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    expect(visitor.problems).toEqual([])
  })
})

describe('on a television', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visitorOn({ name: 'television', width: 1920, height: 1080 })
  })
  afterAll(() => visitor.leave())

  it('[GUIDE-02] starts as the grid with the focus in it, plays by OK, and Back restores the cell', async () => {
    const { page } = visitor
    await openGuide(page, '/tv?tv=1')
    await expect.poll(() => focused(page)).not.toBeNull()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await focused(page))?.row).toBe(3)
    const here = await focused(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/channel\/\d+/)
    await page.goBack()
    await nowCell(page).waitFor()
    await expect.poll(async () => (await focused(page))?.row, { timeout: 60_000 }).toBe(3)
    await expect.poll(async () => (await focused(page))?.name?.slice(0, 11)).toBe(here?.name?.slice(0, 11))
    expect(visitor.problems).toEqual([])
  })

  it('[GUIDE-02] opens the menu of a cell by a long OK, and moves up out of the grid', async () => {
    const { page } = visitor
    await openGuide(page, '/tv?tv=1')
    await expect.poll(() => focused(page)).not.toBeNull()
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    const dialog = page.getByRole('dialog').filter({ visible: true })
    await dialog
      .getByRole('link', { name: /Смотреть/ })
      .first()
      .waitFor()
    await page.keyboard.up('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).not.toBeNull()
    await page.keyboard.press('Control+Home')
    await expect.poll(async () => (await focused(page))?.row).toBe(1)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused(page)).toBeNull()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).not.toBeNull()
    expect(visitor.problems).toEqual([])
  })
})
