import { useEffect, useRef, type RefObject } from 'react'

/** Calls `onNear` when the end of a list is less than a screen away, as long as `enabled` is true. */
export function useNearEnd(enabled: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!enabled || element === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && onNear(), {
      rootMargin: '0px 0px 900px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [enabled, onNear])
  return end
}
