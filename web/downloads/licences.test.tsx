/** Downloads while the page is open; the device's own store of segments and keys is simulated. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { downloads } from '#contract/playback/downloads.ts'
import { buildDownload } from '#tests/kit/dom/build-download.ts'
import { viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { session } from '#web/session/session.ts'
import { addDownload, changeDownload, downloadList, downloadOf, unsentRemovals } from './download-list.ts'
import { followDownloads, prolong } from './licences.ts'
import { savedSource } from './offline-source.ts'
import { beginSaving, goOnSaving, goOnWithAll, pauseSaving, removeDownload } from './saving.ts'

type Outcome =
  | { readonly kind: 'saved'; readonly bytes: number }
  | { readonly kind: 'lost' | 'full' | 'failed' | 'stopped' }

type NextAccess = (failedUrl: string | null) => Promise<string | null>

const device = vi.hoisted(() => ({
  /** Running downloads, the latest last. */
  saving: [] as {
    readonly request: {
      readonly url: string
      readonly height: number
      readonly audio: readonly string[]
      readonly nextAccess: NextAccess
    }
    readonly progress: (part: number) => void
    readonly end: (outcome: Outcome) => void
    isStopped: boolean
  }[],
  removedFolders: [] as string[],
  deletedKeys: [] as string[],
  keys: ['a key'] as readonly string[],
  lacksKeys: false,
  fetchedKeys: 'fetched' as 'fetched' | 'withdrawn',
  nextKeyAccess: null as NextAccess | null,
}))

vi.mock(import('#player/dom/downloads/save-film.ts'), () => ({
  saveFilm: ((request: {
    url: string
    height: number
    audio: string[]
    nextAccess: NextAccess
    onProgress: (part: number) => void
  }) => {
    let end: (outcome: Outcome) => void = () => undefined
    const outcome = new Promise<Outcome>((resolve) => {
      end = resolve
    })
    const one = { request, progress: request.onProgress, end, isStopped: false }
    device.saving.push(one)
    const stop = () => {
      one.isStopped = true
      end({ kind: 'stopped' })
    }
    return { outcome, stop }
  }) as never,
  removeFilm: async (folder: string) => void device.removedFolders.push(folder),
  lacksKeys: async () => device.lacksKeys,
  fetchKeys: (async ({ nextAccess }: { nextAccess: NextAccess }) => {
    device.nextKeyAccess = nextAccess
    return device.fetchedKeys
  }) as never,
}))
vi.mock(import('#player/dom/downloads/film-keys.ts'), () => ({
  deleteKeys: async (folder: string) => void device.deletedKeys.push(folder),
  keyNames: (async () => device.keys) as never,
}))
vi.mock(import('#player/dom/downloads/saved-parts.ts'), () => ({
  deleteFormerStorage: async () => undefined,
}))

const nowSec = 1_800_000_000
const inDays = (days: number) => nowSec + days * 24 * 3600
let server: SimulatedServer

function granted(vfid: number, expiresAtSec = inDays(30)) {
  return {
    url: `/p/ticket/download/film-${vfid}/1/master.m3u8`,
    address_expires_at: nowSec + 3600,
    now: nowSec,
    licence: { vid: vfid * 10, vfid, granted_at: nowSec, started_at: 0, expires_at: expiresAtSec },
  }
}

function request(vfid: number) {
  const { owner, vid, title, subtitle, height, audio, texts, bytes } = buildDownload({ vfid })
  return { owner, vid, vfid, title, subtitle, height, audio, texts, bytes }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.respondsBy(downloads.begin, ({ vfid }) => granted(Number(vfid)))
  server.responds(downloads.remove, {})
  server.responds(downloads.renew, { now: nowSec, downloads: { item: [] } })
  for (const one of device.saving.splice(0)) one.end({ kind: 'stopped' })
  device.removedFolders.length = 0
  device.deletedKeys.length = 0
  Object.assign(device, { keys: ['a key'], lacksKeys: false, fetchedKeys: 'fetched' })
  session.signIn(viewer)
  return async () => {
    for (const one of device.saving.splice(0)) one.end({ kind: 'stopped' })
    for (const { vfid } of downloadList()) changeDownload(vfid, { state: 'paused' })
    await settled()
  }
})

