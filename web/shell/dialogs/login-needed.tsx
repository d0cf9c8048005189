import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from '#web/router/router.ts'
import { loginNeedMet, useLoginNeed } from '#web/session/login-needed.ts'
import { useViewerKey } from '#web/session/session.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'

const LoginNeededDialog = lazy(() =>
  withinLimit(import('./login-needed-dialog.tsx')).then((file) => ({ default: file.LoginNeededDialog })),
)

/** Mounts the dialog for guests; used once, in the shell. Navigating away closes it. */
export function LoginNeeded() {
  const need = useLoginNeed()
  const viewer = useViewerKey()
  const { key } = useLocation()
  const [wasRequested, setWasRequested] = useState(false)
  if (need !== null && !wasRequested) setWasRequested(true)
  useEffect(loginNeedMet, [key, viewer])
  return wasRequested ? (
    <Suspense fallback={null}>
      <LoginNeededDialog need={need} />
    </Suspense>
  ) : null
}
