/** The worker as a browser starts it: the caches and the network around it are simulated. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const site = 'https://ekran.uz'
const emptyPage = '/offline.html'
type Reply = () => Response | Promise<Response>

interface FetchEvent {
  readonly request: { readonly url: string; readonly method: string; readonly mode: string }
  readonly respondWith: (answer: Promise<Response>) => void
}

const addressOf = (request: string | { readonly url: string }) =>
  new URL(typeof request === 'string' ? request : request.url, site).href

/** The caches of the site, by name and address. */
let stored: Map<string, Map<string, Response>>
let network: Map<string, Reply>
let runs: Map<string, (event: never) => void>
let fetched: string[]
let notices: object[]
let opened: unknown[]
let windows: object[]

async function fromNetwork(request: string | { readonly url: string }): Promise<Response> {
  const url = addressOf(request)
  fetched.push(url)
  const reply = network.get(url)
  if (reply === undefined) throw new TypeError('Failed to fetch')
  const response = await reply()
  Object.defineProperty(response, 'type', { value: 'basic' })
  return response
}

function cacheOf(name: string) {
  const files = stored.get(name) ?? new Map<string, Response>()
  stored.set(name, files)
  const put = async (request: string | { readonly url: string }, response: Response) =>
    void files.set(addressOf(request), response)
  const add = async (request: string | { readonly url: string }) => put(request, await fromNetwork(request))
  return {
    put,
    add,
    addAll: (requests: readonly string[]) => Promise.all(requests.map(add)),
    match: async (request: string | { readonly url: string }) => files.get(addressOf(request)),
  }
}

const caches = {
  open: async (name: string) => cacheOf(name),
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  match: async (request: string | { readonly url: string }) =>
    [...stored.values()].map((files) => files.get(addressOf(request))).find((match) => match !== undefined),
}

