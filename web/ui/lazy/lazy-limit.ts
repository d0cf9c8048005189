/** The time limit for loading a page's code (specification, 9: 120000 ms). */
export const lazyLimitMs = 120_000

/** A chunk that could not be loaded: the error view has its own text for it (SHELL-07). */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/** Waits for a chunk, at most `limitMs`. */
export function withinLimit<T>(loading: Promise<T>, limitMs = lazyLimitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError(`no answer in ${limitMs} ms`)), limitMs)
    loading
      .then(resolve, (error: unknown) => reject(new ChunkError('a part did not load', { cause: error })))
      .finally(() => clearTimeout(timer))
  })
}
