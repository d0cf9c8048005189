/** Time as a parameter, so that an hour of watching can be simulated in a millisecond. */
export interface Timers {
  /** Unix milliseconds. */
  now(): number
  /** Runs once after `ms`; returns the function that cancels it. */
  after(ms: number, run: () => void): () => void
}
