/** The site as an application, and a film stored on the device: downloaded, watched offline, expired, removed. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { logIn } from '#tests/kit/product/log-in.ts'
import { difference, look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { fetchData as askedAs } from '#tests/kit/product/on-air.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const desktop = { name: 'desktop 1440', width: 1440, height: 900 }
const waitMs = 120_000

interface Detail {
  readonly vid: number
  readonly name: string
  readonly access: { readonly state: string }
  readonly files: readonly { vfid: number; kind: string; is_ready: number; duration_sec: number }[]
}
let token = ''
let visitor: Visitor
let page: Page
let film: Detail
let vfid = 0

async function fetchData<Data>(path: string, body?: object): Promise<Data> {
  return (await askedAs<Data>(url, path, token, body)).data
}

/** A film that is longer than it takes to return to a position in it. */
async function findFilm(): Promise<Detail> {
  const { videos } = await fetchData<{ videos: { item: { vid: number }[] } }>(
    '/middleware/video/list?kind=films&limit=60&order=name',
  )
  for (const { vid } of videos.item) {
    const { video } = await fetchData<{ video: Detail }>(`/middleware/video/detail?vid=${vid}`)
    const file = video.files.find((one) => one.kind === 'film' && one.is_ready === 1)
    if (video.access.state !== 'watch' || file === undefined || file.duration_sec <= 15) continue
    const { subtitles } = await fetchData<{ subtitles: { item: { language: string }[] } }>(
      `/middleware/download/options?vid=${vid}&vfid=${file.vfid}`,
    )
    if (subtitles.item.some(({ language }) => language === 'ru')) return video
  }
  throw new Error('no film of the demo can be downloaded')
}

interface SavedFilm {
  readonly seenSec: number
  readonly items: readonly { vfid: number; state: string; expiresAtSec: number; startedAtSec: number }[]
}

function savedFilms() {
  return page.evaluate(
    () => JSON.parse(localStorage.getItem('ekran.downloads') ?? '{"items":[]}') as SavedFilm,
  )
}

/** Changes the storage as the page would find it after this time, or after someone has set the clock. */
function makeSaved(change: Partial<SavedFilm['items'][number]>, seenSec?: number) {
  return page.evaluate(
    ([target, seen]) => {
      const parsed = JSON.parse(localStorage.getItem('ekran.downloads') ?? '{}') as SavedFilm
      const items = parsed.items.map((item) => ({ ...item, ...target }))
      localStorage.setItem('ekran.downloads', JSON.stringify({ seenSec: seen ?? parsed.seenSec, items }))
    },
    [change, seenSec] as const,
  )
}

function row() {
  return page.locator('[data-state]').filter({ hasText: film.name })
}

/** Presses a button of the film's row once it is there. */
function press(name: string) {
  return row().getByRole('button', { name }).click({ timeout: waitMs })
}

function stateIs(state: string) {
  return expect.poll(async () => (await savedFilms()).items[0]?.state, { timeout: waitMs }).toBe(state)
}

/** Segments of films stored on the device: their names, and the first bytes of each. */
function savedParts() {
  return page.evaluate(async () => {
    const cache = await caches.open('ekran-films')
    const parts = (await cache.keys()).filter(({ url }) => !url.endsWith('.m3u8'))
    return Promise.all(
      parts.map(async (request) => {
        const bytes = new Uint8Array(
          (await (await cache.match(request))?.arrayBuffer()) ?? new ArrayBuffer(0),
        )
        // The first bytes of a fragment, an init segment, a subtitle file and an image.
        const isReadable = /^(?:WEBVTT|\xff\xd8\xff|[^]{4}(?:ftyp|styp|moof|sidx))/.test(
          String.fromCharCode(...bytes.subarray(0, 12)),
        )
        return { name: new URL(request.url).pathname, isReadable }
      }),
    )
  })
}

