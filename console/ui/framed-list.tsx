import type { ReactNode } from 'react'
import styles from './framed-list.module.css'

interface FramedListProps {
  readonly label?: string
  /** `li` elements. */
  readonly children: ReactNode
}

/** Rows one below the other in one frame. */
export function FramedList({ label, children }: FramedListProps) {
  return (
    <ul className={styles['list']} aria-label={label}>
      {children}
    </ul>
  )
}
