/** One way a call can be refused. */
export interface FailureText {
  /** 200 for an outcome of the business: the envelope tells it (API-07). Others: see `failures.ts`. */
  readonly status: number
  readonly number: number
  readonly ru: string
  readonly uz: string
}
