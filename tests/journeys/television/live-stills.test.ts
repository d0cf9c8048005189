/** What channels show now, on their cards: made by the running product of what it plays. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
let visitor: Visitor
beforeAll(async () => {
  visitor = await visit(url, { name: 'desktop', width: 1440, height: 900 })
})
afterAll(() => visitor.leave())

function stills(inside: Locator | Page) {
  return inside.locator('[data-still] > img[data-in]')
}

function sizeOf(still: Locator) {
  return still.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
}

describe('[ALIVE-01] stills of what channels show', () => {
  it('are on the cards of channels in sight, in the guide and not where data is saved', async () => {
    const { page } = visitor
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/stills')) requests.push(request.url())
    })
    await page.goto('/tv')
    const card = page
      .locator('a[href^="/channel/"]')
      .filter({ has: stills(page) })
      .first()
    const before = await page.locator('a[href^="/channel/"]').first().boundingBox()
    await card.waitFor()
    expect(await sizeOf(stills(card).first())).toEqual([320, 180])
    expect(await page.locator('a[href^="/channel/"]').first().boundingBox()).toEqual(before)
    const cids = new URL(requests[0] ?? '').searchParams.get('cids')?.split(',') ?? []
    expect(cids.length).toBeGreaterThan(0)
    await page.goto('/tv?view=guide')
    await stills(page.locator('[role=rowheader]')).first().waitFor()
    await page.addInitScript(() => {
      const connection = Object.assign(new EventTarget(), { saveData: true })
      Object.defineProperty(navigator, 'connection', { value: connection })
    })
    requests.length = 0
    await page.goto('/tv')
    await page.locator('a[href^="/channel/"]').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual([])
  })
})
