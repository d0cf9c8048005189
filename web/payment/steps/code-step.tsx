import { useState } from 'react'
import { codeLength } from '#contract/form/constants.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { CodeField } from '#web/features/forms/code-field.tsx'
import { useWebOtp } from '#web/features/forms/use-web-otp.ts'
import { useSecondsLeft, waitOf } from '#web/features/forms/wait.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { Bill, CodeSent } from '#web/payment/flow/bill.ts'
import { usePaymentText } from '#web/payment/flow/payment-text.ts'
import type { PaymentFlow } from '#web/payment/flow/use-payment-flow.ts'
import { BillHead, FormProblem } from './bill-head.tsx'
import styles from '#web/payment/flow/payment.module.css'
import { Form } from '#web/features/forms/form.tsx'

interface CodeStepProps {
  readonly bill: Bill
  readonly sent: CodeSent
  readonly flow: PaymentFlow
}

/** Entering the code the bank has sent. Nothing is charged before the button is pressed. */
export function CodeStep({ bill, sent, flow }: CodeStepProps) {
  const t = usePaymentText()
  const money = formatMoney(bill.sums, useLanguage())
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const [wait] = useState(() => waitOf(sent.retryAfterSec, Date.now()))
  const left = useSecondsLeft(wait)
  useWebOtp(setCode)
  const { busy, problem } = flow
  const isShort = code.length < codeLength
  const wrong = problem?.at === 'code' ? problem.message : undefined
  return (
    <Form
      className={styles.form}
      isBusy={busy}
      onSubmit={() => {
        setTried(true)
        if (!isShort) void flow.confirmCode(bill, sent, code)
      }}
    >
      <BillHead bill={bill} />
      <p className={styles.said}>
        {sent.phone === null ? t('codeSentSome', { money }) : t('codeSent', { phone: sent.phone, money })}
      </p>
      <CodeField
        label={t('code')}
        code={code}
        problem={isTried && isShort ? t('codeNeeded') : wrong}
        disabled={busy}
        onCode={(next) => {
          setTried(false)
          setCode(next)
        }}
      />
      <FormProblem message={problem?.at === 'form' ? problem.message : undefined} />
      <Button type="submit" variant="primary" size="l" wide disabled={busy}>
        {t('payByCode', { money })}
      </Button>
      {left > 0 ? (
        <p className={styles.hint}>{t('codeAgainIn', { seconds: left })}</p>
      ) : (
        <Button variant="quiet" disabled={busy} onClick={() => void flow.resend(bill, sent)}>
          {t('codeAgain')}
        </Button>
      )}
      <Button
        variant="quiet"
        disabled={busy}
        onClick={() => flow.go({ kind: 'card', bill, typed: sent.card })}
      >
        {t('back')}
      </Button>
    </Form>
  )
}
