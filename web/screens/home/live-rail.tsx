import type { Channel } from '#contract/channels.ts'
import { pathOf } from '#contract/pages.ts'
import { useText } from '#web/i18n/text.ts'
import { useChannels } from '#web/screens/tv/use-channels.ts'
import { LiveTile, LiveTileSkeleton } from '#web/ui/channel-card.tsx'
import { Rail } from '#web/ui/rail.tsx'
import { FailedRail } from './failed-rail.tsx'

const PLACES = ['1', '2', '3', '4', '5']
const MOST = 16

/** What is on now: the viewer's favourites first, then channels that say what they show. */
function chosen(list: readonly Channel[]): readonly Channel[] {
  const weight = (channel: Channel) => (channel.is_favorited === 1 ? 0 : channel.now === null ? 2 : 1)
  return [...list].sort((a, b) => weight(a) - weight(b) || a.number - b.number).slice(0, MOST)
}

export function LiveRail() {
  const t = useText()
  const { state } = useChannels()
  const title = t('home.live')
  if (state.kind === 'loading')
    return (
      <Rail title={title} kind="wide">
        {PLACES.map((place) => (
          <LiveTileSkeleton key={place} />
        ))}
      </Rail>
    )
  if (state.kind !== 'answer') return <FailedRail title={title} onRetry={state.retry} />
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
