import { pathOf } from '#contract/form/pages.ts'
import { Link } from '#web/router/router.ts'
import { useText } from '#web/session/text.ts'
import { LanguageSwitch } from '#web/shell/header/language-switch.tsx'
import { Logo } from '#web/shell/header/logo.tsx'
import { sectionPath, sections } from '#web/shell/header/sections.ts'
import styles from './footer.module.css'

/** The pages about the service, in this order. */
const servicePages = [
  'tariff',
  'pay',
  'answers',
  'status',
  'about',
  'android',
  'lg',
  'samsung',
  'job',
  'policy',
] as const

export function Footer() {
  const t = useText()
  return (
    <footer className={styles.footer}>
      <div className={styles.brand}>
        <Logo />
        <p className={styles.line}>{t('brand.line')}</p>
      </div>
      <nav aria-label={t('shell.footer')}>
        <ul className={styles.links}>
          {sections.map((section) => (
            <li key={section.page}>
              <Link to={sectionPath(section)}>{t(section.key)}</Link>
            </li>
          ))}
          <li>
            <Link to={pathOf('news')}>{t('nav.news')}</Link>
          </li>
          <li>
            <Link to={pathOf('notifications')}>{t('nav.notifications')}</Link>
          </li>
        </ul>
      </nav>
      <nav aria-label={t('footer.service')}>
        <ul className={styles.links}>
          {servicePages.map((page) => (
            <li key={page}>
              <Link to={pathOf(page)}>{t(`footer.${page}`)}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <LanguageSwitch long />
    </footer>
  )
}
