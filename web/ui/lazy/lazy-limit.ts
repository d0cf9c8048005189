/** A page's code that has not come in this time will not come (specification, 9: 120000 ms). */
export const lazyLimitMs = 120_000

/** A part of the site that could not be loaded: the error view has its own words for it (SHELL-07). */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/** Waits for a part of the site, at most `limitMs`. */
export function withinLimit<T>(loading: Promise<T>, limitMs = lazyLimitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError(`no answer in ${limitMs} ms`)), limitMs)
    loading
      .then(resolve, (error: unknown) => reject(new ChunkError('a part did not load', { cause: error })))
      .finally(() => clearTimeout(timer))
  })
}
