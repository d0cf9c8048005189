/**
 * The button that downloads a film or an episode; for a title already downloaded, a link to the list of downloads.
 */
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import { needsNativeHls } from '#player/engines/choose-engine.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useNavigate } from '#web/router/router.ts'
import { askToLogIn } from '#web/session/login-needed.ts'
import { useSession } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useDownloads } from './download-list.ts'
import { useDownloadButtonText } from './download-button-text.ts'

const DownloadDialog = lazy(() =>
  withinLimit(import('./download-dialog.tsx')).then((file) => ({ default: file.DownloadDialog })),
)

interface SavedThing {
  readonly vid: number
  readonly vfid: number
  readonly title: string
  readonly subtitle: string
}

interface DownloadButtonProps extends SavedThing {
  /** Renders the button according to the title's state in the list. */
  readonly children: (isThere: boolean, press: () => void) => ReactNode
}

/** Televisions do not support downloads: no button. */
export function DownloadButton({ children, ...thing }: DownloadButtonProps) {
  const t = useDownloadButtonText()
  const navigate = useNavigate()
  const here = useHere()
  const isGuest = useSession().token === null
  const isThere = useDownloads().some(({ vfid }) => vfid === thing.vfid)
  const [isOpen, setIsOpen] = useState(false)
  if (isTelevision()) return null
  const press = () => {
    if (isGuest) return askToLogIn(here)
    if (isThere) return navigate(pathOf('my', { slug: 'downloads' }))
    // Downloads can only be played by the player library, not by native HLS.
    const canKeep = 'caches' in window && 'indexedDB' in window && !needsNativeHls()
    if (!canKeep) return showToast(t('unsupported'))
    setIsOpen(true)
  }
  return (
    <>
      {children(isThere, press)}
      {isOpen && (
        <Suspense fallback={null}>
          <DownloadDialog {...thing} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
