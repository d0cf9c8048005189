import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'

/** The work of one argon2id hash; `memoryCost` in KiB. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** The OWASP minimum for argon2id: 19 MiB, 2 passes, 1 lane; about 9 ms of a core. */
const minimumCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** More at once would only take processor time from viewers. */
const atOnce = 4
/** A longer queue would mean a longer wait than people accept. */
const mayWait = 200

/** Passwords checked or waiting at once, of one process. */
export const maxPasswordsAtOnce = atOnce + mayWait

export type Busy = { readonly kind: 'busy' }
export type Checked = { readonly kind: 'right'; readonly isOutdated: boolean } | { readonly kind: 'wrong' }

/** Hashes and checks passwords, a limited number at a time. The pepper is a secret stored outside the database. */
export interface Passwords {
  /** argon2id in its standard text form. */
  hashOf(password: string): Promise<string | Busy>
  /**
   * Compares. Without a stored hash (the name is unknown) it compares with the hash of a random value, so that the
   * response takes the same work and reveals nothing.
   */
  check(stored: string | undefined, password: string): Promise<Checked | Busy>
}

export interface PasswordOptions {
  readonly pepper: string
  readonly random: RandomBytes
  readonly atOnce?: number
  readonly mayWait?: number
  /** Default: the OWASP minimum. Less is only for tests that check passwords by the thousand. */
  readonly cost?: PasswordCost | undefined
}

export function createPasswords(options: PasswordOptions): Passwords {
  const secret = Buffer.from(options.pepper, 'utf8')
  const cost = options.cost ?? minimumCost
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
        // Created before every check, so that the first unknown name of a process is no slower than a known one.
        const nobody = await nobodysHash()
        const isRight = await verify(stored ?? nobody, password, { secret })
        return isRight && stored !== undefined
          ? { kind: 'right', isOutdated: isOutdated(stored, cost) }
          : { kind: 'wrong' }
      }),
  }
}

function isOutdated(stored: string, cost: PasswordCost): boolean {
  const used = parseOptions(stored)
  return (
    used.memoryCost !== cost.memoryCost ||
    used.timeCost !== cost.timeCost ||
    used.parallelism !== cost.parallelism
  )
}

/** Runs at most `width` tasks at a time and queues at most `length`; one more gets `busy`. */
export function boundedQueue(
  width: number,
  length: number,
): <Result>(work: () => Promise<Result>) => Promise<Result | Busy> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= width) {
      if (waiting.length >= length) return { kind: 'busy' }
      // A finished task passes its slot on, so `running` does not change here.
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
