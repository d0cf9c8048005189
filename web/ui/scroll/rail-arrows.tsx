import { useState, type RefObject } from 'react'
import { useText } from '#web/session/text.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import styles from './rail.module.css'
import { useOnChange } from '#web/state/use-on-change.ts'

interface RailArrowsProps {
  readonly track: RefObject<HTMLUListElement | null>
  /** The number of rendered cards. */
  readonly count: number
  /** Not all cards are rendered: the last rendered one is not the end. */
  readonly hasMore: boolean
  readonly onMove: (direction: 1 | -1) => void
}

/** Two arrow buttons for a mouse, where there is something to scroll to. */
export function RailArrows({ track, count, hasMore, onMove }: RailArrowsProps) {
  const t = useText()
  const { atStart, atLast } = useEnds(track, count)
  const atEnd = atLast && !hasMore
  if (atStart && atEnd) return null
  return (
    <div className={styles.arrows} aria-hidden="true">
      <button
        type="button"
        tabIndex={-1}
        disabled={atStart}
        title={t('rail.back')}
        onClick={() => onMove(-1)}
      >
        <Icon name="left" size={20} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        disabled={atEnd}
        title={t('rail.forward')}
        onClick={() => onMove(1)}
      >
        <Icon name="right" size={20} />
      </button>
    </div>
  )
}

/** Positions may be fractions of a pixel. */
const wholly = 0.97

/**
 * Whether the first and the last card are fully visible; an observer reports that, because reading positions would
 * force a layout.
 */
function useEnds(track: RefObject<HTMLUListElement | null>, count: number) {
  const [ends, setEnds] = useState({ atStart: true, atLast: true })
  useOnChange([track, count], () => {
    const root = track.current
    const [first, last] = [root?.firstElementChild ?? null, root?.lastElementChild ?? null]
    if (root === null || first === null || last === null || typeof IntersectionObserver === 'undefined')
      return
    const look = (entries: readonly IntersectionObserverEntry[]) =>
      setEnds((existing) => {
        const next = { ...existing }
        for (const { target, intersectionRatio } of entries) {
          if (target === first) next.atStart = intersectionRatio >= wholly
          if (target === last) next.atLast = intersectionRatio >= wholly
        }
        return next.atStart === existing.atStart && next.atLast === existing.atLast ? existing : next
      })
    const observer = new IntersectionObserver(look, { root, threshold: [0, wholly] })
    observer.observe(first)
    observer.observe(last)
    return () => observer.disconnect()
  })
  return ends
}
