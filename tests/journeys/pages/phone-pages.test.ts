/** What a narrow screen could spoil: the offer's size, the sharpness of the first picture, words that are cut. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { addViewer } from '#tests/kit/product/add-viewer.ts'
import { type Screen, visit } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const phone: Screen = { name: 'phone 390', width: 390, height: 844, phone: true }
const languages = ['ru', 'uz'] as const
/** A page without input for so long is idle. */
const idleMs = 21_000

/** The pages of this visitor are in a language from the first one on. */
async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((code) => localStorage.setItem('lang', code), language)
}

/** Texts of which a part is hidden: more lines than there is room for, or a word wider than its box. */
function cutTexts(within: Locator): Promise<readonly string[]> {
  return within.locator('h2, p, strong, a, button').evaluateAll((all) =>
    all
      .filter((one) => one instanceof HTMLElement && one.offsetParent !== null)
      .filter((one) => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2)
      .filter((one) => getComputedStyle(one).overflow !== 'visible')
      .map((one) => one.textContent ?? ''),
  )
}

/** How many lines a text has. */
function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size
  })
}

describe('on a phone', () => {
  it('[HOME-03] the offer covers less than half of the screen, and is closed by one press', async () => {
    const guest = await visit(url, phone, { isNew: true })
    const { page } = guest
    await page.clock.install()
    await page.goto('/')
    await page.evaluate(() => localStorage.removeItem('ekran.promoShownAt'))
    await page.reload()
    const offer = page.locator('dialog[data-promo][open]')
    const hasCome = async () => {
      await page.clock.fastForward(idleMs)
      return offer.isVisible()
    }
    await expect.poll(hasCome, { interval: 3000 }).toBe(true)
    await offer.locator('img').first().waitFor()
    // It slides in.
    const height = async () => ((await offer.boundingBox())?.height ?? 0) / phone.height
    const top = async () => ((await offer.boundingBox())?.y ?? 0) / phone.height
    await expect.poll(async () => (await height()) + (await top())).toBeLessThanOrEqual(1.001)
    expect(await height()).toBeGreaterThan(0.1)
    expect(await height()).toBeLessThan(0.5)
    await offer.getByRole('button', { name: 'Закрыть' }).click()
    await expect.poll(() => offer.count()).toBe(0)
    expect(guest.problems).toEqual([])
    await guest.leave()
  })

  it.each(languages)(
    '[HOME-01] the first picture is sharp and no words of banners are cut: %s',
    async (language) => {
      const guest = await visit(url, phone, { isNew: true })
      const { page } = guest
      await speak(page, language)
      await page.goto('/')
      const hero = page.getByRole('region', { name: /Рекомендуем|Tavsiya/ })
      await hero.locator('button[aria-pressed]').first().waitFor()
      for (const choice of await hero.locator('button[aria-pressed]').all()) {
        await choice.click()
        await expect.poll(() => choice.getAttribute('aria-pressed')).toBe('true')
        expect(await cutTexts(hero)).toEqual([])
      }
      expect(await hero.locator('img').count()).toBeGreaterThan(1)
      for (const picture of await hero.locator('img').all())
        await expect.poll(() => sharpness(picture)).toBeGreaterThan(0.8)
      const banner = page.locator('[data-banner]')
      // One that comes late is shown from the next page on.
      const isThere = async () => {
        await page.goto('/movies')
        return banner.isVisible()
      }
      await expect.poll(isThere).toBe(true)
      expect(await cutTexts(banner)).toEqual([])
      await guest.leave()
    },
  )

  it.each(languages)(
    '[PAY-01] what is wrong with a card’s month is said in one line: %s',
    async (language) => {
      const viewer = await addViewer(url)
      const visitor = await visit(url, phone)
      const { page } = visitor
      await page.addInitScript(viewer.storeScript)
      await speak(page, language)
      await page.goto('/cabinet?pay=50000')
      const dialog = page.locator('dialog[open]')
      await dialog.getByRole('button', { name: /Выбрать способ оплаты|usulini tanlash/ }).click()
      await dialog.getByRole('button', { name: /Новая карта|Yangi karta/ }).click()
      const month = dialog.locator('input[name="cc-exp"]')
      await month.fill('1328')
      await dialog.locator('button[type=submit]').click()
      const problem = dialog.locator('input[name="cc-exp"] ~ [role=alert]')
      await problem.waitFor()
      expect(await linesOf(problem)).toBe(1)
      await visitor.leave()
    },
  )
})

/** Pixels of the file for each pixel of the screen that it covers. */
function sharpness(picture: Locator): Promise<number> {
  return picture.evaluate(async (element) => {
    const image = element as HTMLImageElement
    // The element's own natural size is divided by the density of its `srcset`.
    const file = await createImageBitmap(await (await fetch(image.currentSrc)).blob())
    const { width, height } = image.getBoundingClientRect()
    return Math.min(file.width / width, file.height / height) / devicePixelRatio
  })
}
