import type { Channel } from '#contract/channels/channels.ts'
import { useText } from '#web/session/text.ts'
import { useFavouriteChannel } from './use-favourite-channel.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import styles from './channel-heart.module.css'

interface ChannelHeartProps {
  readonly channel: Pick<Channel, 'id' | 'name' | 'is_favorited'>
  readonly className?: string | undefined
}

/** A heart button of 48 pixels, filled while the channel is a favourite (TV-05). */
export function ChannelHeart({ channel, className }: ChannelHeartProps) {
  const t = useText()
  const { isFavourite, toggle } = useFavouriteChannel(channel.id, channel.is_favorited)
  return (
    <IconButton
      icon={isFavourite ? 'heartFilled' : 'heart'}
      label={t(isFavourite ? 'favourite.remove' : 'favourite.add', { name: channel.name })}
      title={t(isFavourite ? 'favourite.out' : 'favourite.in')}
      className={classes(styles.heart, isFavourite && styles.kept, className)}
      data-favourite={isFavourite ? 'kept' : 'none'}
      onClick={toggle}
    />
  )
}
