/** Measures the quality of plays from playback states; needs neither engine nor page. Pure except for the clock. */
import { longestReportMs, type PlayFigures } from '#contract/playback/play-quality.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'

/** A shorter wait for data is not noticeable. */
export const stallFromMs = 250
/** A wait that starts this soon after a seek belongs to the seek. */
const afterJumpMs = 3000
/** A position further than this from the expected one has jumped. */
const jumpSec = 1.5
/** After a longer time without any state the device was asleep. */
const sleptMs = 90_000
/** The largest number of ended plays waiting for a report; the oldest are dropped. */
const maxEnded = 20

type Subject = Pick<PlayFigures, 'kind' | 'id'>
type Phase = 'idle' | 'playing' | 'waiting' | 'after_jump'

const zero = {
  begun: 0,
  abandoned: 0,
  played: 0,
  stalls: 0,
  stalled: 0,
  rated: 0,
  bits: 0,
  lines: 0,
  switches: 0,
}

/** Parses a source's key: `live:<cid>`, `archive:<cid>:<pid>`, `film:<vfid>`. */
function subjectOf(key: string): Subject | null {
  const match = /^(live|archive|film):(\d{1,10})(?::|$)/.exec(key)
  const kind = match?.[1]
  return kind === 'live' || kind === 'archive' || kind === 'film' ? { kind, id: Number(match?.[2]) } : null
}

class Play {
  readonly key: string
  readonly #subject: Subject
  readonly #openedMs: number
  #sum = { ...zero }
  #startMs: number | null = null
  #failure: string | null = null
  #phase: Phase = 'idle'
  #atMs: number
  #positionSec: number
  #height: number | null = null
  #bitsPerSecond: number | null = null
  #jumpedMs = Number.NEGATIVE_INFINITY
  #waitedMs = 0
  /** Its start was reported, or never will be because the server rejected it. */
  #isSettled = false
  #hadPicture = false
  #mayTime = true
  #hasFailed = false

  constructor(key: string, subject: Subject, nowMs: number, positionSec: number) {
    this.key = key
    this.#subject = subject
    this.#openedMs = this.#atMs = nowMs
    this.#positionSec = positionSec
  }

