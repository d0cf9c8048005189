import { Link } from 'wouter'
import { consoleLogos } from '#contract/console/logos.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { usePicturesText } from './pictures-text.ts'
import styles from './pictures.module.css'

/** How many logos of lists could not be fetched, with the page where they are loaded; nothing when none. */
export function MissingLogos() {
  const t = usePicturesText()
  const mayView = useMay()('channels', 'view')
  const count = useCall(consoleLogos.missing, {}, { isEnabled: mayView }).data?.count ?? 0
  if (count === 0) return null
  return (
    <p className={styles['missing']} role="note">
      {t('missingLogos', { count })} <Link href="/channels/logos">{t('toLogos')}</Link>
    </p>
  )
}
