import {
  createElement,
  lazy,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type LazyExoticComponent,
} from 'react'
import { withinLimit } from './lazy-limit.ts'

/** While a part that failed is in the page it is loaded again this often. */
const againMs = 30_000

/**
 * A component loaded later that renders nothing, or `Failed`, when its code cannot be loaded: the page works without it.
 * It is loaded again after a pause, and when it is opened again.
 */
export function lazyOrNothing<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  Failed?: ComponentType<Props>,
) {
  let part = create()
  let failed: LazyExoticComponent<ComponentType<Props>> | undefined
  function create() {
    const own = lazy(() =>
      withinLimit(load()).then(
        (component): { default: ComponentType<Props> } => ({ default: component }),
        () => {
          failed = own
          return { default: Failed ?? (() => null) }
        },
      ),
    )
    return own
  }
  function renewed() {
    if (part === failed) part = create()
    return part
  }
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => part)
    useEffect(() => {
      if (Part !== failed) return
      // What is in the page stays until the attempt has ended.
      const timer = setTimeout(() => startTransition(() => setPart(renewed)), againMs)
      return () => {
        clearTimeout(timer)
        renewed()
      }
    }, [Part])
    return createElement<Props>(Part as ComponentType<Props>, props)
  }
}
