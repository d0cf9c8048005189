import type { ReactNode } from 'react'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { Link, useLocation } from '#web/router/router.ts'

interface MyLinkProps {
  readonly className: string | undefined
  readonly children: ReactNode
}

/** The link to the viewer's own lists, in every menu; a guest is sent to the login first. */
export function MyLink({ className, children }: MyLinkProps) {
  const t = useText()
  const { pathname } = useLocation()
  const isHere = matchPage(pathname)?.name === 'my'
  return (
    <Link
      className={className}
      to={pathOf('my', { slug: 'favorites' })}
      aria-label={t('nav.my')}
      title={t('nav.my')}
      aria-current={isHere ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
