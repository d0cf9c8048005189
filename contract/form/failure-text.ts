/** One way a request can be rejected. */
export interface FailureText {
  /** 200 for a business outcome: the envelope has the error (API-07). Others: see `failures.ts`. */
  readonly status: number
  readonly number: number
  readonly ru: string
  readonly uz: string
}
