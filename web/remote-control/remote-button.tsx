/** In the header of a phone or computer: the remote of a television, while a television of the account is on. */
import { Suspense } from 'react'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useLocation } from '#web/router/router.ts'
import { useViewerKey } from '#web/session/session.ts'
import { useStore } from '#web/state/create-store.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { useRemoteText } from './remote-text.ts'
import styles from './remote-button.module.css'
import { chosenTelevision, pollTelevisions, openRemote, showRemote, televisions } from './televisions.ts'
import { useVisible } from '#web/state/use-visible.ts'

const RemoteSheet = lazyOrNothing(() => import('./remote-sheet.tsx').then((file) => file.RemoteSheet))

export function RemoteButton() {
  const t = useRemoteText()
  const { pathname } = useLocation()
  const viewer = useViewerKey()
  const isVisible = useVisible()
  const chosen = chosenTelevision(useStore(televisions))
  const isOpen = useStore(openRemote) !== null
  useOnChange([pathname, viewer, isVisible], () => {
    if (isVisible) void pollTelevisions()
  })
  return (
    <>
      {chosen !== null && (
        <IconButton
          className={styles.button}
          icon="remote"
          label={t('open')}
          aria-haspopup="dialog"
          onClick={() => showRemote(chosen.device_id)}
        />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <RemoteSheet />
        </Suspense>
      )}
    </>
  )
}
