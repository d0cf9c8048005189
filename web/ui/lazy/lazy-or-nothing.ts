import { createElement, lazy, useEffect, useState, type ComponentType } from 'react'
import { withinLimit } from './lazy-limit.ts'

/**
 * A component loaded later that renders nothing, or `Failed`, when its code cannot be loaded: the page works without it.
 * When it is opened again, it is loaded again.
 */
export function lazyOrNothing<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  Failed?: ComponentType<Props>,
) {
  let part = create()
  function create() {
    return lazy(() =>
      withinLimit(load()).then(
        (component): { default: ComponentType<Props> } => ({ default: component }),
        () => ({ default: Nothing }),
      ),
    )
  }
  /** Only once it is closed: while it is open, the page must not load it over and over. */
  function Nothing(props: Props) {
    useEffect(() => () => void (part = create()), [])
    return Failed === undefined ? null : createElement(Failed, props)
  }
  return function LazyPart(props: Props) {
    const [Part] = useState(() => part)
    return createElement<Props>(Part as ComponentType<Props>, props)
  }
}
