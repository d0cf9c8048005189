/** The configured faults of the gateway, per request. */

export const requests = [
  'token',
  'bind-card/init',
  'bind-card/confirm',
  'bind-card/dial',
  'list-cards',
  'remove-card',
  'pay/create',
  'pay/pre-apply',
  'pay/apply',
  'pay/get',
  'pay/reverse',
] as const
export type RequestName = (typeof requests)[number]

/**
 * Nothing is done by: `down` (the connection is closed at once), `http_502`, `error_001` and `unknown_code` (a result
 * with STPIMS-ERR-001 or an unknown code), `broken` (an HTML page instead of a response), `expire_tokens` (all tokens
 * are deleted first, so this request is rejected with 401).
 * The request is executed, and then: `lose_answer` (the connection is closed without a response), `slow` (the response
 * comes after 20 s), `done_but_001` (the response is STPIMS-ERR-001).
 */
export const faultNames = [
  'none',
  'down',
  'http_502',
  'error_001',
  'unknown_code',
  'broken',
  'expire_tokens',
  'lose_answer',
  'slow',
  'done_but_001',
] as const
export type FaultName = (typeof faultNames)[number]

export const slowMs = 20_000

export interface Faults {
  /**
   * The current fault of a request; with `times` it ends after that many. `pan`: the card that pays a transaction; a
   * fault of one card does not affect requests of other cards.
   */
  take(request: RequestName, pan?: string): FaultName
  set(which: readonly RequestName[], name: FaultName, times?: number, pan?: string): void
  all(): Readonly<Record<string, FaultName>>
}

export function createFaults(): Faults {
  const present = new Map<RequestName, { name: FaultName; left: number; pan: string | undefined }>()
  return {
    take: (request, pan) => {
      const fault = present.get(request)
      if (fault === undefined || (fault.pan !== undefined && fault.pan !== pan)) return 'none'
      fault.left -= 1
      if (fault.left <= 0) present.delete(request)
      return fault.name
    },
    set: (which, name, times, pan) => {
      for (const request of which)
        if (name === 'none') present.delete(request)
        else present.set(request, { name, left: times ?? Number.POSITIVE_INFINITY, pan })
    },
    all: () => Object.fromEntries(requests.map((one) => [one, present.get(one)?.name ?? 'none'])),
  }
}