async function settled() {
  for (let count = 0; count < 20; count++) await new Promise((resolve) => setImmediate(resolve))
}

function states() {
  return downloadList().map(({ vfid, state }) => [vfid, state])
}

describe('[PLAYER-08] downloading', () => {
  it('downloads one film after the other in the order of the requests, and shows the progress of each', async () => {
    beginSaving(request(1))
    beginSaving(request(2))
    await settled()
    expect(states()).toEqual([
      [2, 'waiting'],
      [1, 'loading'],
    ])
    expect(
      device.saving.map(({ request: { url, height, audio } }) => [new URL(url).pathname, height, audio]),
    ).toEqual([['/p/ticket/download/film-1/1/master.m3u8', 480, ['ru']]])
    device.saving[0]?.progress(0.42)
    expect(downloadOf(1)).toMatchObject({ part: 0.42, uri: 'kept://device/film-1/1/master.m3u8' })
    device.saving[0]?.end({ kind: 'saved', bytes: 321 })
    await settled()
    expect(downloadOf(1)).toMatchObject({ state: 'saved', part: 1, bytes: 321, expiresAtSec: inDays(30) })
    expect(downloadOf(2)?.state).toBe('loading')
  })

  it('stores the progress only once per percent', async () => {
    beginSaving(request(1))
    await settled()
    device.saving[0]?.progress(0.5)
    device.saving[0]?.progress(0.504)
    expect(downloadOf(1)?.part).toBe(0.5)
    device.saving[0]?.progress(0.52)
    expect(downloadOf(1)?.part).toBe(0.52)
  })

  it('stops when the viewer pauses it, and continues when the viewer resumes it', async () => {
    beginSaving(request(1))
    await settled()
    pauseSaving(1)
    await settled()
    expect(device.saving[0]?.isStopped).toBe(true)
    expect(states()).toEqual([[1, 'paused']])
    goOnWithAll()
    await settled()
    expect(device.saving).toHaveLength(1)
    goOnSaving(1)
    await settled()
    expect(device.saving).toHaveLength(2)
    expect(states()).toEqual([[1, 'loading']])
  })

  it('that ends without a reason counts as failed, and can be restarted', async () => {
    beginSaving(request(1))
    await settled()
    device.saving[0]?.end({ kind: 'stopped' })
    await settled()
    expect(states()).toEqual([[1, 'failed']])
    goOnSaving(1)
    await settled()
    expect(device.saving).toHaveLength(2)
    expect(states()).toEqual([[1, 'loading']])
  })

  it.each(['lost', 'full', 'failed'] as const)(
    'that ends as %s shows it, and the next one starts',
    async (kind) => {
      beginSaving(request(1))
      beginSaving(request(2))
      await settled()
      device.saving[0]?.end({ kind })
      await settled()
      expect(states()).toEqual([
        [2, 'loading'],
        [1, kind],
      ])
    },
  )

  it("waits for an unreachable server, and shows the server's message when it rejects the request", async () => {
    server.isLost(downloads.begin)
    beginSaving(request(1))
    await settled()
    expect(states()).toEqual([[1, 'lost']])
    server.rejects(downloads.begin, { failure: 'downloads_full', message: 'Уже 25 загрузок' })
    goOnWithAll()
    await settled()
    expect(downloadOf(1)).toMatchObject({ state: 'refused', message: 'Уже 25 загрузок' })
    goOnWithAll()
    await settled()
    expect(server.requests(downloads.begin)).toHaveLength(2)
  })

  it('does not start when it was paused during the request', async () => {
    const letThrough = server.waits(downloads.begin, granted(1))
    beginSaving(request(1))
    await settled()
    pauseSaving(1)
    letThrough()
    await settled()
    expect(device.saving).toEqual([])
    expect(states()).toEqual([[1, 'paused']])
  })

  it('stops for another account, and the film waits until its owner logs in again', async () => {
    beginSaving(request(1))
    await settled()
    session.signIn({ token: 'token-2', abonement: '2000077', deviceUid: 'device-2' })
    device.saving[0]?.progress(0.3)
    await settled()
    expect(device.saving[0]?.isStopped).toBe(true)
    expect(downloadList()).toEqual([])
    session.signIn(viewer)
    expect(downloadOf(1)?.state).toBe('loading')
    goOnWithAll()
    await settled()
    expect(device.saving).toHaveLength(2)
  })
})

