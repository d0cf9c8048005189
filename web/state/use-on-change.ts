import { useEffect, useEffectEvent, useRef } from 'react'

interface Run {
  readonly changes: readonly unknown[]
  readonly end: (() => void) | undefined
}

/**
 * Runs `effect` after the first render and whenever one of `changes` differs, also where the effect does not read it:
 * an effect that follows a change of the page, of the viewer or of a choice. Its returned function is called before the
 * next run and at the end. `changes` has the same length at every render.
 */
export function useOnChange(changes: readonly unknown[], effect: () => void | (() => void)): void {
  const run = useEffectEvent(effect)
  const last = useRef<Run | null>(null)
  useEffect(() => {
    const before = last.current
    if (before !== null && before.changes.every((one, at) => Object.is(one, changes[at]))) return
    before?.end?.()
    const end = run()
    last.current = { changes, end: typeof end === 'function' ? end : undefined }
  })
  useEffect(
    () => () => {
      last.current?.end?.()
      last.current = null
    },
    [],
  )
}
