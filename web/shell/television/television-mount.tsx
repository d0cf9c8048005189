import { Suspense } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

const Dialogs = lazyOrNothing(() => import('./television-dialogs.tsx').then((file) => file.TelevisionDialogs))

/** The dialogs that only a remote control opens; other devices never load their code. */
export function TelevisionMount() {
  if (!isTelevision()) return null
  return (
    <Suspense fallback={null}>
      <Dialogs />
    </Suspense>
  )
}
