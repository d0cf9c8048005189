/** State outside of components: a value, or one that is read elsewhere, and the listeners to its changes. */
import { useSyncExternalStore } from 'react'

export interface Changes {
  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void
  emit(): void
  /** The number of listeners. */
  count(): number
}

/** Only the listeners, for state that is read from another source: a storage, a map, a clock. */
export function createChanges(): Changes {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit() {
      for (const listener of listeners) listener()
    },
    count: () => listeners.size,
  }
}

export interface ReadableStore<Value> {
  get(): Value
  subscribe(listener: () => void): () => void
}

export interface Store<Value> extends ReadableStore<Value> {
  /** Stores the next value; the same value again is no change. */
  set(next: Value): void
}

/** A value with its listeners. */
export function createStore<Value>(initial: Value): Store<Value> {
  const changes = createChanges()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      changes.emit()
    },
    subscribe: changes.subscribe,
  }
}

/** The store's value as state. `drawn`: what the server rendered, and what the browser's first render has to repeat. */
export function useStore<Value>(store: ReadableStore<Value>, drawn: () => Value = store.get): Value {
  return useSyncExternalStore(store.subscribe, store.get, drawn)
}
