/** The viewer's channels by habit and hour, and those watched last on this device. */
import { useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import { recentChannels, habitualChannels } from '#web/features/channels/channel-habits.ts'
import { LiveTile } from '#web/features/channels/channel-card.tsx'
import { storedHabits } from '#web/features/channels/stored-habits.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'

/** A rail of fewer looks broken. */
const minChannels = 2
const maxChannels = 12

export function OwnChannelsRails() {
  const t = useHomeText()
  const { state } = useChannels()
  // Read once: the rails must not move under the focus.
  const [{ habitual, recent }] = useState(readHabits)
  if (state.kind !== 'ok') return null
  const list = state.data.channels.item
  const now = among(list, habitual)
  const last = among(
    list,
    recent.filter((cid) => !now.some(({ id }) => id === cid)),
  )
  return (
    <>
      <ChannelsRail title={t('habitualChannels')} channels={now} />
      <ChannelsRail title={t('recentChannels')} channels={last} />
    </>
  )
}

function ChannelsRail({
  title,
  channels,
}: {
  readonly title: string
  readonly channels: readonly Channel[]
}) {
  if (channels.length < minChannels) return null
  return (
    <Rail title={title} to={pathOf('tv')} kind="wide">
      {channels.map((channel) => (
        <LiveTile key={channel.id} channel={channel} />
      ))}
    </Rail>
  )
}

function readHabits() {
  const habits = storedHabits()
  const now = new Date()
  const at = { atSec: Math.floor(now.getTime() / 1000), hour: now.getHours() }
  return { habitual: habitualChannels(habits, at), recent: recentChannels(habits) }
}

/** Only what may be watched now. */
function among(list: readonly Channel[], cids: readonly number[]): readonly Channel[] {
  return cids
    .flatMap((cid) => list.find(({ id, is_available: isOpen }) => id === cid && isOpen === 1) ?? [])
    .slice(0, maxChannels)
}
