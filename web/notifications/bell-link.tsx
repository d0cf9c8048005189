import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { Link } from '#web/router/router.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { BellCount } from './bell-count.tsx'
import styles from './bell-link.module.css'

/** The bell in the header, with the number of unread notifications. */
export function BellLink() {
  const t = useText()
  return (
    <Link className={styles.bell} to={pathOf('notifications')} title={t('nav.notifications')}>
      <Icon name="bell" size={24} />
      <span className="spoken">{t('nav.notifications')}</span>
      <BellCount className={styles.count} />
    </Link>
  )
}
