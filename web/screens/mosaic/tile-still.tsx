import type { Channel } from '#contract/channels/channels.ts'
import { LaterStill } from '#web/features/stills/later-still.tsx'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import styles from './mosaic.module.css'

interface TileStillProps {
  readonly channel: Channel | undefined
  readonly at: number
}

/** What a tile shows while its channel does not play: what the channel shows now, else its logo. */
export function TileStill({ channel, at }: TileStillProps) {
  return (
    <div className={styles.still} data-at={at} aria-hidden="true">
      {channel !== undefined && (
        <>
          <LaterStill channel={channel} />
          <ChannelLogo className={styles.logo} name={channel.name} logo={channel.logo} />
        </>
      )}
    </div>
  )
}
