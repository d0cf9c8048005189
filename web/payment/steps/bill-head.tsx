import { formatMoney } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import type { Bill } from '#web/payment/flow/bill.ts'
import { usePaymentText } from '#web/payment/flow/payment-text.ts'
import styles from '#web/payment/flow/payment.module.css'

/** What is paid for and the amount; shown above every step. */
export function BillHead({ bill }: { readonly bill: Bill }) {
  const t = usePaymentText()
  const language = useLanguage()
  const { tariff, sums } = bill
  return (
    <div className={styles.bill}>
      <span>{tariff === null ? t('toBalance') : t('ofTariff', tariff)}</span>
      <strong className={styles.sum}>{formatMoney(sums, language)}</strong>
    </div>
  )
}

/** A problem with the step as a whole. */
export function FormProblem({ message }: { readonly message: string | undefined }) {
  return message === undefined ? null : (
    <p className={styles.trouble} role="alert">
      {message}
    </p>
  )
}
