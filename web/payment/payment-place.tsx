import { Suspense } from 'react'
import { useSession } from '#web/session/session.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

/** Only logged-in viewers can pay; if the code cannot be loaded, the page works without it. */
const PaymentDesk = lazyOrNothing(() => import('./payment-desk.tsx').then((file) => file.PaymentDesk))

/** Mounts the payment dialog; used once, in the shell. */
export function PaymentPlace() {
  const { token } = useSession()
  if (token === null) return null
  return (
    <Suspense fallback={null}>
      <PaymentDesk />
    </Suspense>
  )
}
