/** The state of television, channel by channel, for an operator. Values only; times are unix milliseconds. */

/** The level of a channel, worst first. */
export type Level = 'bad' | 'warning' | 'good' | 'off'

export type PictureState = 'ok' | 'black' | 'frozen' | 'silent' | 'slate' | 'unknown'

export interface HoleCount {
  readonly count: number
  readonly ms: number
}

/** A channel's archive, and its expected depth. */
export interface ArchiveFacts {
  readonly oldestMs: number | null
  readonly bytes: number
  /** The part of them that recordings of viewers need. Undefined in a report of an earlier version. */
  readonly retainedBytes?: number
  readonly bytesPerDay: number
  readonly holesOfDay: HoleCount
  readonly holesOfWeek: HoleCount
  readonly requestedMs: number
  /** The expected depth with the current disk; null while too little was recorded. */
  readonly expectedMs: number | null
}

/** All facts of one channel at one moment. */
export interface ChannelFacts {
  readonly cid: number
  readonly number: number
  readonly name: string
  readonly kind: 'recorded' | 'linear' | 'none'
  readonly isEnabled: boolean
  /** Sound only. Undefined in a report of an earlier version. */
  readonly isRadio?: boolean
  readonly state: 'recording' | 'waiting' | 'ended' | 'linear' | 'stopped'
  /** Why it waits. */
  readonly words?: string
  /** Which of its sources is active, from 1. */
  readonly sourceIndex?: number
  readonly sources: number
  readonly maker?: string
  readonly picture: PictureState
  readonly bitsPerSecond?: number
  readonly lastSegmentAtMs?: number
  readonly restarts: number
  /** The end of the guide without a gap of an hour; null without a current programme. */
  readonly guideUntilMs: number | null
  readonly archive?: ArchiveFacts
}

/** What can be wrong with a channel: first what viewers cannot watch at all. */
export const problemKinds = [
  // Only in the history: while it lasts there is no report.
  'recorder_off',
  'no_signal',
  'stale',
  'black',
  'frozen',
  'slate',
  'silent',
  'spare_source',
  'guide_missing',
  'guide_ends',
  'holes',
  'archive_short',
] as const
export type ProblemKind = (typeof problemKinds)[number]

export interface Problem {
  readonly kind: ProblemKind
  readonly sinceMs: number
}

export interface ChannelReport extends ChannelFacts {
  readonly level: Level
  /** Why it is not good, as text. */
  readonly why: readonly string[]
  /** The same as values, each kind once. Undefined in a report of an earlier version. */
  readonly problems?: readonly Problem[]
}

export interface DiskFacts {
  readonly freeBytes: number
  readonly totalBytes: number
  /** Until the archive deletes hours that its depth requires; null when the disk has room for all. */
  readonly hoursLeft: number | null
  /** The larger one applies. Undefined in a report of an earlier version. */
  readonly limits?: {
    /** From the setting. */
    readonly requestedBytes: number
    /** The size of three minutes of recording. */
    readonly aheadBytes: number
  }
}

/** Which of the two limits of free space applies, with its figure; empty when unknown. */
export function actingLimit({ limits }: DiskFacts): string {
  if (limits === undefined) return ''
  const { requestedBytes, aheadBytes } = limits
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  return aheadBytes > requestedBytes
    ? `below ${gigabytes(aheadBytes)}, which three minutes of recording take (EKRAN_FREE_SPACE_GB is less)`
    : `below ${gigabytes(requestedBytes)}, as EKRAN_FREE_SPACE_GB has it`
}

export interface Report {
  readonly atMs: number
  readonly channels: readonly ChannelReport[]
  readonly disk: DiskFacts | null
}

/** Older than this, a last segment is no live video any more: five of its own length. */
const staleMs = 10_000
const guideShortMs = 24 * 3_600_000
/** For the last day: a larger loss is a warning. */
const holesMs = 60_000

const pictureWords: Record<Exclude<PictureState, 'ok' | 'unknown'>, string> = {
  black: 'the picture is black',
  frozen: 'the picture stands still',
  silent: 'there is no sound',
  slate: 'the source shows that it is out of service',
}

