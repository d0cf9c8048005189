import type { Channel } from '#contract/channels.ts'
import type { ZappingState } from '#player/core/zapping.ts'
import { usePlayerText } from '#web/player/player-text.ts'
import styles from './channel-controls.module.css'

interface NumberCardProps {
  readonly zap: ZappingState
  readonly line: readonly Channel[]
}

/** The number being typed and the channel it names. */
export function NumberCard({ zap, line }: NumberCardProps) {
  const t = usePlayerText()
  if (zap.digits === null) return null
  const channel = line.find(({ id }) => id === zap.digitsId)
  return (
    <div className={styles.numberCard} role="status">
      <span className={styles.typed}>{zap.digits}</span>
      <span className={styles.named}>{channel?.name ?? t('channel.noNumber')}</span>
    </div>
  )
}
