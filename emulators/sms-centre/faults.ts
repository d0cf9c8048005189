/** The configured faults of the centre, per protocol. */

export const protocols = ['smpp', 'eskiz', 'playmobile', 'ari'] as const
export type Protocol = (typeof protocols)[number]

/**
 * `down`: connections are closed at once. `slow`: responses after 20 s. `throttle`: throttling errors. `refuse`:
 * rejects every message. `lose_receipts`: accepts messages and never sends a receipt. `wrong_account`: rejects all
 * credentials. `broken`: unreadable responses. `huge`: endless responses. `expire_tokens` (Eskiz, once): deletes all
 * tokens. `unreachable` and `no_ring` (ARI): the call ends at once, or before it rings.
 */
export const faultNames = [
  'none',
  'down',
  'slow',
  'throttle',
  'refuse',
  'lose_receipts',
  'wrong_account',
  'broken',
  'huge',
  'expire_tokens',
  'unreachable',
  'no_ring',
] as const
export type FaultName = (typeof faultNames)[number]

export const slowMs = 20_000

export interface Faults {
  /** The current fault of a protocol; with `times` it ends after that many requests. */
  take(protocol: Protocol): FaultName
  /** The same without counting the request. */
  look(protocol: Protocol): FaultName
  set(which: readonly Protocol[], name: FaultName, times: number | undefined): void
  onSet(listener: (protocol: Protocol, name: FaultName) => void): void
  all(): Readonly<Record<string, FaultName>>
}

export function createFaults(): Faults {
  const present = new Map<Protocol, { name: FaultName; left: number }>()
  const listeners: ((protocol: Protocol, name: FaultName) => void)[] = []
  const look = (protocol: Protocol): FaultName => present.get(protocol)?.name ?? 'none'
  return {
    look,
    take: (protocol) => {
      const fault = present.get(protocol)
      if (fault === undefined) return 'none'
      fault.left -= 1
      if (fault.left <= 0) present.delete(protocol)
      return fault.name
    },
    set: (which, name, times) => {
      for (const protocol of which) {
        if (name === 'none') present.delete(protocol)
        else present.set(protocol, { name, left: times ?? Number.POSITIVE_INFINITY })
        for (const listener of listeners) listener(protocol, name)
      }
    },
    onSet: (listener) => void listeners.push(listener),
    all: () => Object.fromEntries(protocols.map((protocol) => [protocol, look(protocol)])),
  }
}
