/** The list of channels when a part of it fails to load. */
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { screens, visit, walkTo, type Visitor } from '#tests/kit/browser/visitor.ts'
import { call } from '#tests/kit/product/demo-content.ts'
import { logIn } from '#tests/kit/product/log-in.ts'

const [desktop] = screens
const open: Visitor[] = []
afterEach(async () => {
  for (const visitor of open.splice(0)) await visitor.leave()
})

/** A viewer for whom requests of these paths fail. */
async function viewerWithout(failing: readonly string[]): Promise<Page> {
  if (desktop === undefined) throw new Error('there is no screen')
  const { storeScript } = await logIn(inject('product').url)
  const visitor = await visit(inject('product').url, desktop)
  open.push(visitor)
  await visitor.page.addInitScript(storeScript)
  await visitor.page.route(
    (url) => failing.includes(url.pathname),
    (route) => route.fulfill({ status: 500, body: '' }),
  )
  await visitor.page.goto('/policy')
  await walkTo(visitor.page, '/tv?view=list')
  return visitor.page
}

function shownIds(page: Page) {
  return page
    .locator('main [data-grid] a[href*="/channel/"]')
    .evaluateAll((links) => [
      ...new Set(links.map((link) => Number(/channel\/(\d+)/.exec(link.getAttribute('href') ?? '')?.[1]))),
    ])
}

function favourites(page: Page) {
  return page.locator('main').getByText('Избранное', { exact: true })
}

describe('[TV-01] the list of channels of a viewer', () => {
  it('has their favourites when it loads', async () => {
    const page = await viewerWithout([])
    await favourites(page).first().waitFor()
    await expect.poll(async () => (await shownIds(page)).length).toBeGreaterThan(0)
  })

  it("is the guests' list, without favourites, when their own fails", async () => {
    const publicIds = (await call(channels.publicList, {})).channels.item.map(({ id }) => id)
    const page = await viewerWithout([channels.list.path])
    await expect.poll(() => shownIds(page)).toEqual(publicIds)
    expect(await favourites(page).count()).toBe(0)
  })

  it('is shown without categories when these fail to load', async () => {
    const page = await viewerWithout([channels.categories.path, channels.publicCategories.path])
    await expect.poll(async () => (await shownIds(page)).length).toBeGreaterThan(0)
  })
})
