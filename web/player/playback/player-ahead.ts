/** Loads the player's code before it is needed, so that a click waits for the video alone (TV-09). */
import { useEffect } from 'react'
import { matchPage } from '#contract/form/pages.ts'
import { useSession } from '#web/session/session.ts'

/** After the page itself and its images. */
const quietMs = 1200
/** A pointer or focus that stays on a channel this long probably opens it. */
const dwellMs = 150

/** The page itself loads none of this: neither the player nor what is prefetched for it. */
function loadWarm() {
  return import('./warm-channels.ts')
}

async function loadPlayer() {
  return (await import('#player/engines/shaka/load-shaka.ts')).loadShaka()
}

/**
 * `loadPage` imports the screen that plays, which brings the player's code with it. The channel under the pointer
 * is prefetched too. Guests, who cannot watch, and viewers who save data prefetch nothing.
 */
export function usePlayerAhead(loadPage: () => Promise<unknown>): void {
  const isGuest = useSession().token === null
  useEffect(() => {
    if (isGuest) return
    const loadAll = async () => {
      if (!(await loadWarm()).maySpendData()) return
      await Promise.all([loadPage(), loadPlayer()])
    }
    // A failed import is repeated, and its error shown, when the player is really opened.
    const timer = setTimeout(() => void loadAll().catch(() => undefined), quietMs)
    return () => clearTimeout(timer)
  }, [isGuest, loadPage])
  useEffect(() => (isGuest ? undefined : warmAimedAt()), [isGuest])
}

/** Prefetches the channel whose link is hovered, focused or pressed; returns the function that ends that. */
function warmAimedAt(): () => void {
  let abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const aim = ({ target, type }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    const page = link === null ? null : matchPage(link.pathname)
    const cid = page?.name === 'channel' ? Number(page.params['id']) : Number.NaN
    clearTimeout(timer)
    if (!Number.isInteger(cid)) return
    abort.abort()
    abort = new AbortController()
    const { signal } = abort
    const warm = async () => {
      const { maySpendData, warmUp } = await loadWarm()
      if (maySpendData()) await warmUp([cid], signal)
    }
    const start = () => void warm().catch(() => undefined)
    if (type === 'pointerdown') start()
    else timer = setTimeout(start, dwellMs)
  }
  const names = ['pointerover', 'pointerdown', 'focusin'] as const
  for (const name of names) document.addEventListener(name, aim)
  return () => {
    clearTimeout(timer)
    abort.abort()
    for (const name of names) document.removeEventListener(name, aim)
  }
}
