import type { ProgrammeRecord } from '#server/television/channels/channel.ts'

type Shows = (programme: ProgrammeRecord) => boolean

/** The next programme that is shown is looked for among so many. */
const maxPassedOver = 30

/** An immutable guide, in memory. Programmes of a channel never overlap. */
export class Guide {
  readonly #byChannel: ReadonlyMap<number, readonly ProgrammeRecord[]>
  readonly #byPid: ReadonlyMap<number, ProgrammeRecord>
  /** Which of its programmes are shown; undefined: all. */
  readonly #shows: Shows | undefined

  private constructor(
    byChannel: ReadonlyMap<number, readonly ProgrammeRecord[]>,
    within?: { readonly guide: Guide; readonly shows: Shows },
  ) {
    this.#byChannel = byChannel
    this.#byPid =
      within === undefined
        ? new Map([...byChannel.values()].flat().map((programme) => [programme.pid, programme]))
        : within.guide.#byPid
    this.#shows = within?.shows
  }

  static readonly empty = new Guide(new Map())

  static of(programmes: readonly ProgrammeRecord[]): Guide {
    return new Guide(Map.groupBy(programmes, (programme) => programme.cid))
  }

  /** The same guide with these channels' programmes replaced. */
  with(cids: readonly number[], programmes: readonly ProgrammeRecord[]): Guide {
    const next = new Map(this.#byChannel)
    for (const cid of cids) next.delete(cid)
    for (const [cid, own] of Map.groupBy(programmes, (programme) => programme.cid)) next.set(cid, own)
    return new Guide(next)
  }

  /**
   * The same guide with only the programmes that `shows` accepts; nothing is copied, and it is asked at each reading.
   */
  within(shows: Shows): Guide {
    return new Guide(this.#byChannel, { guide: this, shows })
  }

  all(cid: number): readonly ProgrammeRecord[] {
    return this.#shown(this.#whole(cid))
  }

  programme(pid: number): ProgrammeRecord | undefined {
    const programme = this.#byPid.get(pid)
    return programme === undefined || this.#shows?.(programme) === false ? undefined : programme
  }

  /** The programme at `atMs` and the next one; in a gap there is no current one, and the next is the next start. */
  nowAndNext(cid: number, atMs: number): { now: ProgrammeRecord | null; next: ProgrammeRecord | null } {
    const own = this.#whole(cid)
    const after = firstAfter(own, atMs)
    const [current] = this.#shown(own.slice(Math.max(0, after - 1), after))
    const next =
      this.#shows === undefined ? own[after] : this.#shown(own.slice(after, after + maxPassedOver))[0]
    return { now: current !== undefined && current.endMs > atMs ? current : null, next: next ?? null }
  }

  /** The programmes that overlap the window, in order. */
  window(cid: number, fromMs: number, toMs: number): readonly ProgrammeRecord[] {
    const own = this.#whole(cid)
    let first = firstAfter(own, fromMs)
    const running = own[first - 1]
    if (running !== undefined && running.endMs > fromMs) first -= 1
    let end = first
    while ((own[end]?.beginMs ?? Number.POSITIVE_INFINITY) < toMs) end += 1
    return this.#shown(own.slice(first, end))
  }

  #whole(cid: number): readonly ProgrammeRecord[] {
    return this.#byChannel.get(cid) ?? []
  }

  #shown(programmes: readonly ProgrammeRecord[]): readonly ProgrammeRecord[] {
    return this.#shows === undefined ? programmes : programmes.filter(this.#shows)
  }
}

/** The index of the first programme that starts after `atMs`. */
function firstAfter(own: readonly ProgrammeRecord[], atMs: number): number {
  let low = 0
  let high = own.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((own[middle]?.beginMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}
