/** The site's own pages in the editors of the console, in a real Chromium. Steps of one story, in this order. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

/** Where screenshots go; '' for none. */
const shotsDir = process.env['SHOTS_DIR'] ?? ''
let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-preview-'))
  const list = join(dir, 'films.csv')
  const rows = ['1,Гора,Togʻ,2019,Драма,Шухрат Иргашев', '2,Река,Daryo,2001,Комедия,Шухрат Иргашев']
  await writeFile(list, `id,name_ru,name_uz,year,genres,actors\n${rows.join('\n')}\n`)
  const { code, output, errors } = await runCommand(['titles', 'import', list], '', product.dataDir)
  if (code !== 0) throw new Error(`the list was not imported: ${output} ${errors}`)
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** The document in the frame of the page. */
async function framed(page: Page): Promise<Frame> {
  const frame = await (await page.getByTitle('Страница сайта').elementHandle())?.contentFrame()
  if (frame == null) throw new Error('there is no frame')
  return frame
}

async function textOf(page: Page): Promise<string> {
  return (await framed(page)).locator('body').innerText()
}

async function shoot(name: string): Promise<void> {
  if (shotsDir !== '') await owner.page.screenshot({ path: join(shotsDir, `${name}.png`), fullPage: true })
}

describe('[EDIT-01] the page of a film on the site', () => {
  it('has what is typed before it is saved, and no script', async () => {
    const { page, problems } = owner
    await page.goto('/console/films')
    await page.getByRole('link', { name: 'Гора', exact: true }).click()
    await seeHeading(page, 'Гора')
    const requested: string[] = []
    page.on('request', (request) => requested.push(`${request.method()} ${request.url()}`))
    await page.getByRole('button', { name: 'Показать страницу сайта' }).click()
    await expect.poll(() => textOf(page), { timeout: 30_000 }).toContain('Гора')
    await page.getByLabel('Название', { exact: true }).first().fill('Гора в тумане')
    await expect.poll(() => textOf(page), { timeout: 30_000 }).toContain('Гора в тумане')
    const frame = await framed(page)
    expect(await frame.locator('script').count()).toBe(0)
    // The real page of the site: its own article and its list of people.
    await frame.locator('article').waitFor()
    expect(await textOf(page)).toContain('Шухрат Иргашев')
    await shoot('film-1440')
    // What is typed is in no address, and nothing of it is stored.
    expect(requested.filter((line) => line.includes('site-preview'))).toContainEqual(
      expect.stringMatching(/^POST \S+\/site-preview\/film$/),
    )
    expect(
      requested.filter((line) => line.startsWith('POST') && !line.endsWith('/site-preview/film')),
    ).toEqual([])
    expect(await (await fetch(`${product.url}/middleware/noauth/video/list?limit=50`)).text()).not.toContain(
      'тумане',
    )
    await page.getByRole('button', { name: 'Абонент', exact: true }).click()
    await page
      .getByRole('group', { name: 'Устройство' })
      .last()
      .getByRole('button', { name: 'Телефон' })
      .click()
    await expect.poll(async () => (await framed(page)).evaluate(() => innerWidth)).toBe(390)
    await expect.poll(() => textOf(page), { timeout: 30_000 }).toContain('Гора в тумане')
    expect(await findingsOf(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await shoot('film-390')
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(problems).toEqual([])
  })

  it('is for the staff, and for frames of this server only', async () => {
    const body = new URLSearchParams({
      input: JSON.stringify({ platform: 'web', language: 'ru', audience: 'guests' }),
    })
    const path = `${product.consoleUrl}/api/console/v1/site-preview/home`
    expect((await fetch(path, { method: 'POST', body })).status).toBe(401)
    const cookies = await owner.page.context().cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const sent = (headers: Record<string, string> = {}) =>
      fetch(path, { method: 'POST', body, headers: { cookie, ...headers } })
    expect((await sent({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const shown = await sent({ 'sec-fetch-site': 'same-origin' })
    expect(shown.status).toBe(200)
    const policy = shown.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('script-src')
    expect(await shown.text()).not.toMatch(/<script/i)
    const wrong = new URLSearchParams({ input: '{"platform":"fridge"}' })
    const refused = await fetch(path, { method: 'POST', body: wrong, headers: { cookie } })
    expect(refused.status).toBe(422)
  })
})

describe('[FRONT-01] the home page of the site', () => {
  it('is shown as a guest and a subscriber see it', async () => {
    const { page, problems } = owner
    await page.goto('/console/home')
    await expect.poll(() => textOf(page), { timeout: 40_000 }).toContain('Гора')
    await shoot('home-1440')
    expect((await framed(page)).locator('main')).toBeDefined()
    await page.getByRole('button', { name: 'Телевизоры', exact: true }).last().click()
    await expect
      .poll(async () => (await framed(page)).evaluate(() => document.documentElement.hasAttribute('data-tv')))
      .toBe(true)
    await shoot('home-tv')
    expect(await findingsOf(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
