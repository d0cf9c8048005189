import { useState } from 'react'
import { atServer } from '#web/state/site-address.ts'
import { classes } from '#web/ui/text/class-names.ts'
import styles from './channel-logo.module.css'

interface ChannelLogoProps {
  readonly name: string
  /** An address, or empty. */
  readonly logo: string
  readonly className?: string | undefined
}

/** A channel's logo; without an image its first letters. */
export function ChannelLogo({ name, logo, className }: ChannelLogoProps) {
  const [failed, setFailed] = useState('')
  const letters = name
    .split(/[\s-]+/)
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 3)
    .toUpperCase()
  return (
    <span className={classes(styles.place, className)}>
      {logo === '' || failed === logo ? (
        <span className={styles.letters} aria-hidden="true">
          {letters}
        </span>
      ) : (
        <img
          className={styles.logo}
          src={atServer(logo)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(logo)}
        />
      )}
    </span>
  )
}
