import '#web/old-engines/fill.ts'
import '#web/old-engines/fill-dialog.ts'
import '#web/old-engines/leaving.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { currentAddress } from '#web/router/address-bar.ts'
import { App } from './app.tsx'
import type { BackOptions } from '#web/remote/go-back.ts'
import { askToLeave } from '#web/remote/leaving.ts'
import { createBrowserRouter, type Router } from '#web/router/create-router.ts'
import { screenAt } from './routes.tsx'
import { isPackaged } from '#web/features/releases/app-platform.ts'
import { releaseState } from '#web/features/releases/release-state.ts'
import { beginStart } from '#web/features/releases/safe-mode.ts'
import { freshForMs, remember } from '#web/session/requests/answers.ts'
import { hydrateFirstPage, type FirstPage } from '#web/session/first-page.ts'
import { preloadHome } from '#web/screens/home/preload-home.ts'
import { tellLanguage } from '#web/session/language-cookie.ts'
import { followOtherTabs } from '#web/session/other-tabs.ts'
import { session } from '#web/session/session.ts'

const root = document.getElementById('app') ?? missingRoot()
const isTelevision = document.documentElement.hasAttribute('data-tv')

// From here on this engine is none that is too old (`old-engines/too-old.ts`).
document.documentElement.setAttribute('data-started', '')
// Counted before anything can fail. A browser neither counts its starts nor requests release information.
if (isPackaged()) beginStart()

// The language in the address applies before the first paint, so that no other language flashes (SHELL-11).
const target = matchPage(currentAddress().pathname)?.language ?? null
if (target !== null && target !== session.get().language) session.setLanguage(target)
tellLanguage(document.documentElement.dataset['chosen'] !== undefined)
followOtherTabs()
// Most visits come without: then the code is not loaded.
if (/[?&](?:utm_\w+|dealer_id|promo)=/.test(location.search)) {
  const { search } = location
  void import('#web/session/utm.ts').then(
    ({ rememberArrival }) => rememberArrival(search),
    () => undefined,
  )
}
// A television's application is installed in another way, and its browser is too old for a reliable service worker.
if (!isPackaged() && !isTelevision && 'serviceWorker' in navigator)
  window.addEventListener('load', () => {
    // Private windows and full disks reject it; the site works without.
    navigator.serviceWorker
      // Each build has a worker of its own, which caches its files.
      .register(import.meta.env.MODE === 'old-engines' ? '/service-worker-old.js' : '/service-worker.js')
      .catch(() => undefined)
  })

const drawn = drawnByServer(root)
/** Null until a packaged app has what it needs to start. */
let router: Router | null = null
const back: BackOptions = {
  pathname: () => currentAddress().pathname,
  goTo: (path) => void router?.navigate(path, { replace: true }),
  // The first start of an app, and an update without which it does not work.
  hasPages: () => router !== null && releaseState.get().update !== 'forced',
  askToLeave,
}
// Only televisions need and load the code for the keys of a remote control.
if (isTelevision)
  void import('#web/remote/arrows.ts').then((remote) => remote.followRemote({ ...back, playLastChannel }))
// Only packaged apps have a platform and a release, and load their code; only the staff sees the site as a subscriber.
if (isPackaged() || document.documentElement.hasAttribute('data-support-view'))
  void import('./start-prepared.ts').then((file) => file.startPrepared(root, back, start))
else start()

function start(): Router {
  // Positions of offline viewing, and of a guest who has just logged in, are reported at once; most visits have none.
  reportPositions()
  session.subscribe(reportPositions)
  // Downloads continue and their licences are renewed; most devices have none.
  if (hasDownloads()) void import('#web/downloads/licences.ts').then((file) => file.followDownloads())
  const created = createBrowserRouter(screenAt)
  router = created
  // Registers this browser again, for the viewer who is logged in now; most browsers have not allowed messages.
  if (!isPackaged() && !isTelevision && getsMessages())
    void import('#web/notifications/start-web-push.ts').then((file) =>
      file.startWebPush((path) => void created.navigate(path)),
    )
  if (drawn !== null) void goOnWith(drawn, root, created)
  else if (isTelevision && session.get().token !== null && isHome()) void preloadHome().then(draw)
  else draw()
  return created

  function draw() {
    createRoot(root).render(<App router={created} />)
  }
}

function getsMessages(): boolean {
  return 'PushManager' in window && 'Notification' in window && Notification.permission === 'granted'
}

function isHome() {
  return matchPage(currentAddress().pathname)?.name === 'home'
}

/** The page rendered by the server, if this browser's first render would be the same. */
function drawnByServer(root: HTMLElement): FirstPage | null {
  if (document.documentElement.hasAttribute('data-limited')) {
    // It may show what is above the limit of the profile.
    root.textContent = ''
    document.documentElement.removeAttribute('data-limited')
    return null
  }
  const text = document.getElementById('first-page')?.textContent
  if (text == null || text === '') return null
  const first = JSON.parse(text) as FirstPage
  return first.language === session.get().language && !isTelevision ? first : null
}

/** The screen's code must be loaded first: without it the page would be removed and rendered again. */
async function goOnWith(first: FirstPage, root: HTMLElement, router: Router): Promise<void> {
  for (const [key, data] of Object.entries(first.responses)) remember(key, data)
  hydrateFirstPage(first, freshForMs)
  const { screen } = router.get()
  if (screen === null) await new Promise<void>((resolve) => router.subscribe(resolve))
  // In slices, between which the browser handles input: the content is visible, only its handlers are missing.
  if (router.get().failure === null) startTransition(() => void hydrateRoot(root, <App router={router} />))
  else createRoot(root).render(<App router={router} />)
}

function missingRoot(): never {
  throw new Error('the page has no #app')
}

async function playLastChannel(): Promise<void> {
  const { lastChannel } = await import('#web/features/channels/last-channel.ts')
  const id = lastChannel()
  if (id !== null) await router?.navigate(pathOf('channel', { id }))
}

function hasDownloads(): boolean {
  try {
    return localStorage.getItem('ekran.downloads')?.includes('"vfid"') ?? false
  } catch {
    return false
  }
}

function reportPositions(): void {
  if (session.get().token === null || !hasUnsentPositions()) return
  // What cannot be loaded now is reported at the next start.
  void import('#web/player/playback/saved-positions.ts').then(
    (places) => places.reportUnsent(),
    () => undefined,
  )
}

function hasUnsentPositions(): boolean {
  try {
    return localStorage.getItem('ekran.places')?.includes('"isSent":false') ?? false
  } catch {
    return false
  }
}
