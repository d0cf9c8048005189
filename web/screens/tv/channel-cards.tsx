import { useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { ChannelCard } from '#web/features/channels/channel-card.tsx'
import { DaySheet } from './guide/day-sheet.tsx'
import { useTvText } from './guide/model/tv-text.ts'
import styles from './tv-screen.module.css'

interface ChannelCardsProps {
  readonly list: readonly Channel[]
  readonly showLock: boolean
}

/** Channels as cards, those that a profile may not watch now at the end; a button opens the guide of each. */
export function ChannelCards({ list, showLock }: ChannelCardsProps) {
  const t = useTvText()
  const [dayOf, setDayOf] = useState<Channel | null>(null)
  // As the list was loaded: no card moves while the page is open.
  const isClosed = (one: Channel) => one.is_closed === 1
  // Engines of old televisions do not keep the order of equals when they sort.
  const shown = [...list.filter((one) => !isClosed(one)), ...list.filter(isClosed)]
  return (
    <>
      <p className={styles.count} role="status">
        {t('count', { count: list.length })}
      </p>
      <ul className={styles.grid} data-grid="">
        {shown.map((channel) => (
          <li key={channel.id}>
            <ChannelCard
              channel={channel}
              showLock={showLock}
              withHeart
              dayName={t('daySheetOf', { name: channel.name })}
              onDay={() => setDayOf(channel)}
            />
          </li>
        ))}
      </ul>
      <DaySheet channel={dayOf} onClose={() => setDayOf(null)} />
    </>
  )
}
