import { Children, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { useRouter } from '#web/router/hooks.ts'
import { awaitsFocus } from '#web/router/focus-places.ts'
import { Link } from '#web/router/router.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { RailArrows } from './rail-arrows.tsx'
import styles from './rail.module.css'

interface RailProps {
  readonly title: string
  /** Where the whole list is. */
  readonly to?: string | undefined
  /** `poster` 2:3, `wide` 16:9, `news` the same with more words, `person` narrow. */
  readonly kind?: 'poster' | 'wide' | 'news' | 'person'
  readonly place?: Ref<HTMLElement>
  /** The cards; without any the place of a row of them is held. */
  readonly children?: ReactNode
}

/** More than is seen of a shelf before it is moved. */
const first = { poster: 9, wide: 7, news: 7, person: 12 } as const

/** A shelf: native scrolling that snaps, and two arrows for a mouse. The keyboard walks through the cards themselves. */
export function Rail({ title, to, kind = 'poster', place, children }: RailProps) {
  const id = useId()
  const track = useRef<HTMLUListElement>(null)
  const cards = Children.toArray(children)
  const { shown, drawAll } = useFirstOnes(cards, first[kind])
  const move = (direction: 1 | -1) => {
    drawAll()
    // Not before the rest is drawn: a scroll goes as far as there is something.
    requestAnimationFrame(() => {
      const element = track.current
      element?.scrollBy({ left: direction * element.clientWidth * 0.86, behavior: 'smooth' })
    })
  }
  return (
    <section className={styles.rail} aria-labelledby={id} ref={place}>
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
        {shown.length > 0 && (
          <RailArrows
            track={track}
            count={shown.length}
            hasMore={shown.length < cards.length}
            onMove={move}
          />
        )}
      </div>
      <ul
        className={classes(styles.track, styles[kind])}
        ref={track}
        data-row=""
        aria-busy={shown.length === 0 ? true : undefined}
        onScroll={drawAll}
        onFocus={drawAll}
        onPointerEnter={drawAll}
        onTouchStart={drawAll}
      >
        {shown.map((card, index) => (
          <li key={index}>{card}</li>
        ))}
      </ul>
    </section>
  )
}

/**
 * The cards that are seen first, and the rest once somebody turns to the shelf: with the pointer, a finger, the focus.
 * A remote's arrows find only what is there, and so does the focus of a place that is come back to.
 */
function useFirstOnes<Card>(cards: readonly Card[], max: number) {
  const router = useRouter()
  const [isWhole, setWhole] = useState(() => isTelevision() || awaitsFocus(router.get().location))
  const shown = isWhole ? cards : cards.slice(0, max)
  return { shown, drawAll: () => setWhole(true) }
}
