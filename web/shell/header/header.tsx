import { useEffect, useRef, useState } from 'react'
import { Link, NavLink } from '#web/router/router.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { BellLink } from '#web/notifications/bell-link.tsx'
import { useServiceName } from '#web/session/service-name.ts'
import { useSession } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { MyLink } from './my-link.tsx'
import { ProfileLink, useIsChild } from './profile-link.tsx'
import { RemoteLink } from './remote-link.tsx'
import { sectionPath, sections } from './sections.ts'
import { useSlashKey } from './use-slash-key.ts'
import styles from './header.module.css'

/** Over a page's image the header is transparent; once the page is scrolled it gets a background. */
export function Header() {
  const t = useText()
  const service = useServiceName()
  useSlashKey()
  const mark = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(true)
  useEffect(() => {
    const element = mark.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => setTop(entry?.isIntersecting ?? true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div className={styles.mark} ref={mark} />
      <header className={classes(styles.header, !top && styles.solid)}>
        <Link className={styles.home} to={pathOf('home')} aria-label={`${service}, ${t('nav.home')}`}>
          <Logo />
        </Link>
        <nav className={styles.sections} aria-label={t('shell.sections')}>
          <ul data-row="">
            {sections.map((section) => (
              <li key={section.page}>
                <NavLink
                  className={styles.section ?? ''}
                  to={sectionPath(section)}
                  end={section.page === 'home'}
                >
                  {t(section.key)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.right}>
          <Link
            className={styles.search}
            to={pathOf('search')}
            aria-label={t('nav.search')}
            title={`${t('nav.search')} (/)`}
            aria-keyshortcuts="/"
          >
            <Icon name="search" size={24} />
          </Link>
          <RemoteLink />
          <BellLink />
          <Mine />
          <LanguageSwitch />
          <ProfileLink className={styles.profile} picture={styles.face} size={32} />
          <Account />
        </div>
      </header>
    </>
  )
}

/** A link to the viewer's own lists; guests have none. */
function Mine() {
  const { token } = useSession()
  if (token === null) return null
  return (
    <MyLink className={styles.search}>
      <Icon name="heart" size={24} />
    </MyLink>
  )
}

function Account() {
  const t = useText()
  const { token } = useSession()
  const from = useHere()
  const signedIn = token !== null
  if (useIsChild() && signedIn) return null
  const label = signedIn ? t('nav.cabinet') : t('nav.login')
  return (
    <Link
      className={styles.account}
      to={pathOf(signedIn ? 'cabinet' : 'login')}
      state={signedIn ? undefined : { from }}
      aria-label={label}
    >
      <Icon name="user" size={20} />
      <span>{label}</span>
    </Link>
  )
}
