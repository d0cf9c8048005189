/**
 * Solves a challenge without any action of the viewer: in a worker, or in short slices on the main thread where
 * there is none.
 */
import { payloadOf, puzzleOf, trySome, type Challenge, type Solution } from './solve.ts'

/** The slowest televisions need some ten seconds; a device that needs longer gets an error message. */
const limitMs = 120_000
/** A slice is shorter than a frame; the pause between slices lets the page draw and handle input. */
const sliceMs = 8
const pauseMs = 4
const triesAtOnce = 16

/** The payload for the server, or null: unknown algorithm, aborted, or out of time. */
export async function solveChallenge(challenge: Challenge, signal: AbortSignal): Promise<string | null> {
  const until = Date.now() + limitMs
  const inWorker = await solveInWorker(challenge, signal)
  const solution = inWorker === 'no-worker' ? await solveInSlices(challenge, signal, until) : inWorker
  return solution === null ? null : payloadOf(challenge, solution)
}

function solveInWorker(challenge: Challenge, signal: AbortSignal): Promise<Solution | null | 'no-worker'> {
  const worker = startWorker()
  if (worker === null) return Promise.resolve('no-worker')
  return new Promise((resolve) => {
    const end = (result: Solution | null | 'no-worker') => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      worker.terminate()
      resolve(result)
    }
    const giveUp = () => end(null)
    const timer = setTimeout(giveUp, limitMs)
    signal.addEventListener('abort', giveUp)
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => end(data))
    // A worker whose file failed to load or run.
    worker.addEventListener('error', () => end('no-worker'))
    worker.postMessage(challenge, [])
    if (signal.aborted) giveUp()
  })
}

/** A classic worker: browsers of older televisions support no module workers. */
function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./solve-worker.ts', import.meta.url))
  } catch {
    return null
  }
}

/** For a page without workers. */
export async function solveInSlices(
  challenge: Challenge,
  signal: AbortSignal,
  untilMs: number,
): Promise<Solution | null> {
  const puzzle = puzzleOf(challenge)
  if (puzzle === null) return null
  for (let from = 0; Date.now() < untilMs && !signal.aborted;) {
    const sliceEndMs = Date.now() + sliceMs
    while (Date.now() < sliceEndMs) {
      const solution = trySome(puzzle, from, triesAtOnce)
      if (solution !== null) return solution
      from += triesAtOnce
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return null
}
