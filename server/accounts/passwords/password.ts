import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'

/** OWASP's least for argon2id: 19 MiB, 2 passes, 1 lane; about 9 ms of a core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** More at once would only take the processor from those who are watching. */
const atOnce = 4
/** Past this a person would wait longer than a person waits. */
const mayWait = 200

export type Busy = { readonly kind: 'busy' }
export type Checked = { readonly kind: 'right'; readonly isOutdated: boolean } | { readonly kind: 'wrong' }

/** Hashes and checks passwords, a bounded number at a time. The pepper is a secret kept outside the database. */
export interface Passwords {
  /** argon2id in its standard text form. */
  hashOf(password: string): Promise<string | Busy>
  /**
   * Compares. Without a stored hash (nobody has this name) it compares with a hash of nothing anybody knows, so
   * that the answer takes the same work and tells nothing.
   */
  check(stored: string | undefined, password: string): Promise<Checked | Busy>
}

export interface PasswordOptions {
  readonly pepper: string
  readonly random: RandomBytes
  readonly atOnce?: number
  readonly mayWait?: number
}

export function createPasswords(options: PasswordOptions): Passwords {
  const secret = Buffer.from(options.pepper, 'utf8')
  const withLock = boundedQueue(options.atOnce ?? atOnce, options.mayWait ?? mayWait)
  let nobodys: Promise<string> | undefined
  const nobodysHash = () => {
    nobodys ??= hash(options.random(32), { ...cost, secret })
    return nobodys
  }
  return {
    hashOf: (password) => withLock(() => hash(password, { ...cost, secret })),
    check: (stored, password) =>
      withLock(async () => {
        // Asked for every check, so that the first unknown name of a process is no slower than a known one.
        const nobody = await nobodysHash()
        const isRight = await verify(stored ?? nobody, password, { secret })
        return isRight && stored !== undefined
          ? { kind: 'right', isOutdated: isOutdated(stored) }
          : { kind: 'wrong' }
      }),
  }
}

function isOutdated(stored: string): boolean {
  const used = parseOptions(stored)
  return (
    used.memoryCost !== cost.memoryCost ||
    used.timeCost !== cost.timeCost ||
    used.parallelism !== cost.parallelism
  )
}

/** Runs at most `width` works at a time and keeps at most `length` waiting; one more is told `busy`. */
export function boundedQueue(
  width: number,
  length: number,
): <Result>(work: () => Promise<Result>) => Promise<Result | Busy> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= width) {
      if (waiting.length >= length) return { kind: 'busy' }
      // Whoever finishes hands its turn over, so `running` does not change on this side.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
