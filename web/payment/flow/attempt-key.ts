/**
 * The idempotency key of the current payment attempt: the same while its outcome is unknown, so that a retry after
 * a lost response charges nothing twice; a new one once the outcome is known or another payment is attempted.
 */
export interface AttemptKey {
  of(attempt: string): string
  settled(): void
}

/** Sixteen random bytes; `randomUUID` is missing on pages without https. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

export function createAttemptKey(makeKey: () => string): AttemptKey {
  let stored: { readonly attempt: string; readonly key: string } | null = null
  return {
    of: (attempt) => {
      if (stored?.attempt !== attempt) stored = { attempt, key: makeKey() }
      return stored.key
    },
    settled: () => {
      stored = null
    },
  }
}
