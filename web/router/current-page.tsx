/** Renders the current page's screen in its frame, or an error view. */
import { Component, type ComponentType, type ReactNode } from 'react'
import { RouterContext, useRouterState } from './hooks.ts'
import type { Router } from './create-router.ts'

interface Frame {
  /** Wraps every screen; it puts `<Outlet />` where the screen belongs. */
  readonly shell: ComponentType
  /** Shown while the first page's code loads. */
  readonly waiting: ComponentType
  /** Shown instead of everything when a screen failed to render or to load (SHELL-07). */
  readonly broken: ComponentType<{ readonly error: unknown }>
}

export function CurrentPage({ router, ...frame }: Frame & { readonly router: Router }) {
  return (
    <RouterContext value={router}>
      <Shown {...frame} />
    </RouterContext>
  )
}

function Shown({ shell: Shell, waiting: Waiting, broken: Broken }: Frame) {
  const { location, screen, failure } = useRouterState()
  if (failure !== null) return <Broken error={failure.error} />
  if (screen === null) return <Waiting />
  return (
    <Boundary place={location} broken={Broken}>
      <Shell />
    </Boundary>
  )
}

/** The page's own screen. */
export function Outlet() {
  const { screen: Screen } = useRouterState()
  return Screen === null ? null : <Screen />
}

interface BoundaryProps {
  /** Navigating to another page resets the error. */
  readonly place: unknown
  readonly broken: ComponentType<{ readonly error: unknown }>
  readonly children: ReactNode
}
interface BoundaryState {
  readonly place: unknown
  readonly failure: { readonly error: unknown } | null
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return props.place === state.place ? null : { place: props.place, failure: null }
  }

  override render(): ReactNode {
    const { failure } = this.state
    const { broken: Broken, children } = this.props
    return failure === null ? children : <Broken error={failure.error} />
  }
}
