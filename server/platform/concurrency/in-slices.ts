/** Long work in slices of a few milliseconds, so that requests are served in between. A step is a generator. */
export type Sliced<Result> = Generator<undefined, Result>

const sliceMs = 2

/**
 * Runs the work, yielding to the event loop after each slice. When `isRequested` returns false it ends with
 * undefined.
 */
export async function inSlices<Result>(
  work: Sliced<Result>,
  isRequested: () => boolean = () => true,
): Promise<Result | undefined> {
  for (;;) {
    const until = performance.now() + sliceMs
    do {
      const step = work.next()
      if (step.done === true) return step.value
    } while (performance.now() < until)
    await new Promise((resolve) => setImmediate(resolve))
    if (!isRequested()) return undefined
  }
}

/** Runs the work in one go, for tests and benchmarks. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Whether a loop over many small items should yield before this one. */
export function isPause(at: number): boolean {
  return (at & 255) === 255
}
