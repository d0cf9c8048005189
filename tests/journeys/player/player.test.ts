/**
 * What the player remembers, how subtitles look, the question whether anybody is watching, and its statistics for
 * support.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { findFilm, findSeries, packagingLimitMs } from '#tests/kit/product/demo-films.ts'
import { closeMenu, menuOf, openSection, playerOf } from '#tests/kit/player/player-menu.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const desktop = { name: 'desktop 1440', width: 1440, height: 900 }
const hourMs = 3_600_000

let storeScript = ''
let visitor: Visitor | undefined
let page: Page
let series = { vid: 0, first: 0, second: 0 }
let film = { vid: 0, vfid: 0 }

beforeAll(async () => {
  const session = await logIn(url)
  const { token } = session
  ;({ storeScript } = session)
  film = await findFilm(url, token)
  series = await findSeries(url, token)
  visitor = await visit(url, desktop)
  ;({ page } = visitor)
  await page.addInitScript(storeScript)
}, packagingLimitMs + 90_000)
afterAll(() => visitor?.leave())

async function watch(vid: number, vfid: number): Promise<void> {
  await page.goto(`/movie/${vid}?watch=${vfid}`)
  await waitUntilPlaying(page, 60_000)
}

function player() {
  return playerOf(page)
}

function menu() {
  return menuOf(page)
}

async function choose(section: string, choice: string): Promise<void> {
  await openSection(page, section)
  await menu().getByRole('menuitemradio', { name: choice, exact: true }).click()
}

/** The choice in a section, read in the open menu, which is closed again. */
async function chosenIn(section: string): Promise<string> {
  await openSection(page, section)
  const name = await menu().getByRole('menuitemradio', { checked: true }).first().innerText()
  await closeMenu(page)
  return name.trim()
}

/** Runs in the page: how much louder what leaves Web Audio is than what comes from the video; undefined while it is silent. */
function measureAmplified(): void {
  const connect = AudioNode.prototype.connect as (this: AudioNode, next: AudioNode) => AudioNode
  const taps: AnalyserNode[] = []
  const level = (tap: AnalyserNode) => {
    const samples = new Float32Array(tap.fftSize)
    tap.getFloatTimeDomainData(samples)
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  }
  AudioNode.prototype.connect = function tapped(this: AudioNode, next: AudioNode) {
    const tap = new AnalyserNode(this.context, { fftSize: 32_768 })
    taps.push(tap)
    connect.call(this, tap)
    return connect.call(this, next)
  } as typeof AudioNode.prototype.connect
  Object.assign(globalThis, {
    amplified: () => {
      const [source = 0, output = 0] = taps.map(level)
      return source > 1e-4 ? output / source : undefined
    },
  })
}

