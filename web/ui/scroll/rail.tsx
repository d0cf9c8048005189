import { Children, useId, useRef, useState, type FocusEvent, type ReactNode, type Ref } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { useRouter } from '#web/router/hooks.ts'
import { awaitsFocus } from '#web/router/saved-focus.ts'
import { Link } from '#web/router/router.ts'
import { useText } from '#web/session/text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { RailArrows } from './rail-arrows.tsx'
import styles from './rail.module.css'

interface RailProps {
  readonly title: string
  /** The address of the whole list. */
  readonly to?: string | undefined
  /** `poster` 2:3, `wide` 16:9, `news` the same with more text, `person` narrow. */
  readonly kind?: 'poster' | 'wide' | 'news' | 'person'
  readonly place?: Ref<HTMLElement>
  /** The cards; while there are none, the space of a row of cards is reserved. */
  readonly children?: ReactNode
}

/** How many cards are rendered before the rail is scrolled: more than are visible. */
const first = { poster: 9, wide: 7, news: 7, person: 12 } as const

/**
 * A rail: native scrolling with snap points, and two arrow buttons for a mouse. The keyboard moves through the cards.
 * On a television the heading takes no focus, so that one press moves from rail to rail; the link to the whole list
 * follows the last card.
 */
export function Rail({ title, to, kind = 'poster', place, children }: RailProps) {
  const t = useText()
  const id = useId()
  const track = useRef<HTMLUListElement>(null)
  const cards = Children.toArray(children)
  const { shown, drawAll, onFocus } = useFirstOnes(cards, first[kind])
  const move = (direction: 1 | -1) => {
    drawAll()
    // Only once all cards are rendered: a scroll cannot go beyond them.
    requestAnimationFrame(() => {
      const element = track.current
      element?.scrollBy({ left: direction * element.clientWidth * 0.86, behavior: 'smooth' })
    })
  }
  return (
    <section className={styles.rail} aria-labelledby={id} ref={place} data-rail="" data-list={to}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {to === undefined || isTelevision() ? (
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
        onScroll={isTelevision() ? undefined : drawAll}
        onFocus={onFocus}
        onPointerEnter={drawAll}
        onTouchStart={drawAll}
      >
        {shown.map((card, index) => (
          <li key={index}>{card}</li>
        ))}
        {to !== undefined && isTelevision() && shown.length > 0 && shown.length === cards.length && (
          <li>
            <Link className={styles.all} to={to} aria-label={t('rail.allOf', { title })}>
              {t('rail.all')}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

/**
 * Renders the visible cards first, and the rest once the viewer interacts with the rail by pointer, touch or focus; for
 * restoring the focus all at once. A television has little memory: it renders a screen beyond the card with the focus.
 */
function useFirstOnes<Card>(cards: readonly Card[], max: number) {
  const router = useRouter()
  const [count, setCount] = useState(() => (awaitsFocus(router.get().location) ? Infinity : max))
  const drawAll = () => setCount(Infinity)
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!isTelevision()) return drawAll()
    const index = [...currentTarget.children].findIndex((item) => item.contains(target))
    setCount((before) => Math.max(before, index + 1 + max))
  }
  return { shown: cards.slice(0, count), drawAll, onFocus }
}
