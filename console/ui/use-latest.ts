import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The value of the last render, for callbacks that stay the same function; read it in events only. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
