/**
 * An evening with a series: skipping the intro, the next episode, thumbnails over the timeline, subtitles in two
 * scripts.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { films, type FilmAddress } from '#contract/films/films.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { findSeries, packagingLimitMs, type SeriesMatch } from '#tests/kit/product/demo-films.ts'
import { fetchData } from '#tests/kit/product/on-air.ts'
import { menuOf, openSection, playerOf } from '#tests/kit/player/player-menu.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const loadLimitMs = 60_000

let series: SeriesMatch
let marks: FilmAddress['markers']
let lengthSec = 0
let visitor: Visitor | undefined
let page: Page

beforeAll(async () => {
  const { token, storeScript } = await logIn(url)
  series = await findSeries(url, token)
  await fetchData(url, '/middleware/video/viewed/remove', token, { vids: String(series.vid) })
  visitor = await visit(url, { name: 'desktop 1440', width: 1440, height: 900 })
  ;({ page } = visitor)
  await page.addInitScript(storeScript)
}, packagingLimitMs + 90_000)
afterAll(() => visitor?.leave())

function player() {
  return playerOf(page)
}

async function positionSec() {
  return (await look(page)).positionSec
}

function watched() {
  return Number(new URL(page.url()).searchParams.get('watch'))
}

function mark(kind: 'intro' | 'titles') {
  const match = marks.find((one) => one.kind === kind)
  invariant(match !== undefined, `the demo's films have a marker of the ${kind}`)
  return match
}

/** The first episode, paused, so that the following steps do not race with its clock. */
async function openStandingStill(): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes(films.url.path))
  await page.goto(`/movie/${series.vid}?watch=${series.first}`)
  const { data } = (await (await answered).json()) as { data: FilmAddress }
  ;({ markers: marks, duration_sec: lengthSec } = data)
  await waitUntilPlaying(page, loadLimitMs)
  await page.keyboard.press('k')
  await expect.poll(async () => (await look(page)).paused, { timeout: loadLimitMs }).toBe(true)
}

function slider() {
  return player().getByRole('slider', { name: 'Перемотка' })
}

/** Moves the pointer to a position of the timeline. */
async function pointAt(sec: number): Promise<{ readonly x: number; readonly y: number }> {
  const box = await slider().boundingBox()
  invariant(box !== null, 'the timeline is on the screen')
  const at = { x: box.x + (box.width * sec) / lengthSec, y: box.y + box.height / 2 }
  await page.mouse.move(at.x + 1, at.y)
  await page.mouse.move(at.x, at.y)
  return at
}

/** Presses on a position of the timeline, and waits for its frame. */
async function goTo(sec: number): Promise<void> {
  const { x, y } = await pointAt(sec)
  await page.mouse.click(x, y)
  await expect
    .poll(async () => Math.abs((await positionSec()) - sec), { timeout: loadLimitMs })
    .toBeLessThan(1)
  await page.waitForFunction(() => {
    const video = document.querySelector('video')
    return video !== null && !video.seeking && video.readyState >= 2
  })
}

/** Whether a frame is like its own picture, and twice as much as like any other. */
function isNearest(distances: readonly number[], own: number): boolean {
  const mine = distances[own] ?? Number.POSITIVE_INFINITY
  return mine < 20 && distances.every((other, at) => at === own || mine < other / 2)
}

