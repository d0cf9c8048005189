/** The offer to guests (HOME-03); its code and images are loaded only when it is due. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { useSession } from '#web/session/session.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { isPromoDue, promoPatienceMs } from './promo-rules.ts'
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
    return isDue() ? afterFirstInteraction(() => setIsRequested(isDue())) : undefined
  }, [isGuest])
  if (!isGuest || !isRequested) return null
  return (
    <Suspense fallback={null}>
      <PromoDialog onShown={() => keepPromoShown(Date.now())} onClose={() => setIsRequested(false)} />
    </Suspense>
  )
}

/** Long enough for a press to have opened another page or what it was meant to open. */
const settlesMs = 700
const interactions = ['click', 'keyup', 'wheel', 'touchend'] as const

/**
 * Calls back once the visitor has interacted with the page, or has been idle for a while. Returns the function that
 * cancels it.
 */
function afterFirstInteraction(run: () => void): () => void {
  let timer = setTimeout(run, promoPatienceMs)
  const stopListening = () => {
    for (const name of interactions) document.removeEventListener(name, soon)
  }
  const soon = () => {
    stopListening()
    clearTimeout(timer)
    timer = setTimeout(run, settlesMs)
  }
  for (const name of interactions) document.addEventListener(name, soon, { passive: true })
  return () => {
    stopListening()
    clearTimeout(timer)
  }
}
