/** What became of one attempt to send a message. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** `problem`: what the staff can read, without an address or a secret. `isFinal`: another attempt would fail too. */
  | { readonly kind: 'failed'; readonly problem: string; readonly isFinal: boolean }

export function failed(problem: string, isFinal = false): SendOutcome {
  return { kind: 'failed', problem: problem.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 300), isFinal }
}
