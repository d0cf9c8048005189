import type { ReactNode } from 'react'
import { Link } from '#web/router/router.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import styles from './sub-page.module.css'

interface SubPageProps {
  /** The page above this one, and the text of the link to it. */
  readonly back: { readonly to: string; readonly name: string }
  /** Sets the maximum width of the column. */
  readonly className: string | undefined
  /** On a television: more room above, and below the link. */
  readonly roomyOnTv?: boolean
  readonly children: ReactNode
}

/** A page below another one: the link back to that, then its own content in one column. */
export function SubPage({ back, className, roomyOnTv = false, children }: SubPageProps) {
  return (
    <div className={classes(styles.page, roomyOnTv && styles.roomy, className)}>
      <Link className={styles.back} to={back.to}>
        <Icon name="left" size={20} />
        {back.name}
      </Link>
      {children}
    </div>
  )
}

interface PageTitleProps {
  readonly className?: string | undefined
  /** Set where the focus may be moved to the title. */
  readonly id?: string
  readonly children: string
}

export function SubPageTitle({ className, id, children }: PageTitleProps) {
  return (
    <h1 className={classes(styles.title, className)} id={id} tabIndex={id === undefined ? undefined : -1}>
      {children}
    </h1>
  )
}
