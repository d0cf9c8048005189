import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import { useAccountText } from '#web/features/forms/account-text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { QrCode } from '#web/ui/controls/qr-code.tsx'
import { useCabinetText } from './cabinet-text.ts'
import { PhoneLine } from './phone-line.tsx'
import styles from './cabinet-screen.module.css'

interface NumberCardProps {
  readonly info: ResponseOf<typeof accounts.info>
  readonly onPhone: () => void
}

/** The subscriber's name, number (also as a QR code of its base64, ACC-10) and phone. */
export function NumberCard({ info, onPhone }: NumberCardProps) {
  const account = useAccountText()
  const t = useCabinetText()
  return (
    <section className={classes(styles.card, styles.tall)}>
      <h2 className={styles.label}>{info.name || account('subscriber')}</h2>
      <div className={styles.who}>
        <dl className={styles.numbers}>
          <div>
            <dt>{t('number')}</dt>
            <dd className={styles.number}>{info.abonement}</dd>
            <dd className={styles.meta}>{t('qrHint')}</dd>
          </div>
        </dl>
        <figure className={styles.qr}>
          <QrCode text={btoa(info.abonement)} label={t('qr', { number: info.abonement })} size={128} />
        </figure>
      </div>
      <dl className={styles.numbers}>
        <div>
          <dt>{t('phone')}</dt>
          <dd>
            <PhoneLine phone={info.phone_number} onDone={onPhone} />
          </dd>
        </div>
      </dl>
    </section>
  )
}
