/** Pages rendered by the server, in a browser: hydrated without an error, at once, and without layout shift. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { pages, pathOf, type PageName } from '#contract/form/pages.ts'
import { findContent, type TestContent } from '#tests/kit/product/demo-content.ts'
import { existingPath } from '#tests/kit/product/demo-pages.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { followRequests } from '#tests/kit/browser/follow-requests.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const [, phone] = screens
if (phone === undefined) throw new Error('there is no phone')

let existing: TestContent
let storeScript: string
beforeAll(async () => {
  const session = await logIn(url)
  storeScript = session.storeScript
  existing = await findContent(session.token)
}, 300_000)

const drawn = (Object.keys(pages) as PageName[]).filter(
  (name) => !pages[name].private && !['login', 'search', 'channel', 'tvArchive', 'password'].includes(name),
)

/** React has attached its handlers to the server's markup. */
function taken(page: Page) {
  return page.waitForFunction(() => {
    const link = document.querySelector('#app a')
    return link !== null && Object.keys(link).some((key) => key.startsWith('__reactProps'))
  })
}

describe('[APP-01] [SEO-02] a page rendered by the server', () => {
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

  it.each(drawn)('%s is hydrated as it was rendered, without an error', async (name) => {
    for (const language of ['ru', 'uz'] as const) {
      const path = existingPath(existing, name, language)
      const response = await visitor.page.goto(path)
      expect(await response?.text(), path).toContain('id="first-page"')
      await taken(visitor.page)
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language)
    }
    expect([...said, ...visitor.problems]).toEqual([])
  })

  it('is hydrated as it was rendered when its code comes later than its responses are outdated', async () => {
    const slow = await visit(url, phone)
    const { page } = slow
    await page.clock.install()
    const comes = Promise.withResolvers<void>()
    await page.route('**/assets/tv-screen-*.js', async (route) => {
      await comes.promise
      await route.continue()
    })
    const asked = page.waitForRequest('**/assets/tv-screen-*.js')
    const opened = page.goto(pathOf('tv'))
    await asked
    // The site's first script has run by then, and read what the server embedded.
    await page.waitForLoadState('domcontentloaded')
    await page.clock.fastForward(60_000)
    comes.resolve()
    await opened
    await taken(page)
    expect(slow.problems).toEqual([])
    await slow.leave()
  })

  it('[SHELL-04] is left by a press without a page load, and returned to at the same position', async () => {
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

interface TraceEvent {
  readonly name: string
  readonly args?: {
    readonly beginData?: { readonly stackTrace?: readonly unknown[] }
    readonly data?: { readonly stackTrace?: readonly unknown[] }
  }
}

/**
 * What made the browser compute styles or layout in the middle of a script, from the start of a visit until it is idle.
 */
async function forcedLayouts(page: Page, path: string): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.stack'],
      excludedCategories: ['*'],
    },
  })
  await page.goto(path)
  await taken(page)
  await page.waitForLoadState('networkidle')
  const ended = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()))
  await devtools.send('Tracing.end')
  await ended
  expect(events.some(({ name }) => name === 'Layout')).toBe(true)
  // Only a computation forced by a script has the script's position.
  return events
    .filter(({ name }) => name === 'Layout' || name === 'UpdateLayoutTree')
    .map(({ args }) => args?.beginData?.stackTrace ?? args?.data?.stackTrace ?? [])
    .filter((stack) => stack.length > 0)
    .map((stack) => JSON.stringify(stack.slice(0, 3)))
}

describe.each(screens)('[HOME-01] [APP-01] the first screen on a $name', (screen) => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(url, screen)
  })
  afterAll(() => visitor.leave())

  it('contains the visible part and little more, and forces no layout while it loads', async () => {
    const { page } = visitor
    expect(await forcedLayouts(page, pathOf('home'))).toEqual([])
    await page.getByRole('heading', { name: 'Чаще всего смотрят' }).waitFor()
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(1200)
  })

  it('[HOME-01] renders each other rail once it is near, with the height of its placeholder', async () => {
    const { page } = visitor
    const shelf = page.locator('main section', { has: page.getByRole('heading', { name: 'Узбекское кино' }) })
    const height = () => shelf.evaluate((element) => Math.round(element.getBoundingClientRect().height))
    expect(await shelf.locator('[data-film]').count()).toBe(0)
    const before = await height()
    await shelf.getByRole('heading').scrollIntoViewIfNeeded()
    await shelf.locator('[data-film]').first().waitFor()
    expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(1)
    // The rest of its cards are rendered when the viewer interacts with it.
    const few = await shelf.locator('[data-film]').count()
    await shelf.locator('[data-film]').first().focus()
    await expect.poll(() => shelf.locator('[data-film]').count()).toBeGreaterThan(few)
    expect(visitor.problems).toEqual([])
  })
})

describe('[HOME-01] [APP-01] a remote control', () => {
  it('reaches every rail of the home page', async () => {
    const visitor = await visit(url, { name: 'television', width: 1920, height: 1080 })
    const { page } = visitor
    await page.goto('/?tv=1')
    await page.locator('main section [data-film]').first().waitFor()
    await page.waitForLoadState('networkidle')
    const rows = page.locator('main section > ul')
    // The target of the next press: it is rendered when it comes near.
    const emptyNear = () =>
      rows.evaluateAll(
        (all) =>
          all.filter(
            (row) => row.childElementCount === 0 && row.getBoundingClientRect().top < 2 * innerHeight,
          ).length,
      )
    const met = new Set<string>()
    for (let press = 0; press < 80 && met.size < (await rows.count()); press++) {
      const region = await page.evaluate(
        () =>
          document.activeElement?.closest('li')?.closest('section')?.querySelector('h2')?.textContent ?? '',
      )
      if (region !== '') met.add(region)
      await expect.poll(emptyNear).toBe(0)
      await page.keyboard.press('ArrowDown')
    }
    expect(met.size).toBe(await rows.count())
    expect(visitor.problems).toEqual([])
    await visitor.leave()
  })
})

describe('[HOME-01] [ACC-06] a viewer on a page that was rendered for guests', () => {
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

  it('sees their own content without layout shift once the device knows what to expect', async () => {
    const { page, problems } = visitor
    const settled = followRequests(page)
    await page.goto(pathOf('home'))
    await taken(page)
    await settled()
    await page.goto(pathOf('home'))
    await taken(page)
    await page
      .locator(`a[href="${pathOf('cabinet')}"]:visible`)
      .first()
      .waitFor()
    await settled()
    expect(await page.evaluate(() => (globalThis as unknown as { moved: number }).moved)).toBeLessThanOrEqual(
      0.02,
    )
    expect(problems).toEqual([])
  })
})
