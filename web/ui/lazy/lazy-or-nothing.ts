import { lazy, type ComponentType } from 'react'
import { withinLimit } from './lazy-limit.ts'

/** A component loaded later that draws nothing when its code cannot be loaded: the page goes on without it. */
export function lazyOrNothing(load: () => Promise<ComponentType>) {
  return lazy(() =>
    withinLimit(load()).then(
      (component): { default: ComponentType } => ({ default: component }),
      () => ({ default: () => null }),
    ),
  )
}