beforeEach(async () => {
  stored = new Map()
  fetched = []
  notices = []
  opened = []
  windows = []
  runs = new Map()
  network = new Map<string, Reply>()
  for (const path of ['/assets/app.js', '/manifest.json', '/assets/player.js', emptyPage])
    network.set(site + path, () => new Response(`new ${path}`))
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', fromNetwork)
  vi.stubGlobal(
    'Request',
    class {
      readonly url: string
      constructor(path: string) {
        this.url = addressOf(path)
      }
    },
  )
  vi.stubGlobal('shellFiles', {
    version: 'v3',
    emptyPage,
    notifications: '/notifications',
    files: ['/assets/app.js', '/manifest.json'],
    player: ['/assets/player.js'],
  })
  vi.stubGlobal('self', {
    addEventListener: (name: string, run: (event: never) => void) => runs.set(name, run),
    skipWaiting: async () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => windows,
      openWindow: async (path: string) => void opened.push(path),
    },
    registration: {
      showNotification: async (title: string, options: object) => void notices.push({ title, ...options }),
    },
    location: new URL(site),
  })
  vi.resetModules()
  await import('./service-worker.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Sends an event to the worker, and waits until it has handled it. */
async function tell(name: 'install' | 'activate' | 'message', data?: unknown): Promise<void> {
  let done: Promise<unknown> = Promise.resolve()
  runs.get(name)?.({ data, waitUntil: (work: Promise<unknown>) => void (done = work) } as never)
  await done
}

/** What the worker responds with; null when it leaves the request to the browser. */
function ask(path: string, own: Partial<FetchEvent['request']> = {}): Promise<Response> | null {
  let answer: Promise<Response> | null = null
  const request = { url: new URL(path, site).href, method: 'GET', mode: 'cors', ...own }
  const event: FetchEvent = { request, respondWith: (response) => void (answer = response) }
  runs.get('fetch')?.(event as never)
  return answer
}
const open = (path: string) => ask(path, { mode: 'navigate' })
const text = async (answer: Promise<Response> | null) => (answer === null ? null : (await answer).text())

describe('[APP-02] the site without a network', () => {
  it('shows the empty page instead of any page, once it is installed', async () => {
    await tell('install')
    expect(await text(open('/movie/7'))).toBe(`new ${emptyPage}`)
  })

  it("shows the server's page while the server responds", async () => {
    await tell('install')
    network.set(`${site}/movie/7`, () => new Response('a film'))
    expect(await text(open('/movie/7'))).toBe('a film')
  })

  it('does not wait for a server that does not respond', async () => {
    await tell('install')
    vi.useFakeTimers()
    network.set(`${site}/movie/7`, () => new Promise(() => undefined))
    const shown = text(open('/movie/7'))
    await vi.advanceTimersByTimeAsync(12_000)
    expect(await shown).toBe(`new ${emptyPage}`)
  })

  it('has no page to show before it is installed, and fails as the browser does', async () => {
    await expect(open('/movie/7')).rejects.toThrow('Failed to fetch')
  })

  it.each([
    '/api/title',
    '/middleware/video/list',
    '/payment/atmos/cards',
    '/console/overview',
    '/operator',
    '/images/1.webp',
    '/app.apk',
  ])('leaves %s to the browser: it is not a page', async (path) => {
    await tell('install')
    expect(open(path)).toBeNull()
  })

  it('caches no response of the server to a viewer', async () => {
    await tell('install')
    expect(ask('/middleware/customer/info')).toBeNull()
    expect(ask('/assets/app.js', { method: 'POST' })).toBeNull()
    expect(ask('https://elsewhere.example/assets/app.js')).toBeNull()
  })

  it('serves its hashed files from the cache, and caches those that were loaded later', async () => {
    await tell('install')
    network.set(`${site}/assets/late.js`, () => new Response('late'))
    expect(await text(ask('/assets/late.js'))).toBe('late')
    network.clear()
    fetched.length = 0
    expect(await text(ask('/assets/app.js'))).toBe('new /assets/app.js')
    expect((await ask('/assets/late.js'))?.status).toBe(200)
    expect(fetched).toEqual([])
  })

  it('does not cache a file that the server did not have', async () => {
    await tell('install')
    network.set(`${site}/assets/gone.js`, () => new Response('', { status: 404 }))
    expect((await ask('/assets/gone.js'))?.status).toBe(404)
    expect(await caches.match('/assets/gone.js')).toBeUndefined()
  })

  it('requests a file without a hash from the server first', async () => {
    await tell('install')
    network.set(`${site}/manifest.json`, () => new Response('newer'))
    expect(await text(ask('/manifest.json'))).toBe('newer')
    network.clear()
    expect(await text(ask('/manifest.json'))).toBe('new /manifest.json')
  })
})

describe('[PLAYER-08] the player without a network', () => {
  it('is cached from the first download on, also by the next version', async () => {
    await tell('install')
    expect(await caches.match('/assets/player.js')).toBeUndefined()
    await tell('message', 'something else')
    expect(await caches.match('/assets/player.js')).toBeUndefined()
    await tell('message', 'keep-player')
    expect(await caches.match('/assets/player.js')).toBeDefined()
  })

  it('is updated with a new version where there is a download', async () => {
    await cacheOf('ekran-shell-v2').put('/kept-player', new Response(''))
    await tell('install')
    expect(await (await caches.open('ekran-shell-v3')).match('/assets/player.js')).toBeDefined()
  })
})

describe('[APP-02] a new version of the site', () => {
  it('keeps the cache of the previous version for its open pages, and removes only older ones', async () => {
    for (const name of ['ekran-shell-v1', 'ekran-shell-v2', 'films']) cacheOf(name)
    await tell('install')
    await tell('activate')
    expect([...stored.keys()]).toEqual(['ekran-shell-v2', 'films', 'ekran-shell-v3'])
  })
})

describe('[FOLLOW-01] a push message to the browser', () => {
  /** Sends an event, and waits until the worker has handled it. */
  async function handled(name: 'push' | 'notificationclick', event: object) {
    let done: Promise<unknown> = Promise.resolve()
    runs.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => void (done = work) } as never)
    await done
  }
  const push = (content: unknown) => handled('push', { data: { json: () => content } })
  const message = { title: 'Через 5 минут: Футбол', body: 'На канале «Спорт»', tag: 'ekran-7' }

  it('is shown, and opens its page in a window of its own or in the open one', async () => {
    await push({ ...message, href: '/channel/5?programme=7', notification_id: '7' })
    expect(notices).toEqual([{ ...message, icon: '/icons/icon-192.png', data: '/channel/5?programme=7' }])
    const close = vi.fn()
    const notification = { data: '/channel/5?programme=7', close }
    await handled('notificationclick', { notification })
    expect(opened).toEqual(['/channel/5?programme=7'])
    const focus = vi.fn(async () => undefined)
    const postMessage = vi.fn()
    const wrong = vi.fn(async () => undefined)
    windows = [
      { url: 'https://other.example/', focus, postMessage },
      { url: `${site}/console/payments`, focus: wrong, postMessage: wrong },
      { url: `${site}/tv`, focus, postMessage },
    ]
    await handled('notificationclick', { notification })
    expect(postMessage.mock.calls).toEqual([[{ open: '/channel/5?programme=7' }, []]])
    expect(wrong).not.toHaveBeenCalled()
    expect([opened.length, focus.mock.calls.length, close.mock.calls.length]).toEqual([1, 1, 2])
  })

  it('leads to a page of this site, whatever it says, and shows something in any case', async () => {
    await push({ ...message, href: '//elsewhere.example', notification_id: '7' })
    await push({ href: 'https://elsewhere.example' })
    await handled('push', {
      data: {
        json: () => {
          throw new SyntaxError('no JSON')
        },
      },
    })
    await handled('push', { data: null })
    expect(notices).toMatchObject([
      { data: '/notifications/7' },
      { title: 'ekran.uz', data: '/notifications' },
      { title: 'ekran.uz' },
      { title: 'ekran.uz' },
    ])
  })
})
