/** Links between pages: real links, which new tabs, search engines and pages without scripts can follow. */
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { useRouter, useRouterState } from './hooks.ts'
import { browserHref } from './address-bar.ts'
import { addressOf, hrefOf, isAt, leadsAway, type To } from './location.ts'
import type { NavigateOptions } from './create-router.ts'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  readonly to: To
  readonly ref?: Ref<HTMLAnchorElement>
}

/** The browser handles clicks that open a new tab, a download or a context menu. */
function isOurs(event: MouseEvent<HTMLAnchorElement>, target: string | undefined) {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    (target === undefined || target === '_self') &&
    !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
  )
}

export function Link({ to, replace, state, preventScrollReset, onClick, onPointerDown, ...rest }: LinkProps) {
  const router = useRouter()
  const { location } = useRouterState()
  if (leadsAway(to) && typeof to === 'string')
    return <a rel="noreferrer" {...rest} href={to} onClick={onClick} onPointerDown={onPointerDown} />
  const target = addressOf(to, location)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isOurs(event, rest.target)) return
    event.preventDefault()
    // A link to the current page adds no history entry.
    const here = hrefOf(target) === hrefOf(router.get().location)
    void router.navigate(to, {
      replace: replace ?? here,
      state,
      preventScrollReset: preventScrollReset ?? false,
    })
  }
  return (
    <a
      {...rest}
      href={browserHref(target)}
      onClick={follow}
      onPointerDown={(event) => {
        onPointerDown?.(event)
        // Between touching and releasing a link a tenth of a second passes, in which the page's code can load.
        router.prepare(to)
      }}
    />
  )
}

interface NavLinkProps extends LinkProps {
  /** Marked as current only on exactly this page, not on pages below. */
  readonly end?: boolean
}

/** A link of a menu: marked as current when it leads to the current page. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { location } = useRouterState()
  const current = isAt(addressOf(rest.to, location), location, end)
  return <Link {...rest} aria-current={current ? 'page' : undefined} />
}