describe('[PLAYER-08] the next address of a download', () => {
  const edge = 'https://edge1.example.uz'
  const other = 'https://edge2.example.uz'

  beforeEach(() => {
    const meta = document.createElement('meta')
    meta.name = 'media-origins'
    meta.content = `${edge} ${other}`
    document.head.append(meta)
    return () => meta.remove()
  })

  const inputs = () => server.requests(downloads.begin).map(({ input }) => input['failed_edge'])
  const failedUrl = `${edge}/p/t1/download/film-1/1/1.m4s`

  it('is at another edge when one is silent, and for an expired ticket where the server says', async () => {
    beginSaving(request(1))
    await settled()
    const next = device.saving[0]?.request.nextAccess
    server.responds(downloads.begin, { ...granted(1), url: `${other}/p/t2/download/film-1/1/master.m3u8` })
    expect(await next?.(null)).toBe(`${other}/p/t2`)
    expect(await next?.(failedUrl)).toBe(`${other}/p/t2`)
    expect(inputs()).toEqual([undefined, undefined, edge])
  })

  it('is not requested for the site itself, of which there is only one', async () => {
    beginSaving(request(1))
    await settled()
    const { url = '', nextAccess } = device.saving[0]?.request ?? {}
    expect(await nextAccess?.(url)).toBeNull()
    expect(server.requests(downloads.begin)).toHaveLength(1)
  })

  it('gives the missing keys too', async () => {
    addDownload(buildDownload({ vfid: 1 }))
    await prolong(10, 1)
    server.responds(downloads.begin, { ...granted(1), url: `${other}/p/t2/download/film-1/1/master.m3u8` })
    expect(await device.nextKeyAccess?.(failedUrl)).toBe(`${other}/p/t2`)
    expect(inputs().at(-1)).toBe(edge)
  })

  it('returns the licence of a download that was removed meanwhile', async () => {
    beginSaving(request(1))
    await settled()
    const next = device.saving[0]?.request.nextAccess
    await removeDownload(1)
    await settled()
    await next?.(failedUrl)
    await settled()
    expect(server.requests(downloads.remove)).toHaveLength(2)
  })
})

describe('[PLAYER-08] removing', () => {
  it('deletes the film and notifies the server', async () => {
    addDownload(buildDownload({ vfid: 1 }))
    await removeDownload(1)
    await settled()
    expect(downloadList()).toEqual([])
    expect(device.removedFolders).toEqual(['film-1/1/'])
    expect(server.requests(downloads.remove).map(({ input }) => input['vfid'])).toEqual([1])
    expect(unsentRemovals()).toEqual([])
  })

  it('notifies the server later when it is unreachable', async () => {
    server.isLost(downloads.remove)
    addDownload(buildDownload({ vfid: 1 }))
    await removeDownload(1)
    await settled()
    expect(unsentRemovals()).toEqual([1])
  })

  it('cancels a running download, and returns a licence granted meanwhile', async () => {
    const letThrough = server.waits(downloads.begin, granted(1))
    beginSaving(request(1))
    await settled()
    await removeDownload(1)
    await settled()
    expect(server.requests(downloads.remove)).toHaveLength(1)
    letThrough()
    await settled()
    expect(device.saving).toEqual([])
    expect(server.requests(downloads.remove)).toHaveLength(2)
  })
})

