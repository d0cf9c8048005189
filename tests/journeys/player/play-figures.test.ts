/** What is reported to the operator about a film being watched. */
import type { Request } from 'playwright-core'
import { afterAll, expect, inject, it } from 'vitest'
import { playQuality } from '#contract/playback/play-quality.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
let visitor: Visitor | undefined
afterAll(() => visitor?.leave())

interface Title {
  readonly vid: number
  readonly name: string
  readonly files: readonly { vfid: number; kind: string; is_ready: number }[]
}

async function titleWithTrailer(token: string): Promise<Title> {
  const request = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    return ((await response.json()) as { data: Data }).data
  }
  const list = await request<{ videos: { item: { vid: number }[] } }>(
    '/middleware/video/list?kind=films&limit=60',
  )
  for (const { vid } of list.videos.item) {
    const { video } = await request<{ video: Title }>(`/middleware/video/detail?vid=${vid}`)
    if (video.files.some((file) => file.kind === 'trailer' && file.is_ready === 1)) return video
  }
  throw new Error('no title of the demo has a trailer')
}

it("[OPS-03] a playback is reported when it is left, without the viewer's identity, and counted", async () => {
  const { token } = await logIn(url)
  const title = await titleWithTrailer(token)
  const trailer = title.files.find((file) => file.kind === 'trailer')
  visitor = await visit(url, { name: 'desktop 1440', width: 1440, height: 900 })
  const { page } = visitor
  await page.goto(`/movie/${title.vid}`)
  await page.getByRole('heading', { level: 1, name: title.name }).waitFor()
  const reports: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === playQuality.report.path) reports.push(request)
  })
  await page.locator('article').getByRole('button', { name: 'Трейлер' }).click()
  await waitUntilPlaying(page)
  await expect.poll(async () => (await look(page)).positionSec, { timeout: 60_000 }).toBeGreaterThan(2)
  await page.keyboard.press('Escape')
  await expect.poll(() => reports.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [report] = reports
  const plays = reports.flatMap((one) => (one.postDataJSON() as { plays: Record<string, unknown>[] }).plays)
  expect(plays[0]).toMatchObject({ kind: 'film', id: trailer?.vfid, begun: 1, abandoned: 0 })
  expect(Number(plays[0]?.['played_ms'])).toBeGreaterThan(500)
  expect(Number(plays[0]?.['start_ms'])).toBeGreaterThan(0)
  expect(Number(plays[0]?.['bits_per_second'])).toBeGreaterThan(10_000)
  expect(await report?.allHeaders()).not.toHaveProperty('authorization')
  expect((await report?.response())?.status()).toBe(200)
  // Counted at once, of all computers.
  const counted = async () => (await fetch(`${url}/metrics`)).text()
  await expect
    .poll(counted, { timeout: 60_000 })
    .toMatch(/^ekran_play_\w+_total\{kind="film",device="computer"\} [1-9]/m)
}, 300_000)
