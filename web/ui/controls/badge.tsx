import { useText } from '#web/session/text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import type { Badge } from '#web/ui/text/film-badge.ts'
import styles from './badge.module.css'

/** A badge on an image. */
export function BadgeTab({ badge }: { readonly badge: Badge }) {
  const t = useText()
  return <span className={classes(styles.badge, styles.tab, styles[badge])}>{t(`badge.${badge}`)}</span>
}

/** The same within a text. */
export function BadgeChip({ badge }: { readonly badge: Badge }) {
  const t = useText()
  return <span className={classes(styles.badge, styles.chip, styles[badge])}>{t(`badge.${badge}`)}</span>
}

/** A channel of sound only. */
export function RadioBadge() {
  const t = useText()
  return <span className={classes(styles.badge, styles.chip, styles.radio)}>{t('channel.radio')}</span>
}

/** A channel that plays without an account. */
export function FreeBadge() {
  const t = useText()
  return (
    <span className={classes(styles.badge, styles.chip, styles.free_movie)}>{t('badge.free_movie')}</span>
  )
}

/** Pomegranate red is only for live. */
export function LiveBadge() {
  const t = useText()
  return <span className={classes(styles.badge, styles.chip, styles.live)}>{t('channel.live')}</span>
}
