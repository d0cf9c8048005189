import type { Channel } from '#contract/channels/channels.ts'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import { atServer } from '#web/state/site-address.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { onAir } from '#web/ui/cards/on-air.ts'
import { pictureAt } from '#web/ui/pictures/picture-address.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import styles from './radio-still.module.css'

/** As large as it is on the largest stage. */
const logoWidth = 480

/** In place of a radio channel's picture: its logo, large, on a ground made of it; its name and what is on. */
export function RadioStill({ channel }: { readonly channel: Channel }) {
  const t = usePlayerCardText()
  const nowSec = useNowSec()
  const programme = onAir(channel, nowSec)
  return (
    <div
      className={styles.still}
      data-radio-still=""
      role="img"
      aria-label={t('radio.still', { name: channel.name })}
    >
      {channel.logo !== '' && <img className={styles.ground} src={atServer(channel.logo)} alt="" />}
      <div className={styles.shade} />
      <div className={styles.card}>
        <ChannelLogo name={channel.name} logo={pictureAt(channel.logo, logoWidth)} className={styles.logo} />
        <p className={styles.name}>{channel.name}</p>
        <p className={styles.programme}>{programme?.title ?? t('radio.onAir')}</p>
      </div>
    </div>
  )
}
