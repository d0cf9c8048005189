import { useLayoutEffect, useRef, type RefObject } from 'react'

/** The newest value, for handlers that are bound once and called later. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
