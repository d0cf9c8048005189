/** Several channels at once: moving pictures, one sound, no more streams than the tariff allows. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { fetchData, playing } from '#tests/kit/product/on-air.ts'

const { url } = inject('product')
let viewer: AddedViewer
let cids: readonly number[]
let visitor: Visitor

beforeAll(async () => {
  viewer = await addViewer(url)
  // Without a subscription they play, two at once.
  cids = (await playing(url, viewer.token, 3)).map(({ id }) => id)
  visitor = await visit(url, { name: 'desktop', width: 1440, height: 900 })
  await visitor.page.addInitScript(viewer.storeScript)
}, 300_000)
afterAll(() => visitor.leave())

interface TileState {
  readonly cid: number
  readonly frames: number
  readonly positionSec: number
  readonly isHeard: boolean
}

/** Runs in the page: the channels that play. */
function tilesInPage(): TileState[] {
  return [...document.querySelectorAll<HTMLElement>('[data-mosaic-player]')]
    .filter(({ dataset }) => dataset['mosaicPlayer'] !== '' && dataset['seen'] === 'true')
    .flatMap(({ dataset, children }) => {
      const video = [...children].find((one) => one instanceof HTMLVideoElement)
      if (video === undefined) return []
      const { currentTime, muted, paused } = video
      const { totalVideoFrames } = video.getVideoPlaybackQuality()
      const cid = Number(dataset['mosaicPlayer'])
      return [{ cid, frames: totalVideoFrames, positionSec: currentTime, isHeard: !muted && !paused }]
    })
    .toSorted((one, other) => one.cid - other.cid)
}

/** Runs in the page: channels whose picture is not where their tile is. */
function misplaced(): (string | undefined)[] {
  const boxOf = (selector: string) => {
    const { left, top, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
    return [left, top, width, height].map((value) => Math.round(value ?? -1)).join(' ')
  }
  return [...document.querySelectorAll<HTMLElement>('[data-mosaic-player]')]
    .map(({ dataset }) => dataset['mosaicPlayer'])
    .filter((cid) => cid !== '')
    .filter((cid) => boxOf(`[data-mosaic-player="${cid}"]`) !== boxOf(`[data-mosaic-tile="${cid}"]`))
}

async function tiles(page: Page): Promise<readonly TileState[]> {
  return page.evaluate(tilesInPage)
}

function sorted(...target: readonly (number | undefined)[]) {
  return target.map(Number).toSorted((one, other) => one - other)
}

async function plays(...target: readonly (number | undefined)[]): Promise<void> {
  await expect
    .poll(async () => (await tiles(visitor.page)).map(({ cid }) => cid), { timeout: 60_000 })
    .toEqual(sorted(...target))
}

function heard(all: readonly TileState[]) {
  return all.filter(({ isHeard }) => isHeard).map(({ cid }) => cid)
}

/** How many streams of the account count now. */
async function streams(): Promise<number> {
  const { data } = await fetchData<{ streams: { item: readonly unknown[] } }>(
    url,
    '/middleware/stream/list',
    viewer.token,
  )
  return data.streams.item.length
}

describe('[ALIVE-04] the mosaic', () => {
  it('shows what was added, each with a moving picture, and the sound of one', async () => {
    const { page } = visitor
    const [first, second] = cids
    await page.goto(`/mosaic?add=${first}`)
    await page.getByRole('button', { name: 'Выбрать каналы' }).click()
    await page.locator(`[data-pick="${second}"]`).click()
    await page.getByRole('button', { name: 'Готово' }).click()
    await plays(first, second)
    expect(new URL(page.url()).search).toBe('')
    const before = await tiles(page)
    await expect
      .poll(async () => {
        const after = await tiles(page)
        return before.every(({ frames, positionSec }, at) => {
          const now = after[at]
          return now !== undefined && now.frames > frames + 5 && now.positionSec > positionSec + 0.5
        })
      })
      .toBe(true)
    await expect.poll(async () => heard(await tiles(page))).toEqual([first])
  })

  it('moves the sound with the focus, by the arrows of the keyboard', async () => {
    const { page } = visitor
    const [first, second] = cids
    await page.locator(`[data-mosaic-tile="${first}"]`).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => heard(await tiles(page))).toEqual([second])
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => heard(await tiles(page))).toEqual([first])
  })

  it('shows a channel beyond the streams of the tariff as a still, and plays it when it gets the focus', async () => {
    const { page } = visitor
    const [first, second, third] = cids
    await page.evaluate((ids) => localStorage.setItem('ekran.mosaic', JSON.stringify(ids)), cids)
    await page.reload()
    await plays(first, second)
    expect(await page.evaluate(misplaced)).toEqual([])
    await page.getByText(/одновременно можно смотреть 2 видео/).waitFor()
    await page.getByRole('link', { name: 'Тарифы' }).last().waitFor()
    await page.locator(`[data-mosaic-tile="${third}"]`).focus()
    await plays(first, third)
    await expect.poll(async () => heard(await tiles(page))).toEqual([third])
    expect(await streams()).toBe(2)
  })

  it('holds no stream once it is left', async () => {
    const { page } = visitor
    await page.locator('header a[href="/"]').first().click()
    await page.waitForURL(`${url}/`)
    await expect.poll(streams).toBe(0)
    expect(visitor.problems).toEqual([])
  })
})
