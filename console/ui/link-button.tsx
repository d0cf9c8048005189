import { Link } from 'wouter'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './button.module.css'

interface LinkButtonProps {
  readonly href: string
  /** The one main act of a view. */
  readonly isPrimary?: boolean
  /** Without a frame. */
  readonly isQuiet?: boolean
  readonly children: ReactNode
}

/** A link that looks like a button. */
export function LinkButton({ href, isPrimary = false, isQuiet = false, children }: LinkButtonProps) {
  const look = isPrimary ? 'primary' : isQuiet ? 'quiet' : 'plain'
  return (
    <Link href={href} className={classes(styles['button'], styles[look])}>
      <span className={styles['label']}>{children}</span>
    </Link>
  )
}
