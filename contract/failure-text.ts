/** One way a call can be refused. */
export interface FailureText {
  readonly status: number
  readonly number: number
  readonly ru: string
  readonly uz: string
}
