import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { closePayment, openPayment, usePayment } from './flow/open-payment.ts'
import { takeFromAddress } from './flow/payment-address.ts'
import { unanswered } from './flow/unanswered.ts'

const PaymentDialog = lazy(() =>
  withinLimit(import('./payment-dialog.tsx')).then((file) => ({ default: file.PaymentDialog })),
)

/** Renders the payment dialog. Navigating to another page closes it. */
export function PaymentHost() {
  const payment = usePayment()
  const { pathname, search } = useLocation()
  const { token } = useSession()
  const navigate = useNavigate()
  const [wasRequested, setWasRequested] = useState(false)
  if (payment !== null && !wasRequested) setWasRequested(true)
  const openedAt = payment?.pathname
  useEffect(() => {
    // Only at another page: this component may be mounted again, which must not close the dialog.
    if (openedAt !== undefined && openedAt !== pathname) closePayment()
  }, [openedAt, pathname])
  useEffect(() => {
    const taken = token === null ? null : takeFromAddress(search)
    if (taken === null) return
    void navigate(pathname + taken.search, { replace: true })
    openPayment(taken.request)
  }, [pathname, search, token, navigate])
  useEffect(() => {
    const open = unanswered()
    if (open === null) return
    // If the code that polls cannot be loaded, the server settles the payment all the same.
    void withinLimit(import('./flow/payment-end.ts')).then(
      ({ waitOn }) => waitOn(open),
      () => undefined,
    )
  }, [])
  return wasRequested ? (
    <Suspense fallback={null}>
      <PaymentDialog payment={payment} />
    </Suspense>
  ) : null
}
