/** The root component, rendered in a browser and on the server. */
import { StrictMode } from 'react'
import './fonts/onest.css'
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import type { Router } from '#web/router/create-router.ts'
import { CurrentPage } from '#web/router/current-page.tsx'
import { RouteError } from '#web/shell/page/route-error.tsx'
import { Shell, ShellFallback } from '#web/shell/shell.tsx'

export function App({ router }: { readonly router: Router }) {
  return (
    <StrictMode>
      <CurrentPage router={router} shell={Shell} waiting={ShellFallback} broken={RouteError} />
    </StrictMode>
  )
}
