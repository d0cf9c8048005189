/** The whole page, as a browser shows it and as a server draws it. */
import { StrictMode } from 'react'
import './fonts/onest.css'
import './ui/tokens.css'
import './ui/base.css'
import type { Router } from './router/create-router.ts'
import { ShownPlace } from './router/shown-place.tsx'
import { RouteError } from './shell/route-error.tsx'
import { Shell, ShellFallback } from './shell/shell.tsx'

export function App({ router }: { readonly router: Router }) {
  return (
    <StrictMode>
      <ShownPlace router={router} shell={Shell} waiting={ShellFallback} broken={RouteError} />
    </StrictMode>
  )
}
