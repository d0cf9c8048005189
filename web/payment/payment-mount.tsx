import { Suspense } from 'react'
import { useSession } from '#web/session/session.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

/** Only logged-in viewers can pay; if the code cannot be loaded, the page works without it. */
const PaymentHost = lazyOrNothing(() => import('./payment-host.tsx').then((file) => file.PaymentHost))

/** Mounts the payment dialog; used once, in the shell. */
export function PaymentMount() {
  const { token } = useSession()
  const isSettled = useSettled()
  if (token === null || !isSettled) return null
  return (
    <Suspense fallback={null}>
      <PaymentHost />
    </Suspense>
  )
}