/** The keys on the device, and whether the page itself can read any of them. */
function savedKeys() {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('ekran-keys')
      opening.onsuccess = () => resolve(opening.result)
      opening.addEventListener('error', () => reject(opening.error ?? new Error('no keys')))
    })
    const keys = await new Promise<CryptoKey[]>((resolve, reject) => {
      const request = database.transaction('keys').objectStore('keys').getAll()
      request.onsuccess = () => resolve(request.result as CryptoKey[])
      request.addEventListener('error', () => reject(request.error ?? new Error('no keys')))
    })
    database.close()
    const read = keys.map((key) =>
      crypto.subtle.exportKey('raw', key).then(
        () => 'read',
        () => 'refused',
      ),
    )
    return Promise.all(read)
  })
}

/** As when the connection was lost while keys were being restored. */
function dropOneKey() {
  return new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('ekran-keys')
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no keys')))
    opening.onsuccess = () => {
      const dropping = opening.result.transaction('keys', 'readwrite')
      const cursor = dropping.objectStore('keys').openCursor()
      cursor.onsuccess = () => void cursor.result?.delete()
      dropping.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

/** Lets this many segments through and delays the rest, like a network that has become slow. */
const network = { through: Number.POSITIVE_INFINITY, held: [] as ((goes: boolean) => void)[] }

function letThrough(count: number) {
  network.through = count
  for (const go of network.held.splice(0)) go(true)
}

/** A delayed response for a page that no longer waits for it. */
function dropPressed() {
  for (const go of network.held.splice(0)) go(false)
}

/** The completely fetched segments, without their ticket. */
const fetched: string[] = []

function isPart(address: string) {
  return /\/download\/.*\.(?:m4s|mp4|vtt|jpg)$/.test(new URL(address).pathname)
}

async function openList() {
  await page.goto('/my/downloads')
  await row().waitFor({ timeout: waitMs })
}

beforeAll(async () => {
  const login = await logIn(url)
  ;({ token } = login)
  film = await findFilm()
  vfid = film.files.find((one) => one.kind === 'film' && one.is_ready === 1)?.vfid ?? 0
  await fetchData('/middleware/video/viewed/remove', { vids: String(film.vid) })
  await fetchData('/middleware/download/remove', { vfid })
  visitor = await visit(url, desktop, { serviceWorker: true })
  ;({ page } = visitor)
  const context = page.context()
  await context.addInitScript(login.storeScript)
  await context.route(
    (address) => isPart(address.href),
    async (route) => {
      while (network.through <= 0)
        if (!(await new Promise<boolean>((resolve) => network.held.push(resolve))))
          return route.abort().catch(() => undefined)
      network.through -= 1
      // The tab may be closed by now.
      await route.continue().catch(() => undefined)
    },
  )
  context.on('requestfinished', (request) => {
    if (isPart(request.url())) fetched.push(new URL(request.url()).pathname.replace(/^\/p\/[^/]+/, ''))
  })
}, waitMs)
afterAll(() => visitor?.leave())

describe('the application', () => {
  it('[APP-02] has a name, icons and a worker that caches no API response and no media', async () => {
    await page.goto(`/movie/${film.vid}`)
    const address = await page.getAttribute('link[rel=manifest]', 'href')
    const manifest = await page.request.get(address ?? '')
    expect(manifest.headers()['content-type']).toContain('application/manifest+json')
    const { icons, display, start_url } = (await manifest.json()) as {
      icons: { src: string; sizes: string }[]
      display: string
      start_url: string
    }
    expect({ display, start_url }).toEqual({ display: 'standalone', start_url: '/' })
    for (const { src } of icons)
      expect((await page.request.get(src)).headers()['content-type']).toBe('image/png')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: waitMs })
  })

  it('[APP-02] is not installed on a television', async () => {
    const set = await visit(url, desktop, { serviceWorker: true })
    await set.page.goto('/?tv=1', { waitUntil: 'load' })
    await set.page.locator('main a:visible').first().waitFor()
    const workers = () =>
      set.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    expect(await workers()).toBe(0)
    await set.leave()
  })
})

