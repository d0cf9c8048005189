/** The offer to guests (HOME-03); its code and images are loaded only when it is due. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { closeNag, isPlayingNow, useNag } from '#web/session/nags.ts'
import { useSession } from '#web/session/session.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { isPromoDue, promoIdleMs } from './promo-rules.ts'
import { keepPromoShown, promoShownAtMs } from './promo-shown.ts'

const PromoDialog = lazy(() =>
  withinLimit(import('./promo-dialog.tsx')).then((file) => ({ default: file.PromoDialog })),
)

export function PromoOverlay() {
  const isGuest = useSession().token === null
  const [isRequested, setIsRequested] = useState(false)
  useEffect(() => {
    const isDue = () =>
      isPromoDue({
        isGuest,
        isTelevision: isTelevision(),
        shownAtMs: promoShownAtMs(),
        nowMs: Date.now(),
      })
    // Checked again at the moment it is due: another tab may have shown it meanwhile.
    return isDue() ? onceIdle(() => setIsRequested(isDue())) : undefined
  }, [isGuest])
  const isShown = useNag('promo', isGuest && isRequested)
  if (!isShown) return null
  const close = () => {
    closeNag('promo')
    setIsRequested(false)
  }
  return (
    <Suspense fallback={null}>
      <PromoDialog onShown={() => keepPromoShown(Date.now())} onClose={close} />
    </Suspense>
  )
}

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll', 'focusin'] as const

/**
 * Calls back, one time, when the page has been visible, silent and without input for a while. Returns the function that
 * cancels it.
 */
function onceIdle(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (document.visibilityState !== 'visible' || isPlayingNow()) return wait()
      cancel()
      run()
    }, promoIdleMs)
  }
  const cancel = () => {
    for (const name of inputs) document.removeEventListener(name, wait, { capture: true })
    document.removeEventListener('visibilitychange', wait)
    clearTimeout(timer)
  }
  for (const name of inputs) document.addEventListener(name, wait, { passive: true, capture: true })
  document.addEventListener('visibilitychange', wait)
  wait()
  return cancel
}
