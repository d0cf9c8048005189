/** A screen whose code is loaded when it is opened. */
import { createElement, type FunctionComponent, type ReactNode, useEffect, useState } from 'react'
import { Skeleton } from '#console/ui/page.tsx'

export interface LazyScreen<Props extends object> {
  (props: Props): ReactNode
  /** Loads its code before it is shown. */
  preload(): void
}

/** Those of a component without any are empty. */
type PropsOf<Component> = Component extends (props: infer Props) => ReactNode
  ? unknown extends Props
    ? object
    : Props & object
  : never

/**
 * Like `lazy` of React, without its delay: React shows the content of a `Suspense` no sooner than 300 ms after the
 * fallback. A load that failed is an error of the page; opening the screen once more loads again.
 */
export function lazyScreen<Component extends (props: never) => ReactNode>(
  load: () => Promise<{ readonly default: Component }>,
): LazyScreen<PropsOf<Component>> {
  let loaded: FunctionComponent<PropsOf<Component>> | undefined
  let loading: Promise<void> | undefined
  const start = () =>
    (loading ??= load().then(
      (module) => {
        loaded = module.default as unknown as FunctionComponent<PropsOf<Component>>
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  function Screen(props: PropsOf<Component>) {
    const [isWaiting] = useState(() => loaded === undefined)
    const [outcome, setOutcome] = useState<{ readonly error?: unknown }>()
    useEffect(() => {
      if (!isWaiting) return undefined
      let isShown = true
      const show = (result: { readonly error?: unknown }) => {
        if (isShown) setOutcome(result)
      }
      start().then(
        () => show({}),
        (error: unknown) => show({ error }),
      )
      return () => {
        isShown = false
      }
    }, [isWaiting])
    if (loaded !== undefined) return createElement(loaded, props)
    if (outcome !== undefined && 'error' in outcome) throw outcome.error
    return <Skeleton lines={6} />
  }
  // Its screen reports the failure when it is opened.
  return Object.assign(Screen, { preload: () => void start().catch(() => undefined) })
}
