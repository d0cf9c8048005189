import { Children, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Link } from '#web/router/router.ts'
import { useText } from '#web/i18n/text.ts'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './rail.module.css'

interface RailProps {
  readonly title: string
  /** Where the whole list is. */
  readonly to?: string | undefined
  /** `poster` 2:3, `wide` 16:9, `person` narrow. */
  readonly kind?: 'poster' | 'wide' | 'person'
  readonly children: ReactNode
}

/** A shelf: native scrolling that snaps, and two arrows for a mouse. The keyboard walks through the cards themselves. */
export function Rail({ title, to, kind = 'poster', children }: RailProps) {
  const t = useText()
  const id = useId()
  const track = useRef<HTMLUListElement>(null)
  const { atStart, atEnd } = useEnds(track)
  const move = (direction: 1 | -1) => {
    const element = track.current
    element?.scrollBy({ left: direction * element.clientWidth * 0.86, behavior: 'smooth' })
  }
  return (
    <section className={styles.rail} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {to === undefined ? (
            title
          ) : (
            <Link className={styles.link} to={to}>
              {title}
              <Icon name="right" size={20} className={styles.chevron} />
            </Link>
          )}
        </h2>
        {!(atStart && atEnd) && (
          <div className={styles.arrows} aria-hidden="true">
            <button
              type="button"
              tabIndex={-1}
              disabled={atStart}
              title={t('rail.back')}
              onClick={() => move(-1)}
            >
              <Icon name="left" size={20} />
            </button>
            <button
              type="button"
              tabIndex={-1}
              disabled={atEnd}
              title={t('rail.forward')}
              onClick={() => move(1)}
            >
              <Icon name="right" size={20} />
            </button>
          </div>
        )}
      </div>
      <ul className={classes(styles.track, styles[kind])} ref={track} data-row="">
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
    </section>
  )
}

function useEnds(track: React.RefObject<HTMLUListElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true })
  useEffect(() => {
    const element = track.current
    if (element === null) return
    const look = () => {
      const atStart = element.scrollLeft < 8
      const atEnd = element.scrollLeft > element.scrollWidth - element.clientWidth - 8
      setEnds((known) => (known.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [track])
  return ends
}
