import type { ReactNode } from 'react'
import styles from './card-list.module.css'

interface ListProps {
  readonly label?: string
  readonly isOrdered?: boolean
  readonly children: ReactNode
}

interface CardProps {
  /** Something needs a person. */
  readonly isBad?: boolean
  /** Not in a list. */
  readonly isAlone?: boolean
  readonly children: ReactNode
}

interface PartProps {
  readonly children: ReactNode
}

/** Things one below the other, each in a frame of its own: `Card`s. */
export function CardList({ label, isOrdered = false, children }: ListProps) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className={styles['list']} aria-label={label}>
      {children}
    </List>
  )
}

/** One thing: `CardAbout`, and `CardActs` beside it, or below where there is no room. */
export function Card({ isBad = false, isAlone = false, children }: CardProps) {
  const Frame = isAlone ? 'div' : 'li'
  return (
    <Frame className={styles['card']} {...(isBad ? { 'data-bad': '' } : {})}>
      {children}
    </Frame>
  )
}

/** What the thing is. */
export function CardAbout({ children }: PartProps) {
  return <div className={styles['about']}>{children}</div>
}

/** Its name with badges. */
export function CardBadges({ children }: PartProps) {
  return <p className={styles['badges']}>{children}</p>
}

/** What can be done with it. */
export function CardActs({ children }: PartProps) {
  return <div className={styles['acts']}>{children}</div>
}
