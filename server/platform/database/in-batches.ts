/** Small enough a batch never to hold rows that calls wait for. */
export const rowsAtOnce = 1000
/** What is left after so many batches is done the next time. */
const maxBatches = 1000

/** Repeats `batch` until it touches fewer than `rowsAtOnce` rows or is told to stop; gives how many it touched in all. */
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
