/** Everything that arrived, the oldest first, and the failures that were asked for. */

export type Way = 'telegram' | 'email' | 'webhook'
export const ways: readonly Way[] = ['telegram', 'email', 'webhook']

export interface Received {
  readonly way: Way
  /** A chat, an e-mail address, a path. */
  readonly to: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

const maxReceived = 5000

export interface Mailbox {
  add(message: Received): void
  all(): readonly Received[]
  /** From now on, `times` attempts on this way fail with the status; 0 ends it. */
  fail(way: Way, status: number, times: number): void
  /** The status of the failure that the next attempt gets; undefined for none. */
  takeFailure(way: Way): number | undefined
}

export function createMailbox(): Mailbox {
  const received: Received[] = []
  const failures = new Map<Way, { status: number; times: number }>()
  return {
    add: (message) => {
      received.push(message)
      if (received.length > maxReceived) received.shift()
    },
    all: () => received,
    fail: (way, status, times) => void failures.set(way, { status, times }),
    takeFailure: (way) => {
      const failure = failures.get(way)
      if (failure === undefined || failure.times === 0) return undefined
      failure.times -= 1
      return failure.status
    },
  }
}
