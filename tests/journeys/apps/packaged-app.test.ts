/**
 * The packages for televisions, unpacked and started from their files in real Chromiums as old as the sets: every page
 * for a guest and a subscriber, the first start of one without a server address, and a channel that plays.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { smartHub } from '#contract/site/smart-hub.ts'
import { readXml } from '#tests/kit/apps/read-xml.ts'
import { pressTile, startByTile } from '#tests/kit/apps/simulated-launches.ts'
import { simulatedModel } from '#tests/kit/apps/simulated-webapis.ts'
import { operate } from '#tests/kit/product/command-line.ts'
import { remoteControl, type RemoteControl } from '#tests/kit/browser/remote-control.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { unpackApps, type UnpackedApps } from '#tests/kit/apps/unpack-apps.ts'
import { pages, type PageName } from '#contract/form/pages.ts'
import { findContent, type TestContent } from '#tests/kit/product/demo-content.ts'
import { findFilm, packagingLimitMs } from '#tests/kit/product/demo-films.ts'
import { existingPath } from '#tests/kit/product/demo-pages.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { playing } from '#tests/kit/product/on-air.ts'
import { oldVersions } from '#tests/kit/browser/old-chromium.ts'
import { untilVideoAdvances, visitWithOld, type OldVisitor } from '#tests/kit/browser/old-visitor.ts'

const { url } = inject('product')
/** The other test opens every page in each; this one uses only the oldest, unless all were requested. */
const versions = oldVersions.length > 3 ? oldVersions : ([68, 88] as const)
const names = Object.keys(pages) as PageName[]
/** Pages that show a subscriber something else than a guest. */
const forBoth: readonly PageName[] = ['home', 'movie', 'tv', 'channel', 'tvArchive', 'tariff']
const dir = mkdtempSync(join(tmpdir(), 'ekran-app-'))

