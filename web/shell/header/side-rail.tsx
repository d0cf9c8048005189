import { NavLink } from '#web/router/router.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { BellCount } from '#web/notifications/bell-count.tsx'
import { useSession } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { Logo } from './logo.tsx'
import { MyLink } from './my-link.tsx'
import { ProfileLink, useIsChild } from './profile-link.tsx'
import { sectionPath, sections } from './sections.ts'
import styles from './side-rail.module.css'

/** A television's menu: icons at the left edge, with text while the focus is in it. */
export function SideRail() {
  const t = useText()
  const signedIn = useSession().token !== null
  const isChild = useIsChild()
  const from = useHere()
  return (
    <nav className={styles.rail} aria-label={t('shell.sections')} data-column="">
      <span className={styles.logo}>
        <Logo />
      </span>
      <NavLink className={styles.item ?? ''} to={pathOf('search')}>
        <span className={styles.search} data-key="blue">
          <Icon name="search" size={40} />
        </span>
        <span className={styles.word}>{t('nav.search')}</span>
      </NavLink>
      {sections.map((section) => (
        <NavLink
          key={section.page}
          className={styles.item ?? ''}
          to={sectionPath(section)}
          end={section.page === 'home'}
        >
          <Icon name={section.icon} size={40} />
          <span className={styles.word} data-key={section.page === 'tv' ? 'guide channelList' : undefined}>
            {t(section.key)}
          </span>
        </NavLink>
      ))}
      <NavLink className={styles.item ?? ''} to={pathOf('notifications')}>
        <span className={styles.withCount}>
          <Icon name="bell" size={40} />
          <BellCount className={styles.count} />
        </span>
        <span className={styles.word}>{t('nav.notifications')}</span>
      </NavLink>
      <MyLink className={styles.item}>
        <Icon name="heart" size={40} />
        <span className={styles.word}>{t('nav.my')}</span>
      </MyLink>
      <ProfileLink className={styles.item} picture={styles.face} word={styles.word} size={40} />
      {!(isChild && signedIn) && (
        <NavLink
          className={styles.item ?? ''}
          to={pathOf(signedIn ? 'cabinet' : 'login')}
          state={signedIn ? undefined : { from }}
        >
          <Icon name="user" size={40} />
          <span className={styles.word}>{signedIn ? t('nav.cabinet') : t('nav.login')}</span>
        </NavLink>
      )}
    </nav>
  )
}
