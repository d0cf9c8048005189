import { Suspense } from 'react'
import { useIsAskingToLeave } from '#web/remote/leaving.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

const Dialogs = lazyOrNothing(() => import('./television-dialogs.tsx').then((file) => file.TelevisionDialogs))
const Question = lazyOrNothing(() => import('./leave-question.tsx').then((file) => file.LeaveQuestion))

/** The dialogs that only a remote control or the Back button of a phone opens; other devices never load their code. */
export function TelevisionMount() {
  const isAsking = useIsAskingToLeave()
  const isSettled = useSettled()
  if (!isAsking && !(isTelevision() && isSettled)) return null
  return <Suspense fallback={null}>{isTelevision() ? <Dialogs /> : <Question />}</Suspense>
}
