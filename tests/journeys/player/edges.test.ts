/** Live television and a film from a second origin, in a real browser, under the policy of the real page. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { type SecondOrigin, startSecondOrigin } from '#tests/kit/edges/second-origin.ts'
import { waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { operate } from '#tests/kit/product/command-line.ts'
import { findFilm, packagingLimitMs } from '#tests/kit/product/demo-films.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { goesOn, playing } from '#tests/kit/product/on-air.ts'

const { url } = inject('product')
/** Of this journey's viewer alone: the edge is for nobody else. */
const viewerAddress = '198.51.100.77'
const name = 'Edge of a journey'

let edge: SecondOrigin
let visitor: Visitor | undefined
let page: Page
let token = ''
/** Media that the page requested from the product itself. */
const fromProduct: string[] = []
/** What the page's policy refused. */
const refused: string[] = []

beforeAll(async () => {
  edge = await startSecondOrigin(url, viewerAddress)
  const session = await logIn(url)
  ;({ token } = session)
  await operate('edges', 'save', '--name', name, '--address', edge.url, '--prefixes', `${viewerAddress}/32`)
  const isThere = async () => expect(await (await fetch(url)).text()).toContain(edge.url)
  await vi.waitFor(isThere, { timeout: 30_000, interval: 500 })
  visitor = await visit(url, { name: 'desktop 1440', width: 1440, height: 900 })
  ;({ page } = visitor)
  await page.addInitScript(session.storeScript)
  const isOwnApi = ({ origin, pathname }: URL) =>
    origin === new URL(url).origin && /^\/(?:middleware|api)\//.test(pathname)
  await page.route(isOwnApi, (route, request) =>
    route.continue({ headers: { ...request.headers(), 'x-forwarded-for': viewerAddress } }),
  )
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === new URL(url).origin && pathname.startsWith('/p/')) fromProduct.push(pathname)
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
}, packagingLimitMs)
afterAll(async () => {
  await visitor?.leave()
  await operate('edges', 'remove', name)
  await edge.stop()
})

const isSegment = (path: string) => /\.(?:m4s|mp4)(?:\?|$)/.test(path)

describe('a viewer with an edge nearby', () => {
  it('watches live television from it: playlists and segments, and nothing from the site itself', async () => {
    const [channel] = await playing(url, token, 1)
    await page.goto(`/channel/${channel?.id}`)
    await waitUntilPlaying(page, 90_000)
    await goesOn(page, 3)
    const live = edge.passed.filter((path) => path.startsWith(`live/${channel?.id}/`))
    expect(live.some((path) => path.includes('.m3u8'))).toBe(true)
    expect(live.filter(isSegment).length).toBeGreaterThan(1)
    expect(fromProduct).toEqual([])
    expect(refused).toEqual([])
  })

  it('watches a film from it', async () => {
    const film = await findFilm(url, token)
    await page.goto(`/movie/${film.vid}?watch=${film.vfid}`)
    await waitUntilPlaying(page, 90_000)
    await goesOn(page, 2)
    const files = edge.passed.filter((path) => path.startsWith('film/'))
    expect(files.some((path) => path.includes('.m3u8'))).toBe(true)
    expect(files.some(isSegment)).toBe(true)
    expect(fromProduct).toEqual([])
    expect(refused).toEqual([])
  })

  it('goes on from the site itself when the edge is silent, without loading anew', async () => {
    const [channel] = await playing(url, token, 1)
    await page.goto(`/channel/${channel?.id}`)
    await waitUntilPlaying(page, 90_000)
    expect(fromProduct).toEqual([])
    const source = await page.evaluate(() => document.querySelector('video')?.src)
    edge.isSilent = true
    const isFromProduct = (path: string) => path.includes(`/live/${channel?.id}/`)
    await expect
      .poll(() => fromProduct.filter(isFromProduct).filter(isSegment).length, { timeout: 120_000 })
      .toBeGreaterThan(1)
    await waitUntilPlaying(page, 60_000)
    await goesOn(page, 2)
    expect(await page.evaluate(() => document.querySelector('video')?.src)).toBe(source)
    expect(refused).toEqual([])
    edge.isSilent = false
    // The page that is left requests nothing more.
    await page.goto('about:blank')
    fromProduct.length = 0
  })

  it('goes on from the site itself when the edge is away', async () => {
    const [channel] = await playing(url, token, 1)
    await page.goto(`/channel/${channel?.id}`)
    await waitUntilPlaying(page, 90_000)
    expect(fromProduct).toEqual([])
    await edge.stop()
    await expect
      .poll(
        () => fromProduct.filter((path) => path.includes(`/live/${channel?.id}/`)).filter(isSegment).length,
        {
          timeout: 120_000,
        },
      )
      .toBeGreaterThan(1)
    await waitUntilPlaying(page, 60_000)
    await goesOn(page, 2)
    expect(refused).toEqual([])
  })
})
