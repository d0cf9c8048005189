import { useCabinetText } from './cabinet-text.ts'
import styles from './cabinet-screen.module.css'

interface PhoneLineProps {
  /** As the server writes it, or ''. */
  readonly phone: string
  readonly onDone: () => void
}

export function PhoneLine({ phone }: PhoneLineProps) {
  const t = useCabinetText()
  return phone === '' ? <span className={styles.off}>{t('noPhone')}</span> : <>{phone}</>
}