describe('the player', () => {
  it('[PLAYER-01] remembers the language of a series for the series, and the last one for everything else', async () => {
    await watch(series.vid, series.first)
    await choose('Звук', 'Oʻzbekcha')
    await choose('Субтитры', 'Русские')
    await watch(film.vid, film.vfid)
    expect(await chosenIn('Звук')).toBe('Oʻzbekcha')
    await choose('Звук', 'Русский')
    await choose('Субтитры', 'Выключены')
    await watch(series.vid, series.second)
    expect(await chosenIn('Звук')).toBe('Oʻzbekcha')
    expect(await chosenIn('Субтитры')).toBe('Русские')
  }, 240_000)

  it('[PLAYER-01] renders subtitles in the selected style, on the sample line, on the video, and the next time', async () => {
    await watch(series.vid, series.second)
    await openSection(page, 'Вид субтитров')
    const line = menu().locator('[data-look-preview] span')
    const sizeOf = async () =>
      line.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const defaultValue = await sizeOf()
    await menu().getByRole('menuitemradio', { name: 'Крупный', exact: true }).click()
    await menu().getByRole('menuitemradio', { name: 'Жёлтый', exact: true }).click()
    await menu().getByRole('menuitemradio', { name: 'Без фона', exact: true }).click()
    await expect.poll(sizeOf).toBeCloseTo(defaultValue * 1.35, 0)
    const colour = await line.evaluate((element) => getComputedStyle(element).color)
    expect(colour).toBe('rgb(255, 225, 77)')
    await watch(series.vid, series.second)
    const written = player().locator('[data-subtitles]')
    expect(await written.evaluate((element) => ({ ...element.dataset }))).toMatchObject({
      size: 'large',
      colour: 'yellow',
      background: 'none',
    })
    // Both languages of the demo have speech from the first seconds to the last.
    const words = written.locator('[translate="no"]').first()
    await words.waitFor({ timeout: 60_000 })
    const drawn = await words.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return { color, backgroundColor }
    })
    expect(drawn).toEqual({ color: colour, backgroundColor: 'rgba(0, 0, 0, 0)' })
  }, 240_000)

  it('[ALIVE-05] plays what is louder or quieter than the rest evenly, until the viewer turns that off', async () => {
    let gainDb = -6
    await page.route('**/video/url*', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/"gain_db":[-\d.]+/, `"gain_db":${gainDb}`)
      await route.fulfill({ response, body })
    })
    const heard = () => page.evaluate(() => document.querySelector('video')?.volume ?? Number.NaN)
    const slider = () => player().locator('input[type="range"][aria-valuetext]').first().inputValue()
    await watch(film.vid, film.vfid)
    await expect.poll(heard).toBeCloseTo(0.501, 2)
    expect(await slider()).toBe('100')
    await choose('Ровная громкость', 'Выключена')
    expect(await heard()).toBe(1)
    await choose('Ровная громкость', 'Включена')
    expect(await heard()).toBeCloseTo(0.501, 2)

    gainDb = 6
    await page.addInitScript(measureAmplified)
    await watch(film.vid, film.vfid)
    expect(await heard()).toBe(1)
    // Web Audio is allowed from the first press on.
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect.poll(() => page.evaluate('globalThis.amplified?.()')).toBeCloseTo(1.995, 1)
    await page.unroute('**/video/url*')
  }, 240_000)

  it('[PLAYER-01] shows subtitles also when they are switched on after everything was loaded', async () => {
    await watch(film.vid, film.vfid)
    await choose('Субтитры', 'Выключены')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await watch(film.vid, film.vfid)
    // The demo's films have speech from their first second on. The buffer is filled, and then nothing more is
    // requested.
    await page.evaluate(() => {
      const video = document.querySelector('video')
      if (video !== null) video.currentTime = 1
    })
    await waitUntilPlaying(page, 60_000)
    await page.keyboard.press('k')
    await page.evaluate(() => {
      const video = document.querySelector('video')
      if (video !== null) video.currentTime = 2
    })
    await page.waitForFunction(
      () => {
        const video = document.querySelector('video')
        if (video === null || !video.paused || video.seeking || video.buffered.length === 0) return false
        const marks = globalThis as { stoodAt?: number; sinceMs?: number }
        const end = video.buffered.end(0)
        if (end !== marks.stoodAt) Object.assign(marks, { stoodAt: end, sinceMs: performance.now() })
        return end >= video.duration - 0.1 || performance.now() - (marks.sinceMs ?? 0) > 3000
      },
      null,
      { timeout: 60_000, polling: 100 },
    )
    // No subtitles are fetched while they are off.
    expect(requests.filter((address) => address.endsWith('.vtt'))).toEqual([])
    await page.keyboard.press('c')
    await player().locator('[data-subtitles] [translate="no"]').first().waitFor({ timeout: 60_000 })
    expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(true)
  }, 240_000)

  it('[PLAYER-06] [PLAYER-07] shows its statistics by a key, and copies them without a ticket', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
    await watch(film.vid, film.vfid)
    await page.keyboard.press('i')
    const panel = player().locator('[data-statistics]')
    await panel.getByText('Скорость сети').waitFor()
    await expect.poll(() => panel.innerText()).toMatch(/Картинка\s+\d{3,4} × \d{3,4}/)
    await panel.getByRole('button', { name: 'Скопировать для поддержки' }).click()
    await panel.getByText('Скопировано').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`film:${film.vfid}`)
    expect(copied).toMatch(/Кодеки: avc1/)
    expect(copied).not.toContain('/p/')
    await page.keyboard.press('i')
    await panel.waitFor({ state: 'detached' })
  }, 300_000)

  it('[PLAYER-02] asks before the next episode whether anybody is watching, after hours without input', async () => {
    await watch(series.vid, series.first)
    await page.keyboard.press('End')
    await player().getByText('Следующая серия через').waitFor({ timeout: 60_000 })
    await page.evaluate((ms) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + ms
    }, 5 * hourMs)
    const question = player().getByRole('alertdialog', { name: 'Вы ещё смотрите?' })
    await question.waitFor({ timeout: 60_000 })
    expect(new URL(page.url()).searchParams.get('watch')).toBe(String(series.first))
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Смотреть дальше')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => new URL(page.url()).searchParams.get('watch'), { timeout: 60_000 })
      .toBe(String(series.second))
    await question.waitFor({ state: 'detached' })
    await waitUntilPlaying(page, 60_000)
  }, 300_000)
})

it('caused no script error and no server failure', () => {
  invariant(visitor !== undefined, 'a visitor has opened the page')
  expect(visitor.problems).toEqual([])
})
