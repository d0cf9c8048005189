/** Links between the pages: real ones, which a new tab, a search engine and a page without script can follow. */
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { useRouter, useRouterState } from './hooks.ts'
import { addressOf, hrefOf, isAt, leadsAway, type To } from './place.ts'
import type { NavigateOptions } from './create-router.ts'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  readonly to: To
  readonly ref?: Ref<HTMLAnchorElement>
}

/** A click that asks for a new tab, a download or another button's menu is the browser's. */
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
  const href = hrefOf(addressOf(to, location))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isOurs(event, rest.target)) return
    event.preventDefault()
    // A link to where we are is no new step of the history.
    const here = href === hrefOf(router.get().location)
    void router.navigate(to, {
      replace: replace ?? here,
      state,
      preventScrollReset: preventScrollReset ?? false,
    })
  }
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onPointerDown={(event) => {
        onPointerDown?.(event)
        // From the finger's landing to its leaving a tenth of a second passes: the code of the page can come in it.
        router.prepare(to)
      }}
    />
  )
}

interface NavLinkProps extends LinkProps {
  /** Only exactly there, not on pages below. */
  readonly end?: boolean
}

/** A link of a menu: says of itself that it leads to where we are. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { location } = useRouterState()
  const current = isAt(addressOf(rest.to, location), location, end)
  return <Link {...rest} aria-current={current ? 'page' : undefined} />
}
