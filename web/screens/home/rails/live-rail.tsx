import { useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import type { HomeRail } from '#contract/site/home.ts'
import { pathOf } from '#contract/form/pages.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useSession } from '#web/session/session.ts'
import { useText } from '#web/session/text.ts'
import { lastChannel } from '#web/features/channels/last-channel.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { LiveTile } from '#web/features/channels/channel-card.tsx'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { FailedRail } from './failed-rail.tsx'

const maxChannels = 16

/**
 * Channels with a programme guide come first, for a guest those that play without an account. The viewer's favourites
 * have a rail of their own. `firstId`: before all others, a favourite or not.
 */
function chosen(list: readonly Channel[], firstId: number | null, isGuest: boolean): readonly Channel[] {
  const weight = ({ id, now, is_available: isAvailable }: Channel) =>
    id === firstId ? -2 : isGuest && isAvailable === 1 ? -1 : now === null ? 1 : 0
  return list
    .filter(({ id, is_favorited }) => is_favorited === 0 || id === firstId)
    .sort((a, b) => weight(a) - weight(b) || a.number - b.number)
}

/** `title`: '' for its own. */
export function LiveRail({ title: ownTitle }: { readonly title: string }) {
  const t = useText()
  const { state } = useChannels()
  // Read once: the rail must not move under the focus.
  const [firstId] = useState(() => (isTelevision() ? lastChannel() : null))
  const isGuest = useSession().token === null
  const title = ownTitle || t('home.live')
  return (
    <Tiles state={state} title={title} to={pathOf('tv')} choose={(list) => chosen(list, firstId, isGuest)} />
  )
}

/** Channels of a category, or of the editor's choice. */
export function ChosenChannelsRail({ rail }: { readonly rail: HomeRail }) {
  const t = useText()
  const { state } = useChannels()
  const { title, href, category_id: category, cids } = rail
  const choose = (list: readonly Channel[]) =>
    rail.kind === 'channels'
      ? cids.flatMap((cid) => list.find(({ id }) => id === cid) ?? [])
      : list.filter((one) => [one.category_id, ...one.additional_categories].includes(category))
  return <Tiles state={state} title={title || t('nav.tv')} to={href} choose={choose} />
}

interface TilesProps extends Pick<ReturnType<typeof useChannels>, 'state'> {
  readonly title: string
  readonly to: string
  readonly choose: (list: readonly Channel[]) => readonly Channel[]
}

function Tiles({ state, title, to, choose }: TilesProps) {
  if (state.kind === 'loading') return <Rail title={title} to={to} kind="wide" />
  if (state.kind !== 'ok') return <FailedRail title={title} onRetry={state.retry} />
  const list = choose(state.data.channels.item).slice(0, maxChannels)
  if (list.length === 0) return null
  return (
    <Rail title={title} to={to} kind="wide">
      {list.map((channel) => (
        <LiveTile key={channel.id} channel={channel} />
      ))}
    </Rail>
  )
}
