import { Link } from '#web/router/router.ts'
import { useText } from '#web/session/text.ts'
import { sectionPath, sections } from '#web/shell/header/sections.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import styles from './not-found-screen.module.css'

/** Any path that is not a page (SHELL-02). */
export function NotFoundScreen() {
  const t = useText()
  return (
    <div className={styles.screen}>
      <p className={styles.number} aria-hidden="true">
        404
      </p>
      <h1 className={styles.title}>{t('notFound.title')}</h1>
      <p className={styles.text}>{t('notFound.text')}</p>
      <ul className={styles.links} data-row="">
        {sections.slice(0, 4).map((section) => (
          <li key={section.page}>
            <Link className={styles.link} to={sectionPath(section)}>
              <Icon name={section.icon} size={28} />
              {t(section.key)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
