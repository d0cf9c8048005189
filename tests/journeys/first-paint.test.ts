/** Pages that the server drew, in a browser: they go on without a word of trouble, at once, and without moving. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { pages, pathOf, type PageName } from '#contract/pages.ts'
import { findContent, type KnownContent } from '#tests/contract/known-content.ts'
import { logIn } from '#tests/kit/log-in.ts'
import { screens, visit, type Visitor } from './visitor.ts'

const { url } = inject('product')
const [, phone] = screens
if (phone === undefined) throw new Error('there is no phone')

let known: KnownContent
let storeScript: string
beforeAll(async () => {
  const session = await logIn(url)
  storeScript = session.storeScript
  known = await findContent(session.token)
}, 300_000)

const drawn = (Object.keys(pages) as PageName[]).filter(
  (name) => !pages[name].private && !['login', 'search', 'channel', 'tvArchive', 'password'].includes(name),
)
const pathOfPage = (name: PageName, language: 'ru' | 'uz') => {
  const values: Partial<Record<PageName, Readonly<Record<string, number>>>> = {
    movie: { id: known.vid },
    collection: { provider: known.collectionId },
    person: { provider: known.aid },
    uzbekList: { provider: 254 },
    newsItem: { id: known.newsId },
    notification: { id: known.notificationId },
  }
  return pathOf(name, values[name] ?? {}, language)
}

/** React has put its handlers on what the server drew. */
const taken = (page: Page) =>
  page.waitForFunction(() => {
    const link = document.querySelector('#app a')
    return link !== null && Object.keys(link).some((key) => key.startsWith('__reactProps'))
  })

describe('[APP-01] [SEO-02] a page that the server drew', () => {
  const said: string[] = []
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(url, phone)
    visitor.page.on('console', (message) => {
      // Visitors have no service worker unless a journey is about it.
      if (message.text().includes('Service Worker registration blocked')) return
      if (['error', 'warning'].includes(message.type())) said.push(`${visitor.page.url()}: ${message.text()}`)
    })
  })
  afterAll(() => visitor.leave())

  it.each(drawn)('%s goes on in the browser as it was drawn, and nobody complains', async (name) => {
    for (const language of ['ru', 'uz'] as const) {
      const path = pathOfPage(name, language)
      const response = await visitor.page.goto(path)
      expect(await response?.text(), path).toContain('id="first-page"')
      await taken(visitor.page)
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language)
    }
    expect([...said, ...visitor.problems]).toEqual([])
  })

  it('[SHELL-04] is left by a press without being read anew, and come back to where it was', async () => {
    const { page } = visitor
    await page.goto(pathOf('home'))
    await taken(page)
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await page.locator('main section a').nth(1).scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, 700))
    await page
      .locator(`a[href="${pathOf('newMovies')}"]:visible`)
      .last()
      .click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(pathOf('newMovies'))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })
})

describe('[HOME-01] [ACC-06] a viewer on a page that was drawn for guests', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(url, phone)
    await visitor.page.addInitScript(storeScript)
    await visitor.page.addInitScript(() => {
      const marks = globalThis as unknown as { moved: number }
      marks.moved = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          marks.moved += (entry as PerformanceEntry & { readonly value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
  })
  afterAll(() => visitor.leave())

  it('sees his own, and nothing moves for it once the device knows what to expect', async () => {
    const { page, problems } = visitor
    await page.goto(pathOf('home'))
    await taken(page)
    await page.waitForLoadState('networkidle')
    await page.goto(pathOf('home'))
    await taken(page)
    await page
      .locator(`a[href="${pathOf('cabinet')}"]:visible`)
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (globalThis as unknown as { moved: number }).moved)).toBeLessThanOrEqual(
      0.02,
    )
    expect(problems).toEqual([])
  })
})
