import { Link } from 'wouter'
import { Icon } from './icons.tsx'
import styles from './page.module.css'

/** The way up from a page, above its heading. */
export function BackLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <Link href={href} className={styles['back']}>
      <Icon name="back" size={16} />
      {text}
    </Link>
  )
}
