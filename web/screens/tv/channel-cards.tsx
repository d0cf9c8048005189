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

/** Channels as cards; a button opens the guide of each. */
export function ChannelCards({ list, showLock }: ChannelCardsProps) {
  const t = useTvText()
  const [dayOf, setDayOf] = useState<Channel | null>(null)
  return (
    <>
      <p className={styles.count} role="status">
        {t('count', { count: list.length })}
      </p>
      <ul className={styles.grid} data-grid="">
        {list.map((channel) => (
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