describe('a film stored on the device', () => {
  it('[PLAYER-08] is downloaded in the selected quality, and pauses and resumes on request', async () => {
    await page.goto(`/movie/${film.vid}`)
    await page.locator('article').getByRole('button', { name: 'Скачать' }).click()
    const dialog = page.getByRole('dialog', { name: 'Скачать на это устройство' })
    await dialog.getByText(/Займёт около \d/).waitFor({ timeout: waitMs })
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('group', { name: 'Субтитры' }).getByRole('checkbox', { name: /русск/i }).check()
    letThrough(0)
    await dialog.getByRole('button', { name: 'Скачать' }).click()
    await stateIs('loading')
    await openList()
    dropPressed()
    letThrough(3)
    await expect.poll(async () => (await savedParts()).length, { timeout: waitMs }).toBe(3)
    await press('Остановить')
    await stateIs('paused')
    dropPressed()
  })

  it('[PLAYER-08] continues in another tab and after a lost connection, and fetches no segment twice', async () => {
    const context = page.context()
    const closed = page
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await closed.close()
    await openList()
    await row()
      .getByText(/Остановлено на [1-9]/)
      .waitFor({ timeout: waitMs })
    letThrough(3)
    await press('Продолжить')
    await expect.poll(async () => (await savedParts()).length, { timeout: waitMs }).toBe(6)
    await context.setOffline(true)
    dropPressed()
    await row().getByText('Связь пропала').waitFor({ timeout: waitMs })
    expect(await savedParts()).toHaveLength(6)
    letThrough(Number.POSITIVE_INFINITY)
    await context.setOffline(false)
    await stateIs('saved')
    const names = (await savedParts()).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(6)
    expect(fetched.map((path) => path.replace('/download/', '/kept/')).toSorted()).toEqual(names.toSorted())
  })

  it('[PLAYER-08] shows the space it takes, and its files on the device cannot be played', async () => {
    await row()
      .getByText(/Можно смотреть до/)
      .waitFor({ timeout: waitMs })
    await page.getByText(/Загрузки занимают \d/).waitFor({ timeout: waitMs })
    const names = await page.evaluate(async () => {
      const caught = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      return caught.flat().map((request) => new URL(request.url).pathname)
    })
    expect(names).toContain('/my/downloads')
    expect(names.filter((name) => /^\/(?:p|middleware|api)\//.test(name))).toEqual([])
    const parts = await savedParts()
    for (const kind of ['.m4s', '.vtt', '.jpg'])
      expect(
        parts.some(({ name }) => name.endsWith(kind)),
        kind,
      ).toBe(true)
    // How to decode it can be read; the film itself cannot.
    expect(parts.filter(({ isReadable }) => isReadable).map(({ name }) => name.replace(/.*\//, ''))).toEqual(
      parts.filter(({ name }) => name.endsWith('.mp4')).map(() => 'init.mp4'),
    )
    const keys = await savedKeys()
    expect(keys.length).toBeGreaterThan(3)
    expect(new Set(keys)).toEqual(new Set(['refused']))
  })

  it('[PLAYER-08] [APP-02] is watched without a network, and its position is stored', async () => {
    await page.context().setOffline(true)
    await openList()
    await row().getByRole('button', { name: 'Смотреть' }).click()
    const first = await waitUntilPlaying(page, waitMs)
    await page.keyboard.press('c')
    // The demo's films have speech from the first seconds to the last.
    const words = page.locator('[data-player] [data-subtitles] [translate="no"]').first()
    await expect
      .poll(() => words.allInnerTexts(), { timeout: waitMs })
      .toEqual([expect.stringMatching(/[а-я]/)])
    await expect
      .poll(async () => (await look(page)).positionSec, { timeout: waitMs })
      .toBeGreaterThan(first.positionSec + 6)
    const later = await look(page)
    expect(later.contrast + first.contrast).toBeGreaterThan(1)
    expect(difference(first, later)).toBeGreaterThan(0.5)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('video').count(), { timeout: waitMs }).toBe(0)
    expect((await savedFilms()).items[0]?.startedAtSec).toBeGreaterThan(0)
    // Any other page shows that there is no network, with a link to what can be watched.
    await page.goto('/movies')
    await page.getByRole('link', { name: 'Смотреть загрузки' }).waitFor({ timeout: waitMs })
  })

  it('[PLAYER-08] [PLAYER-03] reports its position when the network is back', async () => {
    // A page that could not be shown reloads when the network is back, in the middle of our step.
    await openList()
    await page.context().setOffline(false)
    await page.reload()
    await expect
      .poll(
        async () => {
          const { positions } = await fetchData<{
            positions: { item: { asset_id: number; position: number }[] }
          }>(`/middleware/content/position/list?content_id=${film.vid}`)
          return positions.item.find((one) => one.asset_id === vfid)?.position ?? 0
        },
        { timeout: waitMs },
      )
      .toBeGreaterThan(4)
    // The 48 hours from the first playback are enforced by the server as well.
    const current = (await savedFilms()).items[0]
    await expect
      .poll(async () => (await savedFilms()).items[0]?.expiresAtSec, { timeout: waitMs })
      .toBe((current?.startedAtSec ?? 0) + 48 * 3600)
  })

  it('[PLAYER-08] fetches a missing key of a downloaded film, once the server can be reached', async () => {
    await openList()
    const whole = (await savedKeys()).length
    await page.evaluate(dropOneKey)
    expect(await savedKeys()).toHaveLength(whole - 1)
    await page.reload()
    await expect.poll(async () => (await savedKeys()).length, { timeout: waitMs }).toBe(whole)
    await stateIs('saved')
  })

  it('[PLAYER-08] shows that it has expired, also when the clock was set back, and is renewed by the server', async () => {
    await openList()
    await page.context().setOffline(true)
    // An earlier request of the page would overwrite the time set here with the server's.
    await page.reload()
    await row().waitFor({ timeout: waitMs })
    const nowSec = Math.floor(Date.now() / 1000)
    await makeSaved({}, nowSec + 7200)
    await page.reload()
    await row().getByText('Часы устройства отстают').waitFor({ timeout: waitMs })
    await row().getByRole('button', { name: 'Смотреть' }).click()
    await page.getByText(/Часы устройства показывают время, которое уже прошло/).waitFor({ timeout: waitMs })
    await page.keyboard.press('Escape')
    await makeSaved({ expiresAtSec: nowSec - 60 }, nowSec)
    await page.reload()
    await row().getByText('Срок просмотра закончился').waitFor({ timeout: waitMs })
    expect(await row().getByRole('button', { name: 'Смотреть' }).count()).toBe(0)
    // The keys were deleted with the licence: a later end written into the page's storage plays nothing.
    await expect.poll(savedKeys, { timeout: waitMs }).toEqual([])
    await makeSaved({ expiresAtSec: nowSec + 86_400, startedAtSec: 0 }, nowSec)
    await page.reload()
    await row().getByRole('button', { name: 'Смотреть' }).click()
    await page.getByText(/Срок просмотра без интернета закончился/).waitFor({ timeout: waitMs })
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    await page.reload()
    await row()
      .getByText(/Можно смотреть до/)
      .waitFor({ timeout: waitMs })
  })

  it('[PLAYER-08] is deleted when it is removed, from the device and from the account', async () => {
    await openList()
    // Other tests log in as the same device, and may have films of their own there.
    const isOfAccount = async () =>
      (
        await fetchData<{ downloads: { item: { vfid: number }[] } }>('/middleware/download/renew', {
          held: '',
        })
      ).downloads.item.some((one) => one.vfid === vfid)
    expect(await isOfAccount()).toBe(true)
    // The server is not notified at first.
    await page.route('**/download/remove', (route) => route.abort())
    await row()
      .getByRole('button', { name: /^Удалить/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click()
    await page.getByText('На этом устройстве ничего не сохранено').waitFor({ timeout: waitMs })
    await expect.poll(savedParts, { timeout: waitMs }).toEqual([])
    await expect.poll(savedKeys, { timeout: waitMs }).toEqual([])
    await page.unroute('**/download/remove')
    await page.reload()
    await expect.poll(isOfAccount, { timeout: waitMs }).toBe(false)
    expect(visitor.problems).toEqual([])
  })
})
