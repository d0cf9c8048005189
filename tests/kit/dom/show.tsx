/** Renders a component in a page of the site: at an address, in a language, for a guest or for a viewer. */
import { act, cleanup, configure, render, type RenderResult } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ComponentType, ReactElement } from 'react'
import { afterEach, vi } from 'vitest'
import type { Language } from '#contract/form/failures.ts'
import { createBrowserRouter, type Router } from '#web/router/create-router.ts'
import { CurrentPage } from '#web/router/current-page.tsx'
import { Outlet } from '#web/router/router.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { connection } from '#web/session/requests/connection.ts'
import { forgetNags } from '#web/session/nags.ts'
import { loginNeedMet } from '#web/session/login-needed.ts'
import { session } from '#web/session/session.ts'

// The document has an empty name for an API that pages without https do not have at all.
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

// Tests wait for code that a busy machine loads; the default second is for idle ones.
configure({ asyncUtilTimeout: 10_000 })

// Testing Library waits by timers, and calls this name to advance them when a test uses fake timers.
Object.defineProperty(globalThis, 'jest', {
  value: { advanceTimersByTime: (ms: number) => void vi.advanceTimersByTime(ms) },
  configurable: true,
})

export const viewer = { token: 'token-1', abonement: '1000042', deviceUid: 'device-1' } as const

interface Visit {
  /** The address of the page; the home page when left out. */
  readonly at?: string
  readonly language?: Language
  /** A guest when left out. */
  readonly as?: { readonly token: string; readonly abonement: string; readonly deviceUid: string }
  /** Set for a television: a remote's keys and no mouse. */
  readonly television?: boolean
  readonly state?: unknown
  /** Around the component, as the site's shell is; nothing when left out. */
  readonly shell?: ComponentType
}

export interface ShownPage extends RenderResult {
  readonly router: Router
  /** A person at the page: presses, types, moves the focus. */
  readonly user: UserEvent
}

/** Renders `element` on every page of the site, so that a navigation is visible in the address. */
export async function show(element: ReactElement, visit: Visit = {}): Promise<ShownPage> {
  prepare(visit)
  const Screen: ComponentType = () => element
  const router = createBrowserRouter(() => Screen)
  const user = userEvent.setup({
    delay: null,
    advanceTimers: (ms) => void (vi.isFakeTimers() && vi.advanceTimersByTime(ms)),
  })
  const shown = await act(async () =>
    render(<CurrentPage router={router} shell={visit.shell ?? Outlet} waiting={Nothing} broken={Broken} />),
  )
  return { ...shown, router, user }
}

function prepare({ at = '/', language = 'ru', as, television = false, state = null }: Visit): void {
  history.replaceState({ state, key: 'test' }, '', at)
  if (as === undefined) session.signOut()
  else session.signIn(as)
  session.setLanguage(language)
  document.documentElement.toggleAttribute('data-tv', television)
}

function Nothing() {
  return null
}

function Broken({ error }: { readonly error: unknown }): never {
  throw error
}

/** The address of the page, as a viewer reads it. */
export function address(): string {
  return location.pathname + location.search + location.hash
}

/** The text of an element, with non-breaking spaces replaced by usual ones. */
export function words(element: Element = document.body): string {
  return (element.textContent ?? '').replaceAll(/\s/g, ' ')
}

afterEach(() => {
  cleanup()
  session.signOut()
  forgetResponses()
  loginNeedMet()
  forgetNags()
  connection.report('status')
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** From now on this device stores nothing, like a private window or a full disk; the returned function ends that. */
export function keepNothing(): () => void {
  const stored = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.getItem(key),
    removeItem: (key: string) => stored.removeItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  return () => void vi.stubGlobal('localStorage', stored)
}
