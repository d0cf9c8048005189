import { formatMoney } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import type { Bill } from '#web/payment/flow/bill.ts'
import type { OrderOutcome } from '#web/payment/flow/follow-order.ts'
import { closePayment } from '#web/payment/flow/open-payment.ts'
import { usePaymentText } from '#web/payment/flow/payment-text.ts'
import { sentenceOf } from '#web/payment/flow/payment-end.ts'
import type { PaymentFlow } from '#web/payment/flow/use-payment-flow.ts'
import { BillHead } from './bill-head.tsx'
import styles from '#web/payment/flow/payment.module.css'

interface ResultStepProps {
  readonly bill: Bill
  readonly outcome: OrderOutcome
  readonly flow: PaymentFlow
}

export function ResultStep({ bill, outcome: matches, flow }: ResultStepProps) {
  const t = usePaymentText()
  const language = useLanguage()
  const isWaiting = matches === 'pending'
  return (
    <div className={styles.form}>
      {bill.sums > 0 && <BillHead bill={bill} />}
      <div className={styles.result} data-found={matches} role="status">
        <Icon name={matches === 'paid' ? 'check' : isWaiting ? 'clock' : 'retry'} size={40} />
        <p className={styles.name}>{isWaiting ? t('pending') : sentenceOf(matches, bill)}</p>
        {isWaiting && (
          <p className={styles.hint}>{t('pendingText', { money: formatMoney(bill.sums, language) })}</p>
        )}
      </div>
      {(matches === 'kept' || matches === 'failed') && (
        <Button variant="primary" size="l" wide onClick={() => flow.go({ kind: 'what' })}>
          {t('retry')}
        </Button>
      )}
      <Button variant={matches === 'paid' ? 'primary' : 'secondary'} size="l" wide onClick={closePayment}>
        {t(matches === 'paid' ? 'watch' : 'close')}
      </Button>
    </div>
  )
}
