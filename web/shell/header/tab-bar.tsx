import { NavLink } from '#web/router/router.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { MyLink } from './my-link.tsx'
import { sectionPath, sections } from './sections.ts'
import styles from './tab-bar.module.css'

/** The bottom tabs on a phone. */
export function TabBar() {
  const t = useText()
  return (
    <nav className={styles.bar} aria-label={t('shell.sections')}>
      {sections.slice(0, 3).map((section) => (
        <NavLink
          key={section.page}
          className={styles.tab ?? ''}
          to={sectionPath(section)}
          end={section.page === 'home'}
        >
          <Icon name={section.icon} size={24} />
          <span>{t(section.key)}</span>
        </NavLink>
      ))}
      <NavLink className={styles.tab ?? ''} to={pathOf('search')}>
        <Icon name="search" size={24} />
        <span>{t('nav.search')}</span>
      </NavLink>
      <MyLink className={styles.tab}>
        <Icon name="heart" size={24} />
        <span>{t('nav.my')}</span>
      </MyLink>
    </nav>
  )
}