let apps: UnpackedApps
let existing: TestContent
let storeScript: string
let token: string
let cid: number
beforeAll(async () => {
  apps = await unpackApps(dir, url)
  const session = await logIn(url)
  ;({ storeScript, token } = session)
  existing = await findContent(session.token)
  cid = (await playing(url, session.token, 1))[0]?.id ?? 0
}, 300_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe.each(versions)('[TVSET-03] [APP-03] a packaged app in Chromium %i', (version) => {
  let visitor: OldVisitor
  beforeAll(async () => {
    visitor = await visitWithOld(apps.ofServer, { version, width: 1920, height: 1080 })
  }, 300_000)
  afterAll(() => visitor.leave())

  async function faultsOf(name: PageName): Promise<string[]> {
    const path = existingPath(existing, name)
    const heard = visitor.problems.length
    await visitor.open(path)
    return visitor.problems.slice(heard).map((fault) => `${path}: ${fault}`)
  }

  it('shows a guest every page from its files, without an error', async () => {
    const faults: string[] = []
    for (const name of names.filter((one) => !pages[one].private)) faults.push(...(await faultsOf(name)))
    expect(faults).toEqual([])
    expect(await visitor.devtools.run(pictures)).toEqual({ missing: [] })
  })

  it('needs at most 140 kB of script for the first screen, and 1,500 elements on it and in the guide', async () => {
    await visitor.devtools.send('Page.navigate', { url: 'about:blank' })
    await visitor.open('/')
    const scripts = await visitor.devtools.run(scriptsOfPage)
    const bytes = scripts.map((src) => brotliCompressSync(readFileSync(fileURLToPath(src))).length)
    expect(scripts.length).toBeGreaterThan(2)
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(140_000)
    expect(await visitor.devtools.run(elements)).toBeLessThanOrEqual(1500)
    await visitor.open('/tv')
    expect(await visitor.devtools.run(elements)).toBeLessThanOrEqual(1500)
  })

  it('shows a subscriber their pages, and plays a channel if it can decode one', async () => {
    await visitor.logIn(storeScript)
    const faults: string[] = []
    for (const name of names.filter((one) => pages[one].private || forBoth.includes(one)))
      faults.push(...(await faultsOf(name)))
    expect(faults).toEqual([])
    await visitor.open(`/channel/${cid}`)
    if (await visitor.devtools.run(decodes)) await untilVideoAdvances(visitor)
    else expect(version).toBeLessThan(88)
    expect(visitor.problems).toEqual([])
  })
})

describe('[TVSET-03] the first start of an app without a server address', () => {
  let visitor: OldVisitor
  beforeAll(async () => {
    visitor = await visitWithOld(apps.ofNobody, { version: 68, width: 1920, height: 1080 })
  }, 300_000)
  afterAll(() => visitor.leave())

  /** Types into the field key by key as a viewer does, then Enter. */
  async function type(text: string): Promise<void> {
    await visitor.devtools.run(clearField)
    for (const character of text)
      await visitor.devtools.send('Input.dispatchKeyEvent', { type: 'char', text: character })
    for (const type of ['keyDown', 'keyUp'])
      await visitor.devtools.send('Input.dispatchKeyEvent', {
        ...{ type, key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 },
        ...(type === 'keyDown' ? { text: '\r' } : {}),
      })
  }

  it('asks for its address, and shows what is wrong when the address is not an Ekran server', async () => {
    await visitor.open('/')
    expect(await visitor.devtools.run(heading)).toBe('Адрес вашего сервиса')
    await type('ekran')
    await expect.poll(() => visitor.devtools.run(problem)).toMatch('не похоже на адрес')
    // A port where nothing listens.
    await type('http://127.0.0.1:9')
    await expect.poll(() => visitor.devtools.run(problem)).toMatch('Сервер не отвечает')
  })

  it('asks at Back whether to leave, and at the next one goes on', async () => {
    const back = async () => {
      for (const type of ['rawKeyDown', 'keyUp'])
        await visitor.devtools.send('Input.dispatchKeyEvent', { type, windowsVirtualKeyCode: 461 })
    }
    await back()
    await expect.poll(() => visitor.devtools.run(openDialogs)).toBe(1)
    await back()
    await expect.poll(() => visitor.devtools.run(openDialogs)).toBe(0)
    expect(await visitor.devtools.run(heading)).toBe('Адрес вашего сервиса')
    expect(visitor.problems).toEqual([])
  })

  it("opens the server's site, stores the address, and continues where it was", async () => {
    await type(url)
    await expect.poll(() => visitor.devtools.run(heading), { timeout: 60_000 }).toBe('Главная')
    await visitor.open('/tv')
    await visitor.devtools.send('Page.reload')
    await expect.poll(() => visitor.devtools.run(heading), { timeout: 60_000 }).toBe('Телеканалы')
  })

  it('keeps the address when the session ends and its storage is cleared', async () => {
    await visitor.devtools.run(loseSession)
    await visitor.devtools.send('Page.reload')
    await expect.poll(() => visitor.devtools.run(heading), { timeout: 60_000 }).toBe('Телеканалы')
  })
})

/** This Chromium reads HLS by itself, as AVPlay does: the simulated player behind `webapis` plays the real channel. */
describe('[APP-03] a set that an operator switched to AVPlay', () => {
  let visitor: Visitor
  let page: Page
  let remote: RemoteControl
  beforeAll(async () => {
    await operate('releases', 'switch', 'add', 'tizen', '--model', simulatedModel, '--engine', 'avplay')
    visitor = await visit(url, { name: 'Samsung', width: 1920, height: 1080 })
    ;({ page } = visitor)
    remote = await remoteControl(page)
    await page.addInitScript(storeScript)
    await page.goto(`${apps.ofServer}/`)
    // The switch is heard of at one start and applies from the next.
    await page.waitForFunction(() => localStorage.getItem('ekran.release')?.includes('avplay'))
  }, 120_000)
  afterAll(async () => {
    await visitor.leave()
    const list = await operate('releases', 'switch', 'list')
    const [, id = ''] = new RegExp(`(\\d+)[^\\n]*${simulatedModel}`).exec(list) ?? []
    await operate('releases', 'switch', 'remove', id)
  })

  /** Where AVPlay shows its video, and how far it has played. */
  function shown() {
    return page.evaluate(() => {
      const video = document.querySelector<HTMLVideoElement>('video[data-avplay]')
      const box = video?.getBoundingClientRect()
      return { timeSec: video?.currentTime ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 }
    })
  }

  function calls() {
    return page.evaluate(() => (window as unknown as { avplayCalls: string[] }).avplayCalls)
  }

  it('plays a channel by it, over the whole screen, with its controls and without a volume', async () => {
    await page.goto(`${apps.ofServer}/channel/${cid}`)
    await page.reload()
    await expect.poll(async () => (await shown()).timeSec, { timeout: 60_000 }).toBeGreaterThan(0)
    const { timeSec } = await shown()
    await expect.poll(async () => (await shown()).timeSec).toBeGreaterThan(timeSec + 1)
    expect(await shown()).toMatchObject({ width: 1920, height: 1080 })
    await remote.press('pause')
    await expect.poll(calls).toContain('pause')
    await page.getByRole('button', { name: 'Смотреть' }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Выключить звук' }).count()).toBe(0)
    await remote.press('play')
    expect(visitor.problems).toEqual([])
  })

  it('opens the next channel in the same player, and closes it when the page is left', async () => {
    const before = (await calls()).filter((name) => name === 'close').length
    await remote.press('channelUp')
    await expect.poll(async () => (await shown()).timeSec, { timeout: 60_000 }).toBeGreaterThan(0)
    await page.evaluate(() => (location.hash = '#/'))
    await expect.poll(() => page.locator('video[data-avplay]').count()).toBe(0)
    expect((await calls()).filter((name) => name === 'close').length).toBeGreaterThan(before)
  })

  it(
    'plays a film from where it was left, and seeks in it',
    async () => {
      const film = await findFilm(url, token)
      await page.evaluate((path) => (location.hash = path), `#/movie/${film.vid}?watch=${film.vfid}`)
      await expect.poll(async () => (await shown()).timeSec, { timeout: 60_000 }).toBeGreaterThan(0)
      await remote.press('forward')
      await expect.poll(calls).toContain('seekTo')
      expect(visitor.problems).toEqual([])
    },
    120_000 + packagingLimitMs,
  )
})

describe('[APP-03] a tile of the preview that the package names', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(url, { name: 'Samsung', width: 1920, height: 1080 })
  }, 120_000)
  afterAll(() => visitor.leave())

  /** The preview as a set finds it: by the address in the package's `config.xml`. */
  async function sections() {
    const config = readXml(readFileSync(join(dir, 'of-server/config.xml'), 'utf8'))
    const address = config
      .find(({ attributes }) => attributes['key'] === 'http://samsung.com/tv/metadata/use.preview')
      ?.attributes['value']?.replace('endpoint_URL=', '')
    const response = await fetch(`${address}?lang=ru`)
    return ((await response.json()) as ResponseOf<typeof smartHub.preview>).sections
  }

  it('starts the app at its film, and leads a running app to another page', async () => {
    const { page } = visitor
    const [channels, films] = await sections()
    const [film, channel] = [films?.tiles[0], channels?.tiles[0]]
    if (film === undefined || channel === undefined) throw new Error('the preview is empty')
    await startByTile(page, film.action_data)
    await page.goto(`${apps.ofServer}/`)
    await page.getByRole('heading', { level: 1, name: film.title }).waitFor()
    const mark = () => page.evaluate(() => performance.timeOrigin)
    const started = await mark()
    await pressTile(page, channel.action_data)
    await page.waitForURL((address) => address.hash === `#${channel.action_data}`)
    await page.locator('[data-player]').first().waitFor()
    // The same document.
    expect(await mark()).toBe(started)
    expect(visitor.problems).toEqual([])
  })
})

