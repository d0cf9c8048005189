/** Solves a challenge in a worker, so that the page stays responsive; terminated by its creator. */
import '#web/old-engines/fill.ts'
import { puzzleOf, trySome, maxCounter, type Challenge, type Puzzle, type Solution } from './solve.ts'

/** How many numbers are tried in one call. */
const atOnce = 2000

/** The part of a worker's scope used here; the types of this project are those of a window. */
const scope = self as unknown as {
  postMessage(message: Solution | null, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<Challenge>) => void): void
}

scope.addEventListener('message', ({ data }) => {
  const puzzle = puzzleOf(data)
  scope.postMessage(puzzle === null ? null : tryAll(puzzle), [])
})

function tryAll(puzzle: Puzzle): Solution | null {
  for (let from = 0; from <= maxCounter; from += atOnce) {
    const solution = trySome(puzzle, from, atOnce)
    if (solution !== null) return solution
  }
  return null
}
