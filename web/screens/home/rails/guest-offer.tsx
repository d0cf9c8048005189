import { archiveDays } from '#contract/form/constants.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import styles from './home.module.css'

/** The offer to subscribe, for guests only. */
export function GuestOffer({ title = '' }: { readonly title?: string }) {
  const t = useText()
  const { token } = useSession()
  if (token !== null) return null
  return (
    <section className={styles.offer}>
      <div>
        <h2 className={styles.offerTitle}>{title || t('home.offer')}</h2>
        <p className={styles.offerText}>{t('home.offerText', { count: archiveDays })}</p>
      </div>
      <ButtonLink to={pathOf('login')} size="l" state={{ from: pathOf('home') }}>
        {t('nav.login')}
      </ButtonLink>
    </section>
  )
}
