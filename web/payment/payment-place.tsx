import { Suspense } from 'react'
import { useSession } from '#web/session/session.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

/** Only who is logged in pays; a page whose code for it did not come goes on without. */
const PaymentDesk = lazyOrNothing(() => import('./payment-desk.tsx').then((file) => file.PaymentDesk))

/** Where payment is done; stands once, in the shell. */
export function PaymentPlace() {
  const { token } = useSession()
  if (token === null) return null
  return (
    <Suspense fallback={null}>
      <PaymentDesk />
    </Suspense>
  )
}
