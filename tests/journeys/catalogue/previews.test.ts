/** A mouse rests on a film's card: it grows into a moving trailer, and nothing is left of it when the mouse goes on. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { fetchData } from '#tests/kit/product/on-air.ts'

const { url } = inject('product')
let visitor: Visitor
let vid = 0
let vfid = 0

interface Listed {
  readonly vid: number
  readonly files: readonly { readonly vfid: number; readonly kind: string; readonly is_ready: 0 | 1 }[]
}

/** A film on the first page of the list whose trailer plays. */
async function findTrailer(): Promise<void> {
  const list = '/middleware/noauth/video/list?kind=films&limit=12'
  const { data } = await fetchData<{ videos: { item: readonly Listed[] } }>(url, list, null)
  for (const listed of data.videos.item) {
    const path = `/middleware/noauth/video/detail?vid=${listed.vid}`
    const { video } = (await fetchData<{ video: Listed }>(url, path, null)).data
    const trailer = video.files.find(({ kind, is_ready }) => kind === 'trailer' && is_ready === 1)
    if (trailer === undefined) continue
    vid = listed.vid
    vfid = trailer.vfid
    return
  }
  throw new Error('no film of the first page has a trailer')
}

/** The heights that the trailer has. */
async function heights(): Promise<readonly number[]> {
  const { data } = await fetchData<{ url: string }>(
    url,
    `/middleware/video/url?vid=${vid}&vfid=${vfid}`,
    null,
  )
  const master = await (await fetch(new URL(data.url, url))).text()
  return [...master.matchAll(/^#EXT-X-STREAM-INF:.*RESOLUTION=\d+x(\d+)/gm)].map(([, height]) =>
    Number(height),
  )
}

beforeAll(async () => {
  await findTrailer()
  visitor = await visit(url, { name: 'desktop', width: 1440, height: 900 })
}, 300_000)
afterAll(() => visitor.leave())

function card(page: Page) {
  return page.locator(`main a[data-film="${vid}"]`).first()
}

/** Runs in the page. */
function boxesOfCards() {
  return [...document.querySelectorAll('main a[data-film]')].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return [left, top, width, height].map(Math.round)
  })
}

/** Runs in the page. */
function pictureOfPreview() {
  const video = document.querySelector<HTMLVideoElement>('[data-preview-video][data-seen="true"] video')
  if (video === null) return null
  const { currentTime, muted, videoHeight } = video
  return { muted, videoHeight, currentTime, frames: video.getVideoPlaybackQuality().totalVideoFrames }
}

describe('[ALIVE-02] the card of a film', () => {
  it('grows into its trailer, muted and moving, within the window, and moves no neighbour', async () => {
    const { page } = visitor
    await page.goto('/movies')
    await card(page).scrollIntoViewIfNeeded()
    const before = await page.evaluate(boxesOfCards)
    await card(page).hover()
    await page.waitForFunction(pictureOfPreview)
    const first = await page.evaluate(pictureOfPreview)
    await expect
      .poll(async () => {
        const now = await page.evaluate(pictureOfPreview)
        return (
          (now?.frames ?? 0) > (first?.frames ?? 0) + 5 && (now?.currentTime ?? 0) > (first?.currentTime ?? 0)
        )
      })
      .toBe(true)
    expect(first).toMatchObject({ muted: true })
    const offered = await heights()
    expect(first?.videoHeight).toBe(
      Math.max(Math.min(...offered), ...offered.filter((height) => height <= 360)),
    )
    expect(await page.evaluate(boxesOfCards)).toEqual(before)
    const box = await page.locator('[data-preview]').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
  })

  it('leaves nothing behind when the mouse goes on', async () => {
    const { page } = visitor
    await page.mouse.move(2, 2)
    await page.locator('[data-preview]').waitFor({ state: 'detached' })
    expect(await page.locator('video').count()).toBe(0)
    expect(visitor.problems).toEqual([])
  })

  it('leads to the film', async () => {
    const { page } = visitor
    await card(page).hover()
    await page.locator('[data-preview]').getByRole('link').first().click()
    await page.waitForURL(new RegExp(`/movie/${vid}`))
    await page.locator('[data-preview]').waitFor({ state: 'detached' })
  })
})
