import type { Channel } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { LiveTile } from '#web/features/channels/channel-card.tsx'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { FailedRail } from './failed-rail.tsx'

const maxChannels = 16

/** Channels with a programme guide come first. The viewer's favourites have a rail of their own. */
function chosen(list: readonly Channel[]): readonly Channel[] {
  const weight = (channel: Channel) => (channel.now === null ? 1 : 0)
  return list
    .filter((channel) => channel.is_favorited === 0)
    .sort((a, b) => weight(a) - weight(b) || a.number - b.number)
    .slice(0, maxChannels)
}

export function LiveRail() {
  const t = useText()
  const { state } = useChannels()
  const title = t('home.live')
  if (state.kind === 'loading') return <Rail title={title} to={pathOf('tv')} kind="wide" />
  if (state.kind !== 'ok') return <FailedRail title={title} onRetry={state.retry} />
  const list = chosen(state.data.channels.item)
  if (list.length === 0) return null
  return (
    <Rail title={title} to={pathOf('tv')} kind="wide">
      {list.map((channel) => (
        <LiveTile key={channel.id} channel={channel} />
      ))}
    </Rail>
  )
}
