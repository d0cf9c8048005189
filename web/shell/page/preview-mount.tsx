import { Suspense, useEffect, useState } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'

const CardPreviews = lazyOrNothing(() =>
  import('#web/player/preview/card-previews.tsx').then((file) => file.CardPreviews),
)

/** After the first screen, its pictures and what loads after them. */
const quietMs = 2500

/**
 * Previews of film cards; used once, in the shell. Their code is loaded when a page with cards has rested, or a mouse or
 * a key first reaches a card: a phone never loads it.
 */
export function PreviewMount() {
  const [first, setFirst] = useState<Event | null>(null)
  useEffect(() => {
    if (first !== null || !(isTelevision() || matchMedia('(hover: hover)').matches)) return
    const names = ['pointerover', 'focusin'] as const
    const reach = (event: Event) => {
      const isTouch = event instanceof PointerEvent && event.pointerType !== 'mouse'
      const isCard = event.target instanceof Element && event.target.closest('a[data-film]') !== null
      if (isCard && !isTouch) setFirst(event)
    }
    for (const name of names) document.addEventListener(name, reach)
    return () => {
      for (const name of names) document.removeEventListener(name, reach)
    }
  }, [first])
  const isSettled = useSettled()
  useEffect(() => {
    // A television's memory is for what it plays.
    if (!isSettled || isTelevision() || !matchMedia('(hover: hover)').matches) return
    const timer = setTimeout(() => {
      if (document.querySelector('a[data-film]') === null) return
      void import('#web/player/preview/preview-ahead.ts').then(
        (file) => file.loadPreviews(),
        () => undefined,
      )
    }, quietMs)
    return () => clearTimeout(timer)
  }, [isSettled])
  if (first === null) return null
  return (
    <Suspense fallback={null}>
      <CardPreviews first={first} />
    </Suspense>
  )
}
