/** Solves a challenge on a thread of its own, so that the page stays quick; ended by whoever started it. */
import { puzzleOf, trySome, type Challenge } from './solve.ts'

/** Small enough to be ended soon after it is no longer wanted. */
const AT_ONCE = 2000

self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  const puzzle = puzzleOf(data)
  if (puzzle === null) return self.postMessage(null)
  for (let from = 0; from <= 0xffff_ffff; from += AT_ONCE) {
    const solution = trySome(puzzle, from, AT_ONCE)
    if (solution !== null) return self.postMessage(solution)
  }
  self.postMessage(null)
})
