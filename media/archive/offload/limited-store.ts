/** A store whose every call ends in time: a disk of the network may not answer at all. */
import { type MediaStore, StoreFailed } from '#media/store/interface/store.ts'

/** One small request, with what is repeated of it. */
const requestLimitMs = 180_000
/** A whole file, or everything of a channel. */
const longLimitMs = 1_800_000

export function limitedStore(store: MediaStore): MediaStore {
  return {
    put: (key, ...more) => within(longLimitMs, key, store.put(key, ...more)),
    read: async function* (key, range, signal) {
      const pieces = store.read(key, range, signal)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const piece = await within(requestLimitMs, key, pieces.next())
          if (piece.done === true) return
          yield piece.value
        }
      } finally {
        // Not awaited: it waits for the piece that does not come.
        pieces.return?.().catch(() => undefined)
      }
    },
    head: (key) => within(requestLimitMs, key, store.head(key)),
    list: (prefix, options) => within(requestLimitMs, prefix, store.list(prefix, options)),
    names: (prefix) => within(requestLimitMs, prefix, store.names(prefix)),
    delete: (key) => within(requestLimitMs, key, store.delete(key)),
    deleteAll: (prefix) => within(longLimitMs, prefix, store.deleteAll(prefix)),
    deleteUnfinished: (prefix) => within(longLimitMs, prefix, store.deleteUnfinished(prefix)),
    close: () => store.close(),
  }
}

async function within<Result>(limitMs: number, about: string, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new StoreFailed('unreachable', 'Timeout', about)), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
