/** What channels show now, on their cards: made by the running product of what it plays. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { fetchData } from '#tests/kit/product/on-air.ts'
import type { Channel } from '#contract/channels/channels.ts'
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

/** A channel that guests may not watch, of which there is a still. */
async function closedWithStill(page: Page): Promise<number> {
  const path = '/middleware/noauth/portal/client/channel/list'
  const list = await fetchData<{ channels: { item: readonly Channel[] } }>(url, path, null)
  const cids = list.data.channels.item
    .filter((one) => one.is_available === 0)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .slice(0, 100)
    .join(',')
  const newest = async () => {
    const answer = await page.request.get(`${url}/api/v1/stills?cids=${cids}&width=640`)
    const { data } = (await answer.json()) as {
      readonly data: { readonly stills: { readonly cid: number }[] }
    }
    return data.stills[0]?.cid ?? 0
  }
  await expect.poll(newest, { timeout: 60_000 }).toBeGreaterThan(0)
  return newest()
}

describe('[ALIVE-01] stills of what channels show', () => {
  it('lie out of focus behind the card of a channel that may not be watched', async () => {
    const guest = await visit(url, { name: 'desktop', width: 1440, height: 900 })
    const { page } = guest
    try {
      await page.goto(`/channel/${await closedWithStill(page)}`)
      const refused = page.locator('[data-problem="refused"]')
      const still = stills(refused).first()
      await still.waitFor()
      expect(await still.evaluate((image) => getComputedStyle(image).filter)).toMatch(/^blur/)
      const logo = refused.locator('[data-still] + img')
      await expect.poll(() => logo.evaluate((image) => getComputedStyle(image).opacity)).toBe('0')
    } finally {
      await guest.leave()
    }
  })

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
    await page.goto(
      (await page.locator('[role=rowheader] a, a[href^="/channel/"]').first().getAttribute('href')) ?? '',
    )
    await page.locator('main h1').waitFor()
    await page.keyboard.press('g')
    await stills(page.getByRole('region', { name: 'Каналы и передачи' }))
      .first()
      .waitFor()
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
