import { usePayment } from '#web/payment/flow/open-payment.ts'

/** Writes out what the page asked the payment dialog for; the dialog itself stands in the shell. */
export function RequestedPayment() {
  return <output>{JSON.stringify(usePayment()?.request ?? null)}</output>
}