describe('[REMOTE-03] a packaged app with a newer version', () => {
  let visitor: Visitor
  let page: Page
  let remote: RemoteControl
  const release = (...options: readonly string[]) => operate('releases', 'set', 'tizen', ...options)
  beforeAll(async () => {
    await release('--recommended', '99.0.0', '--store', 'https://store.example.uz/ekran')
    visitor = await visit(url, { name: 'Samsung', width: 1920, height: 1080 })
    ;({ page } = visitor)
    remote = await remoteControl(page)
    await page.goto(`${apps.ofServer}/`)
  }, 120_000)
  afterAll(async () => {
    await visitor.leave()
    await release('--minimum', 'none', '--recommended', 'none', '--store', 'none')
  })
  const dialog = () => page.getByRole('dialog').filter({ visible: true })

  it('says so in sight on the home page, and shows by the remote how to update', async () => {
    const line = page.getByRole('complementary').filter({ hasText: '99.0.0' })
    await line.waitFor()
    await expect.poll(() => page.evaluate(hasFocusInMain)).toBe(true)
    // Nothing of the page covers its words or its buttons.
    for (const part of [line.locator('p'), ...(await line.getByRole('button').all())]) {
      expect(await part.evaluate(isOnTop)).toBe(true)
    }
    for (let press = 0; press < 4 && !(await line.evaluate(holdsFocus)); press += 1) await remote.press('up')
    expect(await line.evaluate(holdsFocus)).toBe(true)
    const how = line.getByRole('button', { name: 'Как обновить' })
    if (!(await how.evaluate(holdsFocus))) await remote.press('left')
    expect(await how.evaluate(holdsFocus)).toBe(true)
    await remote.press('ok')
    await dialog()
      .getByRole('img', { name: /store\.example\.uz/ })
      .waitFor()
    await remote.press('back')
    await expect.poll(() => dialog().count()).toBe(0)
    expect(visitor.problems).toEqual([])
  })

  it('that it cannot do without asks at Back whether to leave, also on a page that was opened by a link', async () => {
    await release('--minimum', '99.0.0')
    await page.goto(`${apps.ofServer}/tv`)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Обновите приложение' }).waitFor()
    await remote.press('back')
    await dialog().waitFor()
    await remote.press('back')
    await expect.poll(() => dialog().count()).toBe(0)
    expect(new URL(page.url()).hash).toBe('#/tv')
  })
})

