/** Long polling: requests that wait for a change. An idle one costs only a timer. */

export interface WaitingLimits {
  /** The timeout after which an unchanged response is sent. */
  readonly waitMs: number
  /** Five devices with one request each, and one that has not noticed yet that it was disconnected. */
  readonly perKey: number
  readonly inAll: number
}

const defaultLimits: WaitingLimits = { waitMs: 25_000, perKey: 12, inAll: 20_000 }

/** The result of a check: `isNew` ends the wait. */
export interface Looked<Answer> {
  readonly isNew: boolean
  readonly answer: Answer
}

export interface Waiting {
  /**
   * Checks at once, and again after every change of `key`, until a check finds something new; after `waitMs`, or when
   * `signal` is aborted, returns the last result. `full` when too many requests are waiting.
   */
  wait<Answer>(
    key: string,
    look: () => Promise<Looked<Answer>>,
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'answer'; readonly answer: Answer } | { readonly kind: 'full' }>
  /** Wakes the requests waiting under this key; undefined: all. */
  changed(key: string | undefined): void
  /** How many are waiting. */
  count(): number
}

type Wake = () => void

export function createWaiting(input: Partial<WaitingLimits> = {}): Waiting {
  const limits = { ...defaultLimits, ...input }
  const wakes = new Map<string, Set<Wake>>()
  let total = 0

  const join = (key: string, wake: Wake): (() => void) | undefined => {
    const own = wakes.get(key) ?? new Set<Wake>()
    if (own.size >= limits.perKey || total >= limits.inAll) return undefined
    wakes.set(key, own.add(wake))
    total += 1
    return () => {
      own.delete(wake)
      total -= 1
      if (own.size === 0) wakes.delete(key)
    }
  }

  return {
    wait: async (key, look, signal) => {
      const bell = createBell()
      // Registered before the first check, so that a change in between is not missed.
      const leave = join(key, bell.ring)
      if (leave === undefined) return { kind: 'full' }
      const timer = setTimeout(bell.end, limits.waitMs)
      signal.addEventListener('abort', bell.end, { once: true })
      if (signal.aborted) bell.end()
      try {
        for (;;) {
          const { isNew, answer } = await look()
          if (isNew || (await bell.next()) === 'end') return { kind: 'answer', answer }
        }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', bell.end)
        leave()
      }
    },
    changed: (key) => {
      for (const own of key === undefined ? wakes.values() : [wakes.get(key) ?? []])
        for (const wake of own) wake()
    },
    count: () => total,
  }
}

/** Several rings without a listener count as one; an end stays an end. */
function createBell() {
  let [rang, ended] = [false, false]
  let heard: Wake = () => undefined
  return {
    ring: () => {
      rang = true
      heard()
    },
    end: () => {
      ended = true
      heard()
    },
    next: async (): Promise<'ring' | 'end'> => {
      if (!rang && !ended) await new Promise<void>((resolve) => (heard = resolve))
      rang = false
      return ended ? 'end' : 'ring'
    },
  }
}
