/** The channels and categories as this viewer sees them. */
import { channels, type Category, type Channel } from '#contract/channels/channels.ts'
import { useCall, type CallState } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { useFavouriteChannels } from '#web/features/favourites/use-favourite-channel.ts'
import { useWorldList } from './use-world-list.ts'

const renewEveryMs = 60_000
const nothing: readonly Category[] = []
const noChannels: readonly Channel[] = []

export interface ChannelsState {
  readonly state: CallState<{ readonly channels: { readonly item: readonly Channel[] } }>
  /**
   * False for a guest, and for a subscriber whose own list failed to load: the guests' list is shown instead
   * (TV-01).
   */
  readonly asViewer: boolean
}

/** The list, refreshed every minute while the page is visible. */
export function useChannels(): ChannelsState {
  const signedIn = useSession().token !== null
  const own = useCall(channels.list, signedIn ? {} : null, { everyMs: renewEveryMs })
  const ownFailed = own.kind === 'refused' || own.kind === 'unreachable'
  const asGuest = !signedIn || ownFailed
  const open = useCall(channels.publicList, asGuest ? {} : null, { everyMs: renewEveryMs })
  const marked = useFavouriteChannels(own.kind === 'ok' ? own.data.channels.item : noChannels)
  const viewers = own.kind === 'ok' ? { ...own, data: { channels: { item: marked } } } : own
  return { state: useWorldList(asGuest ? open : viewers), asViewer: !asGuest }
}

/** The categories; none when they fail to load, which only ends the loading state (TV-01). */
export function useCategories(asViewer: boolean): {
  readonly loading: boolean
  readonly items: readonly Category[]
} {
  const state = useCall(asViewer ? channels.categories : channels.publicCategories, {})
  return {
    loading: state.kind === 'loading',
    items: state.kind === 'ok' ? state.data.categories.item : nothing,
  }
}
