/** Which channels of the mosaic play, and in which of its players. Pure. */
import type { FailureCode } from '#contract/form/failures.ts'
import { mayAppearLater } from '#player/core/state/playback-failure.ts'
import type { PlaybackProblem } from '#player/core/state/playback-state.ts'

/** How many channels a mosaic has at most. */
export const maxTiles = 4

/** The ids of a stored or linked mosaic: whole, each once, at most `maxTiles`. */
export function tilesOf(stored: unknown): readonly number[] {
  if (!Array.isArray(stored)) return []
  const ids = stored.filter((id): id is number => Number.isSafeInteger(id) && id > 0)
  return [...new Set(ids)].slice(0, maxTiles)
}

interface Selection {
  readonly tiles: readonly number[]
  /** Channels in the order in which they had the focus, the latest first; the first one has it now. */
  readonly recent: readonly number[]
  /** How many may play at once. */
  readonly allowed: number
  /** Channels that do not play, whatever is tried. */
  readonly blocked: ReadonlySet<number>
}

/** The channels that play: the focused one, those that had the focus before, then the first ones. */
export function playingOf({ tiles, recent, allowed, blocked }: Selection): readonly number[] {
  const inOrder = new Set([...recent, ...tiles])
  return [...inOrder].filter((cid) => tiles.includes(cid) && !blocked.has(cid)).slice(0, Math.max(0, allowed))
}

/**
 * The channel of each player. A player keeps its channel while that plays; one that is free takes over the next, with
 * the stream lease that it holds.
 */
export function assignPlayers(
  before: readonly (number | null)[],
  playing: readonly number[],
): readonly (number | null)[] {
  const retained = before.map((cid) => (cid !== null && playing.includes(cid) ? cid : null))
  const rest = playing.filter((cid) => !retained.includes(cid))
  return retained.map((cid) => cid ?? rest.shift() ?? null)
}

/** How many may play: what the tariff allows beside other devices, less where the server or the device refused. */
export function allowedOf(facts: {
  /** Streams of the account at once; null while that is not known. */
  readonly limit: number | null
  /** Of them, those on other devices. */
  readonly elsewhere: number
  /** What was found out by a refusal; null: nothing. */
  readonly cap: number | null
}): number {
  const { limit, elsewhere, cap } = facts
  const free = limit === null ? 1 : Math.max(1, limit - elsewhere)
  return Math.min(free, cap ?? maxTiles, maxTiles)
}

const passing: ReadonlySet<FailureCode> = new Set([
  'not_available_now',
  'blacked_out',
  'too_many_streams',
  'guest_streams_full',
])

/** A problem that may be over in a moment: it is tried again by itself, and its player stays reserved. */
export function isPassing(problem: PlaybackProblem): boolean {
  if (problem.kind === 'refused') return passing.has(problem.failure)
  return (
    problem.kind === 'playback' && (mayAppearLater(problem.failure) || problem.failure !== 'cannot_decode')
  )
}

/** The account or the network has no stream left. */
export function isLimit(problem: PlaybackProblem): boolean {
  return (
    problem.kind === 'refused' &&
    (problem.failure === 'too_many_streams' || problem.failure === 'guest_streams_full')
  )
}
