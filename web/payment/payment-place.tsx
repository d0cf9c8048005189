import { lazy, Suspense, type ComponentType } from 'react'
import { useSession } from '#web/session/session.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'

/** Only who is logged in pays; a page whose code for it did not come goes on without. */
const PaymentDesk = lazy(() =>
  withinLimit(import('./payment-desk.tsx')).then(
    (file): { default: ComponentType } => ({ default: file.PaymentDesk }),
    () => ({ default: () => null }),
  ),
)

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
