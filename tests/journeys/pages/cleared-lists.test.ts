/** Lists that are cached for going back, and when the cache is dropped. */
import type { Page, Route } from 'playwright-core'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { screens, visit, walkTo, type Visitor } from '#tests/kit/browser/visitor.ts'
import { logIn } from '#tests/kit/product/log-in.ts'

const [desktop] = screens
const channelPath = '/tv?view=list'
const channelLinks = 'main a[href*="/channel/"]'
const filmPath = pathOf('newMovies')
const filmLinks = 'main a[href*="/movie/"]'
const open: Visitor[] = []
afterEach(async () => {
  for (const visitor of open.splice(0)) await visitor.leave()
})

async function somebody(storeScript?: string): Promise<Page> {
  if (desktop === undefined) throw new Error('there is no screen')
  const visitor = await visit(inject('product').url, desktop)
  open.push(visitor)
  if (storeScript !== undefined) await visitor.page.addInitScript(storeScript)
  await visitor.page.goto('/policy')
  return visitor.page
}

/** From now on requests of these paths wait until `release` is called: what is shown meanwhile comes from the cache. */
async function holdRequests(page: Page, paths: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await promise
    await route.continue().catch(() => undefined)
  }
  await page.route((url) => paths.includes(url.pathname), hold)
  return { release: resolve }
}

async function waitForPage(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
}

describe('[SHELL-06] the list of channels', () => {
  it.each([
    ['the login', '/login', false],
    ['the cabinet', '/cabinet', true],
  ])('is cached for going back, and cleared by %s', async (_, clearing, isViewer) => {
    const page = await somebody(isViewer ? (await logIn(inject('product').url)).storeScript : undefined)
    await walkTo(page, channelPath)
    await page.locator(channelLinks).first().waitFor()
    const current = await holdRequests(page, [channels.list.path, channels.publicList.path])
    await walkTo(page, '/policy')
    await page.locator(channelLinks).first().waitFor({ state: 'detached' })
    await walkTo(page, channelPath)
    await page.locator(channelLinks).first().waitFor()

    await walkTo(page, clearing)
    await page.locator(channelLinks).first().waitFor({ state: 'detached' })
    await waitForPage(page)
    await walkTo(page, channelPath)
    await page.locator('[data-view="list"]').waitFor()
    expect(await page.locator(channelLinks).count()).toBe(0)
    current.release()
    await page.locator(channelLinks).first().waitFor()
  })
})

describe('[SHELL-06] the list of films', () => {
  it('is cached for going back, and loaded again after the login', async () => {
    const page = await somebody()
    await walkTo(page, filmPath)
    await page.locator(filmLinks).first().waitFor()
    const current = await holdRequests(page, [films.list.path, films.publicList.path])
    await walkTo(page, '/policy')
    await page.locator(filmLinks).first().waitFor({ state: 'detached' })
    await walkTo(page, filmPath)
    await page.locator(filmLinks).first().waitFor()

    await walkTo(page, '/login')
    await page.locator('input[name=password]').waitFor()
    await walkTo(page, filmPath)
    await page.locator('input[name=password]').waitFor({ state: 'detached' })
    await waitForPage(page)
    await expect.poll(() => page.locator(filmLinks).count()).toBe(0)
    current.release()
    await page.locator(filmLinks).first().waitFor()
  })
})
