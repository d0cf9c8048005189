/** The one payment dialog with its steps: what to pay for, how, the code, the outcome (PAY-01). */
import { useEffect, useRef } from 'react'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { markedControl } from '#web/ui/dialogs/marked-control.ts'
import { CardStep } from './steps/card-step.tsx'
import { CodeStep } from './steps/code-step.tsx'
import { HowStep } from './steps/how-step.tsx'
import { closePayment, type Payment } from './flow/open-payment.ts'
import { usePaymentText } from './flow/payment-text.ts'
import { ResultStep } from './steps/result-step.tsx'
import { usePaymentFlow, type PaymentFlow } from './flow/use-payment-flow.ts'
import { WhatAmount } from './steps/what-amount.tsx'
import { WhatTariff } from './steps/what-tariff.tsx'
import styles from './flow/payment.module.css'
import { useOnChange } from '#web/state/use-on-change.ts'

export function PaymentDialog({ payment }: { readonly payment: Payment | null }) {
  const t = usePaymentText()
  const isOpen = payment !== null
  useEffect(() => {
    if (!isOpen) return
    const page = document.documentElement
    page.setAttribute('data-paying', '')
    return () => page.removeAttribute('data-paying')
  }, [isOpen])
  return (
    <Dialog
      open={isOpen}
      title={t(payment?.request.kind === 'tariff' ? 'connect' : 'topUp')}
      className={styles.dialog}
      onClose={closePayment}
    >
      {payment !== null && <Steps payment={payment} />}
    </Dialog>
  )
}

function Steps({ payment }: { readonly payment: Payment }) {
  const flow = usePaymentFlow(payment)
  const place = useRef<HTMLDivElement>(null)
  const { step, busy } = flow
  // The pressed button disappeared with its step or was disabled: the focus stays in the dialog.
  useOnChange([step, busy], () => {
    if (busy || place.current?.contains(document.activeElement)) return
    if (place.current === null) return
    ;(markedControl(place.current) ?? place.current.querySelector<HTMLElement>('input, button'))?.focus()
  })
  return (
    <div ref={place}>
      <StepShown payment={payment} flow={flow} />
    </div>
  )
}

interface StepShownProps {
  readonly payment: Payment
  readonly flow: PaymentFlow
}

function StepShown({ payment, flow }: StepShownProps) {
  const { step } = flow
  switch (step.kind) {
    case 'what':
      return payment.request.kind === 'top_up' ? (
        <WhatAmount request={payment.request} flow={flow} />
      ) : (
        <WhatTariff
          tariffId={payment.request.tariffId}
          virtualTariffId={payment.request.virtualTariffId}
          flow={flow}
        />
      )
    case 'how':
      return <HowStep bill={step.bill} flow={flow} />
    case 'card':
      return <CardStep bill={step.bill} typed={step.typed} flow={flow} />
    case 'code':
      return <CodeStep key={step.sent.transactionId} bill={step.bill} sent={step.sent} flow={flow} />
    case 'result':
      return <ResultStep bill={step.bill} outcome={step.outcome} flow={flow} />
  }
}
