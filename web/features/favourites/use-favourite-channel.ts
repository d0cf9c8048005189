/** The viewer's favourite channels: one store for the list, the channel's page and "mine" (TV-05). */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { channels } from '#contract/channels/channels.ts'
import { viewing } from '#contract/films/viewing.ts'
import { useText } from '#web/session/text.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'
import { createFavouriteStore, type Toggled } from './favourite-store.ts'
import { askToLogIn } from '#web/session/login-needed.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { session } from '#web/session/session.ts'

export const favouriteChannels = createFavouriteStore(async (cid, isFavourite) => {
  const result = await call(
    viewing.settingsSave,
    isFavourite ? { favorite_channel: cid } : { unfavorite_channel: cid },
  )
  // Cached responses contain the old value; the next list is requested again.
  if (result.kind === 'ok') forgetResponses(channels.list.path)
  return result
})
onLogout(favouriteChannels.forget)

type Reader = (cid: number, report: boolean) => boolean
/** A new object after every change, so that components holding it render again. */
let shown: Reader = (cid, report) => favouriteChannels.shown(cid, report)
favouriteChannels.subscribe(() => {
  shown = (cid, report) => favouriteChannels.shown(cid, report)
})
const asReported: Reader = (_, report) => report

/** The channels of a response, each with the viewer's changes since. */
export function useFavouriteChannels(list: readonly Channel[]): readonly Channel[] {
  const isShown = useSyncExternalStore(
    favouriteChannels.subscribe,
    () => shown,
    () => asReported,
  )
  useEffect(() => {
    if (session.get().token === null) return
    for (const { id, is_favorited } of list) favouriteChannels.reported(id, is_favorited === 1)
  }, [list])
  return useMemo(
    () =>
      list.map((channel) => {
        const is_favorited = isShown(channel.id, channel.is_favorited === 1) ? 1 : 0
        return is_favorited === channel.is_favorited ? channel : { ...channel, is_favorited }
      }),
    [list, isShown],
  )
}

/**
 * Adds a channel to the favourites or removes it; a guest is asked to log in. `failed`: the message when it fails.
 */
export function toggleFavouriteChannel(cid: number, report: 0 | 1, failed: string): Toggled {
  if (session.get().token === null) {
    askToLogIn()
    return 'login_needed'
  }
  favouriteChannels.reported(cid, report === 1)
  const target = !favouriteChannels.get(cid)
  void favouriteChannels.set(cid, target).then((outcome) => {
    if (outcome.kind === 'undone') showToast(outcome.message || failed)
  })
  return target ? 'added' : 'removed'
}

interface FavouriteChannel {
  readonly isFavourite: boolean
  /** Adds or removes it; a guest is asked to log in. */
  readonly toggle: () => void
}

/** Whether a channel is a favourite. A change is shown at once and undone with a message when it fails. */
export function useFavouriteChannel(cid: number, report: 0 | 1): FavouriteChannel {
  const t = useText()
  const read = () => favouriteChannels.shown(cid, report === 1)
  const isFavourite = useSyncExternalStore(favouriteChannels.subscribe, read, () => report === 1)
  const toggle = useCallback(
    () => void toggleFavouriteChannel(cid, report, t('favourite.failed')),
    [cid, report, t],
  )
  return { isFavourite, toggle }
}