// These run in the page, whatever its age.

function openDialogs() {
  return document.querySelectorAll('dialog[open]').length
}

function hasFocusInMain() {
  return document.activeElement?.closest('main a') != null
}

function holdsFocus(element: Element) {
  return element.contains(document.activeElement)
}

function isOnTop(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const shown = document.elementFromPoint(left + width / 2, top + height / 2)
  return shown !== null && (element.contains(shown) || shown.contains(element))
}

function pictures() {
  const missing = Array.from(document.querySelectorAll('img'))
    .filter((image) => image.complete && image.naturalWidth === 0 && image.src !== '')
    .map((image) => image.src)
  return { missing }
}

function scriptsOfPage() {
  return Array.from(document.scripts)
    .map((script) => script.src)
    .filter((src) => src !== '' && src.indexOf('$WEBAPIS') < 0)
}

function elements() {
  return document.getElementsByTagName('*').length
}

function heading() {
  const title = document.querySelector('h1')
  return title === null ? '' : title.textContent
}

function problem() {
  const alert = document.querySelector('[role="alert"]')
  return alert === null ? '' : alert.textContent
}

function clearField() {
  const field = document.querySelector('input')
  if (field === null) return
  field.focus()
  field.select()
}

/** As a storage of another version: the client clears unknown data at its start (SHELL-09). */
function loseSession() {
  localStorage.removeItem('check2')
}

function decodes() {
  return MediaSource.isTypeSupported('video/mp4; codecs="avc1.4d401f,mp4a.40.2"')
}
