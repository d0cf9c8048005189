/** Requests that wait until there is something to tell. While nothing happens each of them costs a timer. */

export interface WaitingLimits {
  /** An answer that says nothing new is given after this long. */
  readonly waitMs: number
  /** Five devices, each with one request, and one that has not noticed yet that it was cut off. */
  readonly perKey: number
  readonly inAll: number
}

const defaultLimits: WaitingLimits = { waitMs: 25_000, perKey: 12, inAll: 20_000 }

/** What a look found: `isNew` ends the wait. */
export interface Looked<Answer> {
  readonly isNew: boolean
  readonly answer: Answer
}

export interface Waiting {
  /**
   * Looks at once, and again after every change of `key`, until a look finds something new; after `waitMs`, and when
   * `signal` is aborted, gives what the last look found. `full` when too many requests wait.
   */
  wait<Answer>(
    key: string,
    look: () => Promise<Looked<Answer>>,
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'answer'; readonly answer: Answer } | { readonly kind: 'full' }>
  /** There may be something new for those who wait under this key; undefined: for anybody. */
  changed(key: string | undefined): void
  /** How many wait. */
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
      // Joined before the first look, so that what changes in between is not missed.
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

/** Rings that come while nobody listens are one ring; an end stays an end. */
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
