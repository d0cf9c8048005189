/** `localStorage` in memory, which may be full. */
class MemoryStorage {
  isFull = false
  readonly #items = new Map<string, string>()

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException('the storage is full', 'QuotaExceededError')
    this.#items.set(key, value)
  }

  clear(): void {
    this.isFull = false
    this.#items.clear()
  }
}

/** An empty storage. */
export function memoryStorage(): MemoryStorage {
  return new MemoryStorage()
}
