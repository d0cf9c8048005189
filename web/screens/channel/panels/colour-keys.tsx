import type { Channel } from '#contract/channels/channels.ts'
import { useFavouriteChannel } from '#web/features/favourites/use-favourite-channel.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import styles from './colour-keys.module.css'

/** What the coloured keys of a remote control do here. It takes no focus: the keys act wherever that is. */
export function ColourKeys({ channel }: { readonly channel: Channel }) {
  const t = usePlayerText()
  const { isFavourite } = useFavouriteChannel(channel.id, channel.is_favorited)
  const keys = [
    ['red', t(isFavourite ? 'remote.redRemove' : 'remote.redAdd')],
    ['green', t('remote.green')],
    ['yellow', t('remote.yellow')],
    ['blue', t('remote.blue')],
  ] as const
  return (
    <p className={styles.keys} data-colour-keys="">
      {keys.map(([colour, text]) => (
        <span key={colour} className={styles.key}>
          <span className={classes(styles.dot, styles[colour])} />
          {text}
        </span>
      ))}
    </p>
  )
}
