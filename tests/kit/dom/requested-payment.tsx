import { usePayment } from '#web/payment/flow/open-payment.ts'

/** Renders the page's request to the payment dialog; the dialog itself is in the shell. */
export function RequestedPayment() {
  return <output>{JSON.stringify(usePayment()?.request ?? null)}</output>
}
