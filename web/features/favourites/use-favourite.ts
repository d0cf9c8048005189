/** The viewer's favourites: one store for every card and page, in step with other tabs (FILM-02). */
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { viewing } from '#contract/films/viewing.ts'
import { useText } from '#web/session/text.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { call } from '#web/session/requests/api.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { createFavouriteStore, type Toggled } from './favourite-store.ts'
import { askToLogIn } from '#web/session/login-needed.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { session, useViewerKey } from '#web/session/session.ts'
import { viewerKey } from '#web/session/session-rules.ts'

/** What this page knows of the favourites, for components that show many of them. */
export const favourites = createFavouriteStore((vid, isFavourite) =>
  call(viewing.settingsSet, { vid, is_favorited: isFavourite ? 1 : 0 }),
)

let loading: 'not yet' | 'on its way' | 'done' = 'not yet'

onLogout(() => {
  loading = 'not yet'
  favourites.forget()
})

/** Requests all favourites once; other values come with the page's own responses. */
async function loadOnce(): Promise<void> {
  if (loading !== 'not yet') return
  loading = 'on its way'
  const viewer = viewerKey(session.get())
  const result = await call(viewing.favourites, {})
  if (viewerKey(session.get()) !== viewer) return
  if (result.kind !== 'ok') {
    loading = 'not yet'
    return
  }
  for (const vid of result.data.vids) favourites.reported(vid, true)
  loading = 'done'
}

interface Said {
  readonly viewer: string
  readonly vid: number
  readonly isFavourite: boolean
}
/** Created with the first title shown. Browsers without it see changes of another tab after a reload. */
let channel: BroadcastChannel | null = null
function otherTabs(): BroadcastChannel | null {
  if (channel !== null || typeof BroadcastChannel === 'undefined') return channel
  channel = new BroadcastChannel('favourites')
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.viewer === viewerKey(session.get())) favourites.doneElsewhere(data.vid, data.isFavourite)
  })
  return channel
}

/** Changes it at once; a guest is asked to log in, and a change that failed is undone with a message (`failed`). */
export function toggleFavourite(vid: number, failed: string): Toggled {
  if (session.get().token === null) {
    askToLogIn()
    return 'login_needed'
  }
  const target = !favourites.get(vid)
  void favourites.set(vid, target).then((outcome) => {
    if (outcome.kind === 'undone') showToast(outcome.message || failed)
    if (outcome.kind !== 'kept') return
    const said: Said = { viewer: viewerKey(session.get()), vid, isFavourite: favourites.get(vid) }
    otherTabs()?.postMessage(said)
  })
  return target ? 'added' : 'removed'
}

interface Favourite {
  readonly isFavourite: boolean
  readonly toggle: () => Toggled
}

/**
 * Whether a title is a favourite, and a function that changes it. `report`: `is_favorited` in a response of this
 * page.
 */
export function useFavourite(vid: number, report?: 0 | 1): Favourite {
  const t = useText()
  const viewer = useViewerKey()
  const reachable = useReachable()
  const read = () => favourites.get(vid)
  const isFavourite = useSyncExternalStore(favourites.subscribe, read, () => false)
  useEffect(() => {
    if (viewer === '' || !reachable) return
    otherTabs()
    void loadOnce()
  }, [viewer, reachable])
  useEffect(() => {
    if (viewer !== '' && report !== undefined) favourites.reported(vid, report === 1)
  }, [viewer, vid, report])
  const toggle = useCallback(() => toggleFavourite(vid, t('favourite.failed')), [vid, t])
  return { isFavourite, toggle }
}
