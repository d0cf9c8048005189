/** What playing needs, fetched while it is only thought of: then a click waits for the picture alone (TV-09). */
import { useEffect } from 'react'
import { matchPage } from '#contract/form/pages.ts'
import { useSession } from '#web/session/session.ts'
import { maySpendData, warmUp } from './warm-channels.ts'

/** After the page itself and its pictures. */
const quietMs = 1200
/** A pointer or the focus that stays on a channel for so long means it. */
const dwellMs = 150

/** The page itself brings nothing of it. */
async function loadPlayer() {
  return (await import('#player/engines/shaka/load-shaka.ts')).loadShaka()
}

/**
 * `loadPage` fetches the screen that plays; the player's program comes with it. The channel that is aimed at is made
 * ready too. Guests, who cannot watch, and whoever saves data fetch nothing.
 */
export function usePlayerAhead(loadPage: () => Promise<unknown>): void {
  const isGuest = useSession().token === null
  useEffect(() => {
    if (isGuest) return
    const timer = setTimeout(() => {
      if (!maySpendData()) return
      // What does not come now is fetched, and its failure told, when it is needed.
      for (const load of [loadPage, loadPlayer]) load().catch(() => undefined)
    }, quietMs)
    return () => clearTimeout(timer)
  }, [isGuest, loadPage])
  useEffect(() => (isGuest ? undefined : warmAimedAt()), [isGuest])
}

/** Makes the channel ready whose link is pointed at, focused or pressed; the answer ends that. */
function warmAimedAt(): () => void {
  let abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const aim = ({ target, type }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    const page = link === null ? null : matchPage(link.pathname)
    const cid = page?.name === 'channel' ? Number(page.params['id']) : Number.NaN
    clearTimeout(timer)
    if (!Number.isInteger(cid) || !maySpendData()) return
    abort.abort()
    abort = new AbortController()
    const { signal } = abort
    if (type === 'pointerdown') void warmUp([cid], signal)
    else timer = setTimeout(() => void warmUp([cid], signal), dwellMs)
  }
  const names = ['pointerover', 'pointerdown', 'focusin'] as const
  for (const name of names) document.addEventListener(name, aim)
  return () => {
    clearTimeout(timer)
    abort.abort()
    for (const name of names) document.removeEventListener(name, aim)
  }
}
