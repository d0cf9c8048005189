import { lazy, type ComponentType } from 'react'
import { withinLimit } from './lazy-limit.ts'

/** A component loaded later that renders nothing when its code cannot be loaded: the page works without it. */
export function lazyOrNothing<Props = object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    withinLimit(load()).then(
      (component): { default: ComponentType<Props> } => ({ default: component }),
      () => ({ default: () => null }),
    ),
  )
}
