/**
 * The past of a channel that Ekran does not record, from the archive of its provider, in the site's own player: from a
 * list with `catchup` and a guide to the picture. Its brightness says which moment the provider has sent.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lumaAt, startCatchupProvider, type CatchupProvider } from '#tests/kit/emulators/catchup-provider.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { addFreeViewer, loadFreeTariff } from '#tests/kit/product/free-viewer.ts'
import { fetchData } from '#tests/kit/product/on-air.ts'

const hourSec = 3600
const abonement = '55500077'
/** Programmes of an hour each; the first one began twenty hours ago. */
const firstSec = Math.floor(Date.now() / 1000 / hourSec) * hourSec - 20 * hourSec
const limitMs = 60_000

let dir = ''
let provider: CatchupProvider
let product: Awaited<ReturnType<typeof startConsoleProduct>>
let visitor: Visitor
let page: Page
const pids: number[] = []
let cid = 0

async function operate(args: readonly string[]): Promise<void> {
  const { code, errors } = await runCommand(args, '', product.dataDir)
  expect(code, errors).toBe(0)
}

async function file(name: string, text: string): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, text)
  return path
}

const inGuide = (sec: number) => `${new Date(sec * 1000).toISOString().replace(/\D/g, '').slice(0, 14)} +0000`

const programmes = Array.from({ length: 3 }, (_, at) => {
  const [begin, end] = [inGuide(firstSec + at * hourSec), inGuide(firstSec + (at + 1) * hourSec)]
  return `<programme channel="p.uz" start="${begin}" stop="${end}"><title>Koʻrsatuv ${at + 1}</title></programme>`
})
const guide = `<?xml version="1.0"?><tv><channel id="p.uz"><display-name>Provayder</display-name></channel>${programmes.join('')}</tv>`

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-provider-'))
  provider = await startCatchupProvider()
  product = await startConsoleProduct()
  const entry = '#EXTINF:-1 tvg-id="p.uz" tvg-chno="7" catchup="shift" catchup-days="3",Provayder'
  const list = ['#EXTM3U', entry, `${provider.origin}/live/7.ts`].join('\n')
  await operate(['import', 'channels', await file('list.m3u', list), '--record'])
  await operate(['import', 'guide', await file('guide.xml', guide)])
  await loadFreeTariff(product)
  const { storeScript, token } = await addFreeViewer(product, abonement)
  const { channels } = await dataOf<{ channels: { item: readonly { id: number }[] } }>(
    '/middleware/channel/list?lang=ru',
    token,
  )
  cid = channels.item[0]?.id ?? 0
  const window = `time_from=${firstSec}&time_to=${firstSec + 3 * hourSec}`
  const { programs } = await dataOf<{ programs: { item: readonly { pid: number }[] } }>(
    `/middleware/program/list?lang=ru&cid=${cid}&${window}`,
    token,
  )
  pids.push(...programs.item.map(({ pid }) => pid))
  visitor = await visit(product.url, { name: 'desktop 1440', width: 1440, height: 900 })
  ;({ page } = visitor)
  await page.addInitScript(storeScript)
}, 300_000)
afterAll(async () => {
  await visitor?.leave()
  await product?.stop()
  await provider?.close()
  await rm(dir, { recursive: true, force: true })
})

async function dataOf<Data>(path: string, token: string | null, body?: object): Promise<Data> {
  const answer = await fetchData<Data>(product.url, path, token, body)
  expect(answer, path).toMatchObject({ isGood: true })
  return answer.data
}

/** How far the picture is from what the provider sends for a moment; 0 to 255. */
async function distanceTo(atSec: number): Promise<number> {
  const { brightness } = await look(page)
  // A step of the provider's brightness may begin between the two.
  const near = [-1, 0, 1].map((sec) => Math.abs(((lumaAt(atSec + sec) - 16) * 255) / 219 - brightness))
  return Math.min(...near)
}

const slider = () => page.getByRole('slider', { name: 'Перемотка' })
const clock = async () => Number(await slider().getAttribute('aria-valuenow'))

describe('[CHAN-06] a programme of a channel whose provider has the archive', () => {
  it('plays from its beginning, with sound, and the picture is that of the moment', async () => {
    await page.goto(`/tvArchive/${cid}/${pids[0]}`)
    await waitUntilPlaying(page, limitMs)
    expect(Math.abs((await clock()) - firstSec)).toBeLessThan(30)
    await expect.poll(async () => distanceTo(await clock()), { timeout: limitMs }).toBeLessThan(8)
    const before = await look(page)
    await expect
      .poll(async () => (await look(page)).positionSec, { timeout: limitMs })
      .toBeGreaterThan(before.positionSec + 2)
    expect((await look(page)).soundBytes).toBeGreaterThan(before.soundBytes)
  }, 180_000)

  it('is sought over its whole length', async () => {
    // The controls hide while nobody moves the mouse, and a click on hidden ones would only show them.
    await page.mouse.move(700, 400)
    await page.mouse.move(720, 420)
    const box = await slider().boundingBox()
    if (box === null) throw new Error('the timeline is not drawn')
    await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2)
    const target = firstSec + 0.75 * hourSec
    await expect.poll(async () => Math.abs((await clock()) - target), { timeout: limitMs }).toBeLessThan(60)
    await waitUntilPlaying(page, limitMs)
    await expect.poll(async () => distanceTo(await clock()), { timeout: limitMs }).toBeLessThan(8)
  }, 180_000)

  it('never shows the address of the provider, and says so where the provider fails', async () => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`/tvArchive/${cid}/${pids[1]}`)
    await waitUntilPlaying(page, limitMs)
    expect(requests.filter((address) => address.startsWith(provider.origin))).toEqual([])
    provider.set('web_page')
    await page.goto(`/tvArchive/${cid}/${pids[2]}`)
    await page.getByText('Архив этого канала сейчас не отвечает').first().waitFor({ timeout: limitMs })
    provider.set('works')
  }, 180_000)
})
