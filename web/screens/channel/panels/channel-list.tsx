import { memo, useRef } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import type { CallState } from '#web/session/requests/api.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { RadioBadge } from '#web/ui/controls/badge.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { onAir, progressOf } from '#web/ui/cards/on-air.ts'
import { Progress } from '#web/ui/controls/progress.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { scrollIntoList } from '#web/player/programmes/scroll-into-list.ts'
import styles from '#web/player/programmes/side-panel.module.css'
import { useOnChange } from '#web/state/use-on-change.ts'

interface ChannelListProps {
  readonly list: CallState<{ readonly channels: { readonly item: readonly Channel[] } }>
  readonly cid: number
  readonly onChannel: (id: number) => void
}

/** All channels with their current programmes. */
export function ChannelList({ list, cid, onChannel }: ChannelListProps) {
  const nowSec = useNowSec()
  const element = useRef<HTMLUListElement>(null)
  const ready = list.kind === 'ok'
  useOnChange([cid, ready], () => {
    if (ready) scrollIntoList(element.current?.querySelector('[aria-current="true"]'))
  })
  if (list.kind === 'loading')
    return (
      <div className={styles.list}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className={styles.skeleton} />
        ))}
      </div>
    )
  if (list.kind !== 'ok') return <RetryCard onRetry={list.retry} />
  return (
    <ul className={styles.list} ref={element}>
      {list.data.channels.item.map((channel) => (
        <ChannelRow
          key={channel.id}
          channel={channel}
          current={channel.id === cid}
          nowSec={nowSec}
          onChannel={onChannel}
        />
      ))}
    </ul>
  )
}

interface ChannelRowProps {
  readonly channel: Channel
  readonly current: boolean
  readonly nowSec: number
  readonly onChannel: (id: number) => void
}

const ChannelRow = memo(function ChannelRow({ channel, current, nowSec, onChannel }: ChannelRowProps) {
  const t = usePlayerText()
  const programme = onAir(channel, nowSec)
  return (
    <li>
      <button
        type="button"
        className={styles.channel}
        aria-current={current ? 'true' : undefined}
        onClick={() => onChannel(channel.id)}
      >
        <span className={styles.number}>{channel.number}</span>
        <ChannelLogo name={channel.name} logo={channel.logo} className={styles.logo} />
        <span className={styles.words}>
          <span className={styles.name}>
            {channel.name}
            {channel.is_radio === 1 && (
              <>
                {' '}
                <RadioBadge />
              </>
            )}
            {channel.is_available === 0 && <Icon name="lock" size={14} className={styles.lock} />}
          </span>
          <span className={styles.now}>
            {programme?.title ?? t(channel.is_closed === 1 ? 'live.notForProfile' : 'live.noGuide')}
          </span>
          {programme !== null && (
            <Progress part={progressOf(programme, nowSec).part} className={styles.progress} />
          )}
        </span>
      </button>
    </li>
  )
})
