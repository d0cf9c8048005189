/**
 * What each viewer of a crowd does, and when: from a seed, without a clock, so that two runs of a scenario send the same
 * requests in the same order.
 */
import { createDice, type Dice } from '#bench/kit/seeded-random.ts'

export const actKinds = ['home', 'guide', 'live', 'archive', 'search', 'pay'] as const
export type ActKind = (typeof actKinds)[number]

export interface Act {
  /** Milliseconds from the start of the run. */
  readonly atMs: number
  readonly kind: ActKind
  /** Chooses among what the product offers then (a channel, a word), 0 to 1. */
  readonly pick: number
}

export interface ViewerPlan {
  /** When it logs in, milliseconds from the start. */
  readonly arrivesAtMs: number
  readonly acts: readonly Act[]
}

/** A part of a run: until `untilMs`, viewers act `pace` times as often as people do. */
export interface Phase {
  readonly untilMs: number
  readonly pace: number
}

export interface CrowdShape {
  readonly seed: number
  readonly viewers: number
  /** All log in within this time. */
  readonly arriveWithinMs: number
  /** In order; the last one ends the run. */
  readonly phases: readonly Phase[]
  /** Everybody who watches changes the channel within these ten seconds or so: the final whistle. */
  readonly whistle?: { readonly atMs: number; readonly withinMs: number }
}

/** How often each act happens, as parts of all. Two of three are another channel. */
const weights: Readonly<Record<ActKind, number>> = {
  live: 64,
  guide: 12,
  home: 10,
  search: 7,
  archive: 6,
  pay: 1,
}
/** The mean time between two acts of one viewer. */
export const meanThinkMs = 40_000
const shortestThinkMs = 700
const longestThinkMs = 300_000
/** After the login the home page is looked at for a moment. */
const firstLookMs = 2500
/** Bounds the memory of a plan, whatever the phases say. */
const maxActs = 500

/** The plan of one viewer: the same for the same shape and number. */
export function planOf(shape: CrowdShape, viewer: number): ViewerPlan {
  const dice = createDice((Math.imul(shape.seed, 2_654_435_761) ^ Math.imul(viewer + 1, 40_503)) | 0)
  const arrivesAtMs = Math.round(dice.next() * shape.arriveWithinMs)
  const endMs = shape.phases.at(-1)?.untilMs ?? 0
  const acts: Act[] = [{ atMs: arrivesAtMs, kind: 'home', pick: dice.next() }]
  let atMs = arrivesAtMs + firstLookMs * (0.5 + dice.next())
  let kind: ActKind = 'live'
  while (atMs < endMs && acts.length < maxActs) {
    acts.push({ atMs: Math.round(atMs), kind, pick: dice.next() })
    atMs = later(shape.phases, atMs, thinkMs(dice))
    kind = chooseKind(dice)
  }
  return { arrivesAtMs, acts: withWhistle(acts, shape, dice) }
}

/** Exponential: most looks are short, some long. */
function thinkMs(dice: Dice): number {
  const drawn = -Math.log(1 - dice.next()) * meanThinkMs
  return Math.min(longestThinkMs, Math.max(shortestThinkMs, drawn))
}

/** The moment at which a think time is over that passes `pace` times as fast in each phase. */
function later(phases: readonly Phase[], fromMs: number, think: number): number {
  let [atMs, leftMs] = [fromMs, think]
  for (const { untilMs, pace } of phases) {
    if (atMs >= untilMs) continue
    if (atMs + leftMs / pace < untilMs) return atMs + leftMs / pace
    leftMs -= (untilMs - atMs) * pace
    atMs = untilMs
  }
  return atMs + leftMs
}

function chooseKind(dice: Dice): ActKind {
  const sum = actKinds.reduce((total, kind) => total + weights[kind], 0)
  let drawn = dice.next() * sum
  for (const kind of actKinds) {
    drawn -= weights[kind]
    if (drawn < 0) return kind
  }
  return 'live'
}

function withWhistle(acts: readonly Act[], { whistle }: CrowdShape, dice: Dice): readonly Act[] {
  if (whistle === undefined) return acts
  const atMs = Math.round(whistle.atMs + dice.next() * whistle.withinMs)
  const zap: Act = { atMs, kind: 'live', pick: dice.next() }
  return [...acts, zap].toSorted((a, b) => a.atMs - b.atMs)
}
