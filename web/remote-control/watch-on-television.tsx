/** On the page of a film or a channel: opens it on a television, while one of the account is on. */
import { lazy, Suspense } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { useSession } from '#web/session/session.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import type { WatchActionProps } from './watch-action.tsx'

const WatchAction = lazy(() =>
  withinLimit(import('./watch-action.tsx')).then(
    (file) => ({ default: file.WatchAction }),
    () => ({ default: () => null }),
  ),
)

/** Nothing for guests and on televisions, and where its code cannot be loaded. */
export function WatchOnTelevision(props: WatchActionProps) {
  const { token } = useSession()
  if (token === null || isTelevision()) return null
  return (
    <Suspense fallback={null}>
      <WatchAction {...props} />
    </Suspense>
  )
}