describe('an evening with a series', () => {
  it('[PLAYER-02] offers to skip the intro within it, and continues after it', async () => {
    await openStandingStill()
    const offer = player().getByRole('button', { name: 'Пропустить заставку' })
    await goTo(mark('intro').end_sec + 5)
    await offer.waitFor({ state: 'detached' })
    await goTo(mark('intro').begin_sec + 1.5)
    await offer.click()
    await expect.poll(positionSec, { timeout: loadLimitMs }).toBeGreaterThanOrEqual(mark('intro').end_sec)
    expect(await positionSec()).toBeLessThan(mark('intro').end_sec + 1)
    await offer.waitFor({ state: 'detached' })
    // The button is gone: the focus of the viewer who pressed it is in the player still, and not on the page behind it.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIALOG')
    await goTo(mark('intro').begin_sec + 1.5)
    await page.keyboard.press('s')
    await expect.poll(positionSec, { timeout: loadLimitMs }).toBeGreaterThanOrEqual(mark('intro').end_sec)
  }, 240_000)

  it('[PLAYER-05] shows the thumbnail of the position over the timeline', async () => {
    const [early, late] = [await pointAtPicture(0.3), await pointAtPicture(0.7)]
    const pictures = [early.picture, late.picture]
    // Each is similar to the film at its position, and less so to the film at the other. A frame is painted a moment
    // after the seek has ended.
    for (const [own, { sec }] of [early, late].entries()) {
      await goTo(sec)
      const likeness = async () => {
        const { pixels } = await look(page)
        return pictures.map((picture) => distance(picture, pixels))
      }
      await expect.poll(async () => isNearest(await likeness(), own), { timeout: loadLimitMs }).toBe(true)
    }
  }, 240_000)

  it('[PLAYER-01] shows the subtitles in the script of the selected language', async () => {
    const words = player().locator('[data-subtitles] [translate="no"]')
    for (const [choice, script] of [
      ['Русские', /^[^a-z]*[а-яё]{3}[^a-z]*$/i],
      ['Oʻzbekcha', /^[^а-яё]*[a-zʻ]{3}[^а-яё]*$/i],
    ] as const) {
      await openStandingStill()
      await openSection(page, 'Субтитры')
      await menuOf(page).getByRole('menuitemradio', { name: choice, exact: true }).click()
      await menuOf(page).waitFor({ state: 'detached' })
      await page.reload()
      await waitUntilPlaying(page, loadLimitMs)
      await expect
        .poll(async () => (await words.allInnerTexts()).join(' '), { timeout: loadLimitMs })
        .toMatch(script)
    }
  }, 240_000)

  it('[PLAYER-02] counts down to the next episode during the credits, and stays on request', async () => {
    await openStandingStill()
    await goTo(mark('titles').begin_sec + 1)
    const card = player().getByText('Следующая серия через')
    await card.waitFor()
    await player().getByRole('button', { name: 'Смотреть титры' }).click()
    await card.waitFor({ state: 'detached' })
    await page.keyboard.press('k')
    await expect.poll(async () => (await look(page)).paused).toBe(false)
    const replay = player().getByRole('button', { name: 'Смотреть сначала' })
    await replay.first().waitFor({ timeout: loadLimitMs })
    const now = player().getByRole('button', { name: 'Смотреть сейчас' })
    await now.waitFor()
    expect(watched()).toBe(series.first)
    expect(await card.count()).toBe(0)
    await page.reload()
    await waitUntilPlaying(page, loadLimitMs)
    await page.keyboard.press('End')
    await card.waitFor({ timeout: loadLimitMs })
    await expect.poll(watched, { timeout: loadLimitMs }).toBe(series.second)
    await waitUntilPlaying(page, loadLimitMs)
  }, 240_000)
})

/** Points at the timeline from this part of the film on, until the thumbnail is not part of a fade through black. */
async function pointAtPicture(part: number): Promise<{ sec: number; picture: readonly number[] }> {
  for (let sec = lengthSec * part; sec < lengthSec * (part + 0.2); sec += 1) {
    await pointAt(sec)
    const preview = player().locator(`[data-picture="true"][data-picture-of="${Math.floor(sec)}"]`)
    await preview.waitFor({ timeout: loadLimitMs })
    const minute = `${Math.floor(sec / 60)}:${String(Math.floor(sec % 60)).padStart(2, '0')}`
    await preview.getByText(minute, { exact: true }).waitFor()
    const picture = await page.evaluate(readPreview)
    // The film may be brighter than its previous key frame, which the thumbnail shows.
    if (picture.reduce((sum, grey) => sum + grey, 0) / picture.length > 20) return { sec, picture }
  }
  throw new Error(`every thumbnail is black from ${part} on`)
}

/** In the page: the piece of the sheet shown over the timeline, in grey like the frames that `look` reads. */
async function readPreview(): Promise<readonly number[]> {
  const drawn = document.querySelector<HTMLElement>('[data-picture="true"] [style*="background-image"]')
  if (drawn === null) throw new Error('no thumbnail is shown')
  const sheet = new Image()
  sheet.src = /url\("(.+)"\)/.exec(drawn.style.backgroundImage)?.[1] ?? ''
  await sheet.decode()
  const [sheetWidth = 1] = drawn.style.backgroundSize.split(' ').map(Number.parseFloat)
  const [left = 0, top = 0] = drawn.style.backgroundPosition.split(' ').map(Number.parseFloat)
  const scale = sheet.naturalWidth / sheetWidth
  const canvas = document.createElement('canvas')
  canvas.width = 32
  canvas.height = 18
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  const [width, height] = [drawn.clientWidth * scale, drawn.clientHeight * scale]
  context.drawImage(sheet, -left * scale, -top * scale, width, height, 0, 0, 32, 18)
  const { data } = context.getImageData(0, 0, 32, 18)
  const grey: number[] = []
  for (let at = 0; at < data.length; at += 4)
    grey.push(((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3)
  return grey
}

/** Mean difference of two small images, 0 to 255. */
function distance(one: readonly number[] = [], other: readonly number[] = []): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
}

it('caused no script error and no server failure', () => {
  invariant(visitor !== undefined, 'a visitor has opened the page')
  expect(visitor.problems).toEqual([])
})
