import { useText } from '#web/session/text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import type { Badge } from '#web/ui/text/film-badge.ts'
import styles from './badge.module.css'

/** A tab on a picture. */
export function BadgeTab({ badge }: { readonly badge: Badge }) {
  const t = useText()
  return <span className={classes(styles.badge, styles.tab, styles[badge])}>{t(`badge.${badge}`)}</span>
}

/** The same among other words. */
export function BadgeChip({ badge }: { readonly badge: Badge }) {
  const t = useText()
  return <span className={classes(styles.badge, styles.chip, styles[badge])}>{t(`badge.${badge}`)}</span>
}

/** Pomegranate is for what is live and nothing else. */
export function LiveBadge() {
  const t = useText()
  return <span className={classes(styles.badge, styles.chip, styles.live)}>{t('channel.live')}</span>
}
