import { Suspense, useState } from 'react'
import { matchPage, type PageName } from '#contract/form/pages.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useLocation } from '#web/router/router.ts'
import { useSession } from '#web/session/session.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

const RemoteButton = lazyOrNothing(() =>
  import('#web/remote-control/remote-button.tsx').then((file) => file.RemoteButton),
)

/** Where a viewer may want to send something to a television, or to search on it. */
const pages: ReadonlySet<PageName> = new Set(['movie', 'channel', 'tvArchive', 'search', 'my'])

/** The remote of a television, for a viewer who has opened a page with something to send there. */
export function RemoteLink() {
  const { token } = useSession()
  const { pathname } = useLocation()
  const name = matchPage(pathname)?.name
  const [hasCome, setHasCome] = useState(false)
  const isHere = name !== undefined && pages.has(name)
  if (isHere && !hasCome) setHasCome(true)
  if (token === null || isTelevision() || !(isHere || hasCome)) return null
  return (
    <Suspense fallback={null}>
      <RemoteButton />
    </Suspense>
  )
}
