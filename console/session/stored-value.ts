/** A choice of this browser, in its local storage; components render again when it changes, also in another tab. */
import { useSyncExternalStore } from 'react'

export interface StoredValue<Value extends string> {
  get(): Value
  set(value: Value): void
  /** Whether the choice was ever made in this browser. */
  isChosen(): boolean
  subscribe(onChange: () => void): () => void
}

/** `values`: what may be stored; anything else is `fallback()`. */
export function storedValue<Value extends string>(
  name: string,
  values: readonly Value[],
  fallback: () => Value,
): StoredValue<Value> {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let unstored: Value | undefined
  const read = () => {
    const text = readItem(name) ?? unstored
    return values.find((value) => value === text)
  }
  addEventListener('storage', ({ key }) => {
    if (key === name || key === null) notify()
  })
  return {
    get: () => read() ?? fallback(),
    isChosen: () => read() !== undefined,
    set: (value) => {
      unstored = value
      writeItem(name, value)
      notify()
    },
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** The stored choice, as a component uses it. */
export function useStored<Value extends string>({ get, subscribe }: StoredValue<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}

/** A browser may forbid the storage; the choice then lasts as long as the page. */
function readItem(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function writeItem(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Kept in memory by the caller.
  }
}