describe('[PLAYER-08] the licence of a download', () => {
  it('is renewed when the page opens and when the connection is back', async () => {
    addDownload(buildDownload({ vfid: 1, expiresAtSec: inDays(1), startedAtSec: nowSec - 60 }))
    server.responds(downloads.renew, { now: nowSec, downloads: { item: [granted(1, inDays(60)).licence] } })
    followDownloads()
    await settled()
    expect(server.requests(downloads.renew)[0]?.input).toMatchObject({ held: `1:${nowSec - 60}` })
    expect(downloadOf(1)).toMatchObject({ expiresAtSec: inDays(60), startedAtSec: 0 })
    window.dispatchEvent(new Event('online'))
    await settled()
    expect(server.requests(downloads.renew).length).toBeGreaterThan(1)
  })

  it('that the server has revoked deletes the film, but not a running download', async () => {
    addDownload(buildDownload({ vfid: 1 }))
    addDownload(buildDownload({ vfid: 2, state: 'paused', part: 0.2 }))
    window.dispatchEvent(new Event('online'))
    await settled()
    expect(states()).toEqual([[2, 'paused']])
    expect(device.removedFolders).toEqual(['film-1/1/'])
  })

  it('that is renewed after its end fetches new keys', async () => {
    addDownload(buildDownload({ vfid: 1 }))
    device.lacksKeys = true
    server.responds(downloads.renew, { now: nowSec, downloads: { item: [granted(1).licence] } })
    window.dispatchEvent(new Event('online'))
    await settled()
    expect(server.requests(downloads.begin).map(({ input }) => input['vfid'])).toEqual([1])
  })

  it("is renewed by the viewer; a rejection shows the server's message, a lost connection none", async () => {
    addDownload(buildDownload({ vfid: 1, expiresAtSec: inDays(-1) }))
    expect(await prolong(10, 1)).toBe('')
    expect(downloadOf(1)?.expiresAtSec).toBe(inDays(30))
    server.rejects(downloads.begin, { failure: 'not_subscribed', message: 'Нужна подписка' })
    expect(await prolong(10, 1)).toBe('Нужна подписка')
    server.isLost(downloads.begin)
    expect(await prolong(10, 1)).toBeNull()
  })

  it('cannot be renewed when the server has changed the keys: the film must be downloaded again', async () => {
    addDownload(buildDownload({ vfid: 1 }))
    device.fetchedKeys = 'withdrawn'
    await prolong(10, 1)
    expect(downloadOf(1)?.state).toBe('failed')
  })

  it('is not requested for a guest or without downloads', async () => {
    window.dispatchEvent(new Event('online'))
    await settled()
    session.signOut()
    addDownload(buildDownload({ vfid: 1, owner: '' }))
    window.dispatchEvent(new Event('online'))
    await settled()
    expect(server.requests(downloads.renew)).toEqual([])
  })
})

describe('[PLAYER-08] offline playback', () => {
  const words = { expired: 'term is over', clockBack: 'clock is wrong', gone: 'no such film' }
  const ask = () => savedSource(1, 0, words).ask(null)

  it('plays a download, and its 48 hours start with the first playback', async () => {
    addDownload(buildDownload({ vfid: 1 }))
    expect(await ask()).toMatchObject({
      kind: 'address',
      url: 'kept://device/film-1/1/master.m3u8',
      expiresAtMs: (nowSec + 48 * 3600) * 1000,
    })
    expect(downloadOf(1)?.startedAtSec).toBe(nowSec)
    vi.setSystemTime((nowSec + 47 * 3600) * 1000)
    expect(await ask()).toMatchObject({ kind: 'address', expiresAtMs: (nowSec + 48 * 3600) * 1000 })
  })

  it("is rejected after the licence's end, and the keys are deleted", async () => {
    addDownload(buildDownload({ vfid: 1, expiresAtSec: inDays(-1) }))
    expect(await ask()).toMatchObject({ kind: 'refused', message: words.expired })
    expect(device.deletedKeys).toEqual(['film-1/1/'])
  })

  it('is rejected while the clock is set back, and for a deleted or incomplete download', async () => {
    expect(await ask()).toMatchObject({ kind: 'refused', message: words.gone })
    addDownload(buildDownload({ vfid: 1, state: 'paused' }))
    expect(await ask()).toMatchObject({ kind: 'refused', message: words.gone })
    changeDownload(1, { state: 'saved' })
    vi.setSystemTime((nowSec - 24 * 3600) * 1000)
    const stored = JSON.parse(localStorage.getItem('ekran.downloads') ?? '{}') as object
    localStorage.setItem('ekran.downloads', JSON.stringify({ ...stored, seenSec: nowSec, offsetSec: 0 }))
    window.dispatchEvent(new Event('storage'))
    expect(await ask()).toMatchObject({ kind: 'refused', message: words.clockBack })
  })

  it('is rejected when the keys are missing, whatever the licence says', async () => {
    addDownload(buildDownload({ vfid: 1 }))
    device.keys = []
    expect(await ask()).toMatchObject({ kind: 'refused', message: words.expired })
    expect(downloadOf(1)?.startedAtSec).toBe(0)
  })
})
