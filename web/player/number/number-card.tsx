import type { Channel } from '#contract/channels/channels.ts'
import type { ZappingState } from '#player/core/zapping/zapping.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { onAir } from '#web/ui/cards/on-air.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { classes } from '#web/ui/text/class-names.ts'
import logo from '#web/ui/cards/logo-plate.module.css'
import styles from './number-card.module.css'

interface NumberCardProps {
  readonly zap: Pick<ZappingState, 'digits' | 'digitsId'>
  /** Null while they load. */
  readonly line: readonly Channel[] | null
}

/** The number being typed, with its channel and current programme before that is opened. */
export function NumberCard({ zap, line }: NumberCardProps) {
  const t = usePlayerText()
  const nowSec = useNowSec()
  if (zap.digits === null) return null
  const channel = line?.find(({ id }) => id === zap.digitsId)
  return (
    <div className={styles.card} role="status" data-wrong={line !== null && channel === undefined}>
      <span className={styles.typed}>{zap.digits}</span>
      {channel === undefined ? (
        line !== null && <span className={styles.wrong}>{t('channel.noNumber')}</span>
      ) : (
        <>
          <ChannelLogo name={channel.name} logo={channel.logo} className={classes(logo.plate, styles.logo)} />
          <span className={styles.words}>
            <span className={styles.named}>{channel.name}</span>
            <span className={styles.now}>
              {onAir(channel, nowSec)?.title ??
                t(channel.is_closed === 1 ? 'live.notForProfile' : 'live.noGuide')}
            </span>
          </span>
        </>
      )}
    </div>
  )
}
