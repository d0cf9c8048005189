/**
 * The Android app for phones and for televisions, from the archive that an operator gets, in a current Chromium: the page
 * at Capacitor's address, Capacitor's own bridge script in it, and a simulated native side behind that.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoAccounts } from '#db/demo/accounts.ts'
import { appOrigin, buildPhoneApp, serveApp, type PhoneApp } from '#tests/kit/apps/phone-app.ts'
import { simulateNative, type SimulatedNative } from '#tests/kit/apps/simulated-native.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { playing } from '#tests/kit/product/on-air.ts'

const { url } = inject('product')
const dir = mkdtempSync(join(tmpdir(), 'ekran-phone-'))

let app: PhoneApp
let cid: number
beforeAll(async () => {
  app = await buildPhoneApp(dir, url)
  const { token } = await logIn(url)
  cid = (await playing(url, token, 1))[0]?.id ?? 0
}, 600_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

interface Started {
  readonly visitor: Visitor
  readonly page: Page
  readonly native: SimulatedNative
}

async function start(isTelevision: boolean): Promise<Started> {
  const screen = isTelevision
    ? { name: 'Android TV', width: 1920, height: 1080 }
    : { name: 'phone', width: 390, height: 844, phone: true }
  const visitor = await visit(url, screen)
  const { page } = visitor
  await serveApp(page, app, isTelevision)
  const native = await simulateNative(page, app.modules)
  return { visitor, page, native }
}

function heading(page: Page) {
  return page.locator('h1').first().textContent()
}

/** What the page itself stores, and its cookies. */
function storedByPage(page: Page) {
  return page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
}

describe('[APP-04] [APP-05] the app on a phone', () => {
  let started: Started
  let page: Page
  let native: SimulatedNative
  beforeAll(async () => {
    started = await start(false)
    ;({ page, native } = started)
  })
  afterAll(() => started.visitor.leave())

  it('starts from its files and reports its device with the release request', async () => {
    const release = page.waitForRequest((request) => request.url().includes('/api/v1/apps/release'))
    await page.goto(`${appOrigin}/`)
    await expect.poll(() => heading(page)).toBe('Главная')
    const request = await release
    const sent = `${request.url()} ${request.postData() ?? ''}`
    expect(decodeURIComponent(sent)).toContain('SIM-A155')
    expect(sent).toContain('android')
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-tv'))).toBe(false)
  })

  it('logs in, with the token in the secure storage and nowhere in the page', async () => {
    const account = demoAccounts().find(({ kind }) => kind === 'subscribed')
    await page.goto(`${appOrigin}/#/login`)
    await page.reload()
    await page.getByLabel('Телефон или абонентский номер').fill(account?.phone ?? '')
    await page.locator('input[name=password]').fill(account?.password ?? '')
    await page.locator('main').getByRole('button', { name: 'Войти', exact: true }).click()
    await expect.poll(() => native.secrets.get('ekran_token') ?? '').not.toBe('')
    const token = native.secrets.get('ekran_token') ?? ''
    expect(token.length).toBeGreaterThan(20)
    expect(await storedByPage(page)).not.toContain(token)
  })

  it('is still logged in at its next start', async () => {
    await page.goto(`${appOrigin}/#/cabinet`)
    await page.reload()
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/cabinet')
    await page.getByRole('button', { name: 'Выйти', exact: true }).waitFor()
  })

  it('opens a page of a link, and none of another site', async () => {
    await page.goto(`${appOrigin}/`)
    await expect.poll(() => heading(page)).toBe('Главная')
    await native.emit('App', 'appUrlOpen', { url: 'https://evil.example/tariff' })
    await native.emit('App', 'appUrlOpen', { url: `${url}/channel/${cid}` })
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#/channel/${cid}`)
  })

  it('plays a channel', async () => {
    const position = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
    await expect.poll(position).toBeGreaterThan(0)
    const before = await position()
    await expect.poll(position).toBeGreaterThan(before + 1)
  })

  it('goes one level up at Back, and asks on the home page before it leaves', async () => {
    await native.emit('App', 'backButton', { canGoBack: true })
    await expect.poll(() => heading(page)).toBe('Главная')
    await native.emit('App', 'backButton', { canGoBack: true })
    await page.getByRole('button', { name: 'Остаться' }).click()
    expect(native.hasExited()).toBe(false)
    await native.emit('App', 'backButton', { canGoBack: false })
    await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click()
    await expect.poll(() => native.hasExited()).toBe(true)
  })

  it('removes the token from the secure storage at a logout, and has logged no error', async () => {
    await page.goto(`${appOrigin}/#/cabinet`)
    await page.reload()
    await page.getByRole('button', { name: 'Выйти', exact: true }).click()
    await expect.poll(() => native.secrets.has('ekran_token')).toBe(false)
    expect(started.visitor.problems).toEqual([])
  })
})

describe('[APP-04] the same app on Android TV', () => {
  let started: Started
  beforeAll(async () => {
    started = await start(true)
  })
  afterAll(() => started.visitor.leave())

  it('is the client for televisions, whose Back is no key', async () => {
    const { page, native } = started
    await page.goto(`${appOrigin}/#/tv`)
    await expect.poll(() => heading(page)).toBe('Телеканалы')
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-tv'))).toBe(true)
    await native.emit('App', 'backButton', { canGoBack: false })
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/')
    await native.emit('App', 'backButton', { canGoBack: false })
    const stay = page.getByRole('button', { name: 'Остаться' })
    await stay.waitFor()
    expect(await stay.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(started.visitor.problems).toEqual([])
  })
})
