import { useEffect, useState } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { useSession } from '#web/session/session.ts'
import { LiveTile } from '#web/features/channels/channel-card.tsx'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { isExpected, noteRail } from './expected-rails.ts'
import { useHomeText } from '#web/screens/home/text/home-text.ts'

/** The current programmes of the viewer's favourite channels. */
export function FavouriteChannelsRail({ title }: { readonly title: string }) {
  const { token } = useSession()
  return token === null ? null : <OwnChannels title={title} />
}

function OwnChannels({ title }: { readonly title: string }) {
  const t = useHomeText()
  const { state, asViewer } = useChannels()
  const [waits] = useState(() => isExpected('channels', false))
  const own =
    asViewer && state.kind === 'ok'
      ? state.data.channels.item.filter((channel) => channel.is_favorited === 1)
      : null
  const isThere = own === null ? null : own.length > 0
  useEffect(() => {
    if (isThere !== null) noteRail('channels', isThere)
  }, [isThere])
  // The rail of all channels below reports that channels failed to load; no second message here.
  if (own?.length === 0 || (own === null && !(waits && state.kind === 'loading'))) return null
  return (
    <Rail title={title || t('favouriteChannels')} to={pathOf('my', { slug: 'channels' })} kind="wide">
      {own?.map((channel) => (
        <LiveTile key={channel.id} channel={channel} />
      ))}
    </Rail>
  )
}
