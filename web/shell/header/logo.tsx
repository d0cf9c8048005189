import { serviceLook } from '#web/session/first-page.ts'
import { useSession } from '#web/session/session.ts'
import styles from './logo.module.css'

/** The service's logo; without one an eight-pointed girih star with a play sign, and the name. */
export function Logo() {
  const { language } = useSession()
  const { name, logo } = serviceLook()
  if (logo !== '')
    return (
      <span className={styles.logo}>
        <img className={styles.picture} src={logo} alt={name[language]} />
      </span>
    )
  return (
    <span className={styles.logo}>
      <svg className={styles.star} viewBox="0 0 32 32" aria-hidden="true">
        <path
          fill="currentColor"
          fillRule="evenodd"
          d="M32 16L27.31 20.69L27.31 27.31L20.69 27.31L16 32L11.31 27.31L4.69 27.31L4.69 20.69L0 16L4.69 11.31L4.69 4.69L11.31 4.69L16 0L20.69 4.69L27.31 4.69L27.31 11.31ZM12.6 10.2L12.6 21.8L21.8 16Z"
        />
      </svg>
      <span className={styles.word}>{name[language]}</span>
    </span>
  )
}
