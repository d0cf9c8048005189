import type { ProgrammeRecord } from '#server/television/channels/channel.ts'

/** An immutable guide, in memory. Programmes of a channel never overlap. */
export class Guide {
  readonly #byChannel: ReadonlyMap<number, readonly ProgrammeRecord[]>
  readonly #byPid: ReadonlyMap<number, ProgrammeRecord>

  private constructor(byChannel: ReadonlyMap<number, readonly ProgrammeRecord[]>) {
    this.#byChannel = byChannel
    this.#byPid = new Map([...byChannel.values()].flat().map((programme) => [programme.pid, programme]))
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

  all(cid: number): readonly ProgrammeRecord[] {
    return this.#byChannel.get(cid) ?? []
  }

  programme(pid: number): ProgrammeRecord | undefined {
    return this.#byPid.get(pid)
  }

  /** The programme at `atMs` and the next one; in a gap there is no current one, and the next is the next start. */
  nowAndNext(cid: number, atMs: number): { now: ProgrammeRecord | null; next: ProgrammeRecord | null } {
    const own = this.all(cid)
    const after = firstAfter(own, atMs)
    const current = own[after - 1]
    return { now: current !== undefined && current.endMs > atMs ? current : null, next: own[after] ?? null }
  }

  /** The programmes that overlap the window, in order. */
  window(cid: number, fromMs: number, toMs: number): readonly ProgrammeRecord[] {
    const own = this.all(cid)
    let first = firstAfter(own, fromMs)
    const running = own[first - 1]
    if (running !== undefined && running.endMs > fromMs) first -= 1
    let end = first
    while ((own[end]?.beginMs ?? Number.POSITIVE_INFINITY) < toMs) end += 1
    return own.slice(first, end)
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
