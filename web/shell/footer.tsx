import { Link } from 'react-router'
import { useText } from '#web/i18n/text.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { sectionPath, sections } from './sections.ts'
import styles from './footer.module.css'

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
        </ul>
      </nav>
      <LanguageSwitch long />
    </footer>
  )
}
