import { Link } from 'wouter'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './button.module.css'

/** A link that looks like a button. */
export function LinkButton({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className={classes(styles['button'], styles['plain'])}>
      <span className={styles['label']}>{children}</span>
    </Link>
  )
}
