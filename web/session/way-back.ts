/** The page to return to after a login (SHELL-05). Stored per tab, so that it survives a reload. */
import { useEffect } from 'react'
import { useLocation } from '#web/router/router.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'

const storageKey = 'way-back'

/**
 * A page of this site with its query and hash, or null: the address must not lead to another site or to the login
 * again.
 */
export function pageOfThisSite(address: unknown): string | null {
  if (typeof address !== 'string' || !/^\/(?![/\\])/.test(address)) return null
  return matchPage(address.replace(/[?#].*$/, ''))?.name === 'login' ? null : address
}

function fromState(state: unknown) {
  return pageOfThisSite((state as { from?: unknown } | null)?.from)
}

/** The current page, passed on by a link to the login: `<Link to="/login" state={{ from: useHere() }}>`. */
export function useHere(): string {
  const { pathname, search, hash } = useLocation()
  return pathname + search + hash
}

/** The page after a login or a registration: the stored one, else the cabinet. */
export function useWayBack(): string {
  const { state } = useLocation()
  return fromState(state) ?? pageOfThisSite(recalled()) ?? pathOf('cabinet')
}

/** For the shell: keeps the page to return to through all steps of the login, and drops it on any other page. */
export function useKeepWayBack(onLogin: boolean): void {
  const { state } = useLocation()
  const from = fromState(state)
  useEffect(() => {
    try {
      if (!onLogin) sessionStorage.removeItem(storageKey)
      else if (from !== null) sessionStorage.setItem(storageKey, from)
    } catch {
      // Without storage the history's state still has it.
    }
  }, [onLogin, from])
}

function recalled(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}