  note(state: PlaybackState, isSeen: boolean, nowMs: number): void {
    const passedMs = this.pass(nowMs)
    if (this.#hadPicture && this.#hasJumped(state, passedMs)) this.#jumpedMs = nowMs
    this.#positionSec = state.positionSec
    if (!isSeen || state.autoplayBlocked) this.#mayTime = false
    if (state.status === 'failed') return this.#fail(state)
    if (this.#hasFailed) this.#jumpedMs = nowMs
    this.#hasFailed = false
    if (state.hasPicture && !this.#hadPicture) {
      this.#hadPicture = true
      if (this.#mayTime && !this.#isSettled) this.#startMs = nowMs - this.#openedMs
      this.#start()
    }
    this.#look(state)
    this.#enter(this.#phaseOf(state, nowMs))
  }

  /** Adds the time since the last state to that state's total. */
  pass(nowMs: number): number {
    const sinceMs = nowMs - this.#atMs
    const passedMs = sinceMs < 0 || sinceMs > sleptMs ? 0 : sinceMs
    this.#atMs = nowMs
    const sum = this.#sum
    if (this.#phase === 'playing') {
      sum.played += passedMs
      if (this.#bitsPerSecond !== null && this.#height !== null) {
        sum.rated += passedMs
        sum.bits += passedMs * this.#bitsPerSecond
        sum.lines += passedMs * this.#height
      }
    } else if (this.#phase === 'waiting') {
      const before = this.#waitedMs
      this.#waitedMs += passedMs
      if (this.#waitedMs >= stallFromMs) {
        if (before < stallFromMs) sum.stalls += 1
        sum.stalled += before < stallFromMs ? this.#waitedMs : passedMs
      }
    }
    return passedMs
  }

  /** The viewer left it for something else. */
  end(): void {
    if (!this.#isSettled) this.#sum.abandoned = 1
    this.#start()
  }

  /** What has changed since the last report; null when nothing has. */
  take(): PlayFigures | null {
    const { begun: started, abandoned, played, stalls, stalled, rated, bits, lines, switches } = this.#sum
    const start = this.#startMs
    const failure = this.#failure
    if (started + played + stalls + stalled + switches === 0 && failure === null) return null
    this.#sum = { ...zero }
    this.#startMs = this.#failure = null
    return {
      ...this.#subject,
      begun: started,
      ...(start === null ? {} : { start_ms: within(start) }),
      abandoned,
      played_ms: within(played),
      stalls: Math.min(stalls, 1000),
      stalled_ms: within(stalled),
      rated_ms: within(rated),
      bits_per_second: rated === 0 ? 0 : Math.round(bits / rated),
      height: rated === 0 ? 0 : Math.round(lines / rated),
      switches: Math.min(switches, 1000),
      ...(failure === null ? {} : { failure }),
    }
  }

  #start(): void {
    if (!this.#isSettled) this.#sum.begun = 1
    this.#isSettled = true
  }

  #fail({ problem }: PlaybackState): void {
    this.#phase = 'idle'
    if (this.#hasFailed) return
    this.#hasFailed = true
    // A rejection by the server or a stop on another device is no playback failure, and before the first frame it
    // is no play.
    if (problem?.kind !== 'playback') this.#isSettled = true
    else {
      this.#failure = problem.code
      this.#start()
    }
  }

  #look({ playingHeight, qualities }: PlaybackState): void {
    if (playingHeight !== null && this.#height !== null && playingHeight !== this.#height)
      this.#sum.switches += 1
    this.#height = playingHeight ?? this.#height
    this.#bitsPerSecond = qualities.find(({ height }) => height === this.#height)?.bitsPerSecond ?? null
  }

  #phaseOf({ status }: PlaybackState, nowMs: number): Phase {
    if (status === 'playing') return 'playing'
    // Loading after the first frame is a recovery: the viewer waits.
    if (status !== 'buffering' && (status !== 'loading' || !this.#hadPicture)) return 'idle'
    if (this.#phase === 'waiting' || this.#phase === 'after_jump') return this.#phase
    return nowMs - this.#jumpedMs <= afterJumpMs ? 'after_jump' : 'waiting'
  }

  #enter(phase: Phase): void {
    if (phase === 'waiting' && this.#phase !== 'waiting') this.#waitedMs = 0
    this.#phase = phase
  }

  #hasJumped({ positionSec, rate }: PlaybackState, passedMs: number): boolean {
    const moved = positionSec - this.#positionSec
    return moved < -jumpSec || moved > (passedMs / 1000) * Math.max(rate, 2) + jumpSec
  }
}

function within(ms: number) {
  return Math.min(Math.max(0, Math.round(ms)), longestReportMs)
}

/** Measures each play from playback states: start-up time, stalls, bit rate, failures. */
export class QualityMeter {
  readonly #now: () => number
  #play: Play | null = null
  #ended: PlayFigures[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /** The number of ended plays not yet taken. */
  get ended(): number {
    return this.#ended.length
  }

  get isGoing(): boolean {
    return this.#play !== null
  }

  /** Called with every state; `isSeen`: the page is visible. */
  note(state: PlaybackState, isSeen: boolean): void {
    const nowMs = this.#now()
    if (state.sourceKey !== (this.#play?.key ?? null)) {
      this.#end(nowMs)
      const subject = state.sourceKey === null ? null : subjectOf(state.sourceKey)
      if (subject !== null && state.sourceKey !== null)
        this.#play = new Play(state.sourceKey, subject, nowMs, state.positionSec)
    }
    this.#play?.note(state, isSeen, nowMs)
  }

  /** The changes since the last call, one entry per play. */
  take(): readonly PlayFigures[] {
    this.#play?.pass(this.#now())
    const going = this.#play?.take() ?? null
    const all = going === null ? this.#ended : [...this.#ended, going]
    this.#ended = []
    return all.slice(-maxEnded)
  }

  #end(nowMs: number): void {
    const play = this.#play
    if (play === null) return
    this.#play = null
    play.pass(nowMs)
    play.end()
    const figures = play.take()
    if (figures !== null) this.#ended = [...this.#ended, figures].slice(-maxEnded)
  }
}
