/**
 * Opens the site without a network. Built into `/service-worker.js` with the names of this build's files in front
 * (`web/shell-worker.ts`). It caches the hashed files of the site and one empty page. It never caches responses to
 * a viewer, media, or addresses that carry a ticket.
 */
interface ShellFiles {
  /** The id of the build; part of the cache's name. */
  readonly version: string
  /** Served instead of any page when offline; contains no data of a viewer. */
  readonly emptyPage: string
  /** The path of the page of notifications. */
  readonly notifications: string
  /** Files needed by the empty page and the downloads. */
  readonly files: readonly string[]
  /** Files needed for playback; cached once there is a download. */
  readonly player: readonly string[]
}
declare const shellFiles: ShellFiles

interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface WorkerFetch extends WorkerEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null
}
interface ClickEvent extends WorkerEvent {
  readonly notification: { readonly data?: unknown; close(): void }
}
interface OpenWindow {
  readonly url: string
  focus(): Promise<unknown>
  postMessage(message: unknown, transfer: readonly never[]): void
}
interface WorkerScope {
  addEventListener(name: 'push', run: (event: PushEvent) => void): void
  addEventListener(name: 'notificationclick', run: (event: ClickEvent) => void): void
  addEventListener(name: 'install' | 'activate', run: (event: WorkerEvent) => void): void
  addEventListener(name: 'fetch', run: (event: WorkerFetch) => void): void
  addEventListener(name: 'message', run: (event: WorkerEvent & { readonly data: unknown }) => void): void
  skipWaiting(): Promise<void>
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { readonly type: 'window' }): Promise<readonly OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: {
    showNotification(title: string, options: Readonly<Record<string, unknown>>): Promise<void>
  }
  readonly location: Location
}

const own = 'ekran-shell-'
const current = own + shellFiles.version
const playerMark = '/kept-player'
/** After this time the server counts as unreachable, if there is something to show instead. */
const pageLimitMs = 12_000
/** Paths that are not pages of the site. */
const notPages =
  /^\/(?:api|middleware|payment|history|p|images|export|metrics|healthz|readyz|console|operator)(?:\/|$)|\.\w{2,11}$/

async function keepPlayer(): Promise<void> {
  const cache = await caches.open(current)
  await cache.addAll([...shellFiles.player])
  await cache.put(playerMark, new Response(''))
}

async function install(): Promise<void> {
  const cache = await caches.open(current)
  await cache.addAll([...shellFiles.files])
  await cache.add(new Request(shellFiles.emptyPage, { cache: 'reload', credentials: 'omit' }))
  // Downloads must stay playable after an update.
  if ((await caches.match(playerMark)) !== undefined) await keepPlayer()
}

/** The previous build stays for its pages that are still open. */
async function forgetFormer(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith(own) && name !== current)
  await Promise.all(former.slice(0, -1).map((name) => caches.delete(name)))
}

/** Hashed files never change, so a cached one is always valid. */
async function fileOf(request: Request): Promise<Response> {
  const match = await caches.match(request)
  if (match !== undefined) return match
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') {
    const cache = await caches.open(current)
    await cache.put(request, response.clone()).catch(() => undefined)
  }
  return response
}

/** Network first: a viewer never stays on an old version. */
async function pageOf(request: Request): Promise<Response> {
  const shell = await (await caches.open(current)).match(shellFiles.emptyPage)
  if (shell === undefined) return fetch(request)
  const limit = new Promise<Response>((resolve) => setTimeout(resolve, pageLimitMs, shell))
  return Promise.race([fetch(request).catch(() => shell), limit])
}

async function newestOf(request: Request): Promise<Response> {
  return fetch(request).catch(async () => (await caches.match(request)) ?? Response.error())
}

function serveOffline(worker: WorkerScope): void {
  worker.addEventListener('install', (event) => event.waitUntil(install().then(() => worker.skipWaiting())))
  worker.addEventListener('activate', (event) =>
    event.waitUntil(forgetFormer().then(() => worker.clients.claim())),
  )
  worker.addEventListener('message', (event) => {
    if (event.data === 'keep-player') event.waitUntil(keepPlayer())
  })
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== worker.location.origin) return
    if (request.mode === 'navigate') {
      if (!notPages.test(pathname)) event.respondWith(pageOf(request))
    } else if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request))
    else if (shellFiles.files.includes(pathname)) event.respondWith(newestOf(request))
  })
}

/** A text of a message (`webPushPayload` of the server); '' for none. */
function textOf(message: unknown, name: string): string {
  const value: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, name) : ''
  return typeof value === 'string' ? value : ''
}

function contentOf({ data }: PushEvent): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

/** A path of this site; the page of notifications for anything else. */
function pathOfMessage(message: unknown): string {
  const href = textOf(message, 'href')
  if (/^\/(?!\/)/.test(href)) return href
  const id = textOf(message, 'notification_id')
  return /^[1-9]\d{0,9}$/.test(id) ? `${shellFiles.notifications}/${id}` : shellFiles.notifications
}

/** An open window of the site goes to the page by itself, so that nothing of it is lost; else a new one opens. */
async function openPage(worker: WorkerScope, path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' })
  // Not the operators' console, which has the same origin.
  const first = windows.find(({ url }) => {
    const { origin, pathname } = new URL(url)
    return origin === worker.location.origin && !notPages.test(pathname)
  })
  if (first === undefined) return void (await worker.clients.openWindow(path))
  first.postMessage({ open: path }, [])
  await first.focus()
}

/** Push messages while the site is closed. Every message must show something, or browsers take the right away. */
function showMessages(worker: WorkerScope): void {
  worker.addEventListener('push', (event) => {
    const message = contentOf(event)
    const title = textOf(message, 'title') || worker.location.hostname
    const options = {
      body: textOf(message, 'body'),
      tag: textOf(message, 'tag'),
      icon: '/icons/icon-192.png',
      data: pathOfMessage(message),
    }
    event.waitUntil(worker.registration.showNotification(title, options))
  })
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event
    notification.close()
    const path = typeof notification.data === 'string' ? notification.data : shellFiles.notifications
    event.waitUntil(openPage(worker, path))
  })
}

serveOffline(self as unknown as WorkerScope)
showMessages(self as unknown as WorkerScope)
