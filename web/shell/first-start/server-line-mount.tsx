import { Suspense } from 'react'
import { mayChangeServer } from '#web/state/site-address.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

const ServerLine = lazyOrNothing(() => import('./server-line.tsx').then((file) => file.ServerLine))

/** Nothing in a browser, and in an app that was built for its server. */
export function ServerLineMount() {
  if (!mayChangeServer()) return null
  return (
    <Suspense fallback={null}>
      <ServerLine />
    </Suspense>
  )
}
