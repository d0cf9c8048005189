/**
 * Opens the site without a network. Built into `/service-worker.js` with the names of this build's files in front
 * (`web/shell-worker.ts`). It keeps the files of the site by their hashes and one empty page. It never keeps what the
 * server answers a viewer, never media, never an address that carries a ticket.
 */
interface ShellFiles {
  /** Of the build; names the cache. */
  readonly version: string
  /** Stands in for any page: nothing of a viewer is drawn in it. */
  readonly emptyPage: string
  /** What the empty page and the downloads need. */
  readonly files: readonly string[]
  /** What playing needs besides; kept once something is saved for offline viewing. */
  readonly player: readonly string[]
}
declare const shellFiles: ShellFiles

interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface WorkerFetch extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  addEventListener(name: 'install' | 'activate', run: (event: WorkerEvent) => void): void
  addEventListener(name: 'fetch', run: (event: WorkerFetch) => void): void
  addEventListener(name: 'message', run: (event: WorkerEvent & { readonly data: unknown }) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly location: Location
}

const own = 'ekran-shell-'
const current = own + shellFiles.version
const playerMark = '/kept-player'
/** A server that keeps a page waiting longer is taken for out of reach, if there is something to show instead. */
const pageLimitMs = 12_000
/** Paths that are not pages of the site. */
const notPages =
  /^\/(?:api|middleware|payment|history|p|images|export|metrics|healthz|readyz|operator)(?:\/|$)|\.\w{2,11}$/

async function keepPlayer(): Promise<void> {
  const cache = await caches.open(current)
  await cache.addAll([...shellFiles.player])
  await cache.put(playerMark, new Response(''))
}

async function install(): Promise<void> {
  const cache = await caches.open(current)
  await cache.addAll([...shellFiles.files])
  await cache.add(new Request(shellFiles.emptyPage, { cache: 'reload', credentials: 'omit' }))
  // Who has saved films must be able to play them after an update too.
  if ((await caches.match(playerMark)) !== undefined) await keepPlayer()
}

/** The build before stays, for the pages of it that are still open. */
async function forgetFormer(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith(own) && name !== current)
  await Promise.all(former.slice(0, -1).map((name) => caches.delete(name)))
}

/** A file of a build never changes, so what is kept is as good as what the server has. */
async function fileOf(request: Request): Promise<Response> {
  const match = await caches.match(request)
  if (match !== undefined) return match
  const answer = await fetch(request)
  if (answer.ok && answer.type === 'basic') {
    const cache = await caches.open(current)
    await cache.put(request, answer.clone()).catch(() => undefined)
  }
  return answer
}

/** The server first, always: nobody is held in an old version. */
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

serveOffline(self as unknown as WorkerScope)
