/** Where a person was going when the login came in between (SHELL-05). Kept per tab, so that it outlives a reload. */
import { useEffect } from 'react'
import { useLocation } from '#web/router/router.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'

const storageKey = 'way-back'

/** A page of this site with its query and hash, or null: nothing should lead out of the site, or to the login again. */
export function pageOfThisSite(address: unknown): string | null {
  if (typeof address !== 'string' || !/^\/(?![/\\])/.test(address)) return null
  return matchPage(address.replace(/[?#].*$/, ''))?.name === 'login' ? null : address
}

function fromState(state: unknown) {
  return pageOfThisSite((state as { from?: unknown } | null)?.from)
}

/** The place that a link to the login hands over: `<Link to="/login" state={{ from: useHere() }}>`. */
export function useHere(): string {
  const { pathname, search, hash } = useLocation()
  return pathname + search + hash
}

/** Where to go after a login or a registration: where the person was going, else the cabinet. */
export function useWayBack(): string {
  const { state } = useLocation()
  return fromState(state) ?? pageOfThisSite(recalled()) ?? pathOf('cabinet')
}

/** For the shell: remembers the way through all steps of the login, and forgets it on any other page. */
export function useKeepWayBack(onLogin: boolean): void {
  const { state } = useLocation()
  const from = fromState(state)
  useEffect(() => {
    try {
      if (!onLogin) sessionStorage.removeItem(storageKey)
      else if (from !== null) sessionStorage.setItem(storageKey, from)
    } catch {
      // A private window that keeps nothing still has the history's state.
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
