/** A part of the application that can be ready or not. */
export interface Part {
  readonly name: string
  /** Resolves when the part works, perhaps with a few facts; throws the reason otherwise. */
  check(): Promise<Readonly<Record<string, unknown>> | undefined>
}
