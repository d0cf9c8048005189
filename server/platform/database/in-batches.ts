/** A batch small enough never to lock rows for long. */
export const rowsAtOnce = 1000
/** The rest after so many batches is done in the next run. */
const maxBatches = 1000

/** Repeats `batch` until it affects fewer than `rowsAtOnce` rows or is aborted; returns how many in all. */
export async function inBatches(
  signal: AbortSignal | undefined,
  batch: () => Promise<number>,
): Promise<number> {
  let total = 0
  for (let index = 0; index < maxBatches; index += 1) {
    if (signal?.aborted === true) break
    const touched = await batch()
    total += touched
    if (touched < rowsAtOnce) break
  }
  return total
}