/**
 * Judges one channel. Pure. A problem begins at `nowMs`, where nothing is received with the last segment; `keepSince`
 * continues those of the report before.
 */
export function judge(facts: ChannelFacts, nowMs: number): ChannelReport {
  if (facts.kind === 'none' || !facts.isEnabled) return { ...facts, level: 'off', why: [], problems: [] }
  const bad = [...troubleOf(facts, nowMs)]
  const warnings = [...warningsOf(facts, nowMs)]
  const level = bad.length > 0 ? 'bad' : warnings.length > 0 ? 'warning' : 'good'
  const all = [...bad, ...warnings]
  const sinceMs = (kind: ProblemKind) =>
    kind === 'no_signal' || kind === 'stale' ? Math.min(facts.lastSegmentAtMs ?? nowMs, nowMs) : nowMs
  return {
    ...facts,
    level,
    why: all.map(({ words }) => words),
    problems: all.map(({ kind }) => ({ kind, sinceMs: sinceMs(kind) })),
  }
}

interface Finding {
  readonly kind: ProblemKind
  readonly words: string
}

function* troubleOf(facts: ChannelFacts, nowMs: number): Generator<Finding> {
  if (facts.state === 'waiting' || facts.state === 'ended' || facts.state === 'stopped')
    yield { kind: 'no_signal', words: facts.words ?? 'nothing is received from the source' }
  else if (facts.state === 'recording') {
    const age = facts.lastSegmentAtMs === undefined ? undefined : nowMs - facts.lastSegmentAtMs
    if (age !== undefined && age > staleMs)
      yield { kind: 'stale', words: `the last segment is ${Math.round(age / 1000)} s old` }
  }
  // A station has no picture that could be wrong.
  if (facts.isRadio === true) return
  if (facts.picture === 'black' || facts.picture === 'frozen' || facts.picture === 'slate')
    yield { kind: facts.picture, words: pictureWords[facts.picture] }
}

function* warningsOf(facts: ChannelFacts, nowMs: number): Generator<Finding> {
  if (facts.picture === 'silent') yield { kind: 'silent', words: pictureWords.silent }
  if ((facts.sourceIndex ?? 1) > 1)
    yield { kind: 'spare_source', words: `received from source ${facts.sourceIndex} of ${facts.sources}` }
  if (facts.guideUntilMs === null) {
    // Few stations have a guide.
    if (facts.isRadio !== true) yield { kind: 'guide_missing', words: 'no current programme in the guide' }
  } else if (facts.guideUntilMs - nowMs < guideShortMs) {
    const hours = Math.max(0, Math.round((facts.guideUntilMs - nowMs) / 3_600_000))
    yield { kind: 'guide_ends', words: `the guide ends in ${hours} h` }
  }
  const { archive } = facts
  if (archive === undefined) return
  if (archive.holesOfDay.ms > holesMs)
    yield {
      kind: 'holes',
      words: `${Math.round(archive.holesOfDay.ms / 1000)} s of the last day are missing`,
    }
  if (archive.expectedMs !== null && archive.expectedMs < archive.requestedMs)
    yield {
      kind: 'archive_short',
      words: `the archive will reach back ${days(archive.expectedMs)} days instead of ${days(archive.requestedMs)}`,
    }
}

function days(ms: number) {
  return Math.round(ms / 8_640_000) / 10
}

const order: readonly Level[] = ['bad', 'warning', 'good', 'off']

/** The worst first, then by number. */
export function worstFirst(one: ChannelReport, other: ChannelReport): number {
  return order.indexOf(one.level) - order.indexOf(other.level) || one.number - other.number
}

/** The number of channels of each level. */
export function countLevels(channels: readonly ChannelReport[]): Readonly<Record<Level, number>> {
  const counts: Record<Level, number> = { bad: 0, warning: 0, good: 0, off: 0 }
  for (const { level } of channels) counts[level] += 1
  return counts
}
