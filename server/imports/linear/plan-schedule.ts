import { createHash } from 'node:crypto'
import type { RawProgramme } from '#server/television/television.ts'
import type { LineProblem, Schedule, ScheduleLine, WrittenItem } from './schedule-file.ts'

/** A playable asset, with its guide data. */
export interface Playable {
  readonly assetId: string
  /** Whole seconds; at least one. */
  readonly durationMs: number
  /** Part of a series: the next one follows, and none is skipped because it does not fit. */
  readonly isEpisode: boolean
  readonly programme: Omit<RawProgramme, 'beginMs' | 'endMs'>
}

/** A current or past programme. */
export interface Placed {
  readonly beginMs: number
  readonly endMs: number
  readonly item: Playable
}

export interface PlanInput {
  readonly schedule: Schedule
  /** The assets of written items; one that cannot be played has none. */
  playables(items: readonly WrittenItem[]): readonly Playable[]
  /** The programmes before `fromMs` by start, so that a series continues and an evening can be repeated. */
  readonly before: readonly Pick<RawProgramme, 'beginMs' | 'assetId' | 'title'>[]
  /** The plan starts here, and contains what starts before `toMs`. */
  readonly fromMs: number
  readonly toMs: number
}

export interface SchedulePlan {
  readonly placed: readonly Placed[]
  /** What the file requests but cannot be planned. */
  readonly problems: readonly LineProblem[]
  /** Unplanned time. */
  readonly emptyMs: number
}

const minuteMs = 60_000
const dayMs = 86_400_000
/** A shorter rest becomes no programme: it stays a gap, and the previous programme extends into it. */
const shortestMs = 10_000
const maxPlaced = 50_000

/** A line's time on one day. */
interface Block {
  readonly line: ScheduleLine
  readonly day: number
  readonly beginMs: number
  readonly endMs: number
  /** Dated lines play each item once. */
  readonly isOnce: boolean
}

/** Plans the schedule for a time window. The same input gives the same plan. */
export function planSchedule(input: PlanInput): SchedulePlan {
  const planning = new Planning(input)
  return planning.run()
}

class Planning {
  readonly #input: PlanInput
  readonly #placed: Placed[] = []
  readonly #problems: LineProblem[] = []
  readonly #filler: readonly Playable[]
  /** The item with which each line continues next time. */
  readonly #next = new Map<ScheduleLine, number>()
  #nextFiller = 0
  #emptyMs = 0

  constructor(input: PlanInput) {
    this.#input = input
    this.#filler = input.playables(input.schedule.filler)
  }

  run(): SchedulePlan {
    const { fromMs, toMs } = this.#input
    let at = fromMs
    for (const block of this.#blocks()) {
      if (block.endMs <= at || block.beginMs >= toMs) continue
      this.#fillGap(at, Math.min(block.beginMs, toMs))
      at = Math.max(at, block.beginMs)
      const end = this.#fillBlock(block, at)
      // What starts before the window ends may extend beyond it.
      at = Math.max(at, end)
    }
    this.#fillGap(at, toMs)
    return { placed: this.#placed, problems: this.#problems, emptyMs: this.#emptyMs }
  }

  /** Time blocks: dated lines first, then the others in file order. Sorted by time. */
  #blocks(): Block[] {
    const { schedule, fromMs, toMs } = this.#input
    const first = Math.floor(schedule.zone.localOf(fromMs) / dayMs) - 1
    const last = Math.floor(schedule.zone.localOf(toMs) / dayMs) + 1
    const dated = this.#datedBlocks(first, last)
    const free: Block[] = [...dated]
    for (const line of schedule.lines) {
      if (line.when === 'dated') continue
      for (let day = first; day <= last; day += 1) {
        if (!line.weekdays.has(weekdayOf(day))) continue
        const [beginMs, endMs] = [this.#at(day, line.fromMin), this.#at(day, line.toMin)]
        free.push(...without({ line, day, beginMs, endMs, isOnce: false }, free))
      }
    }
    return free.toSorted((a, b) => a.beginMs - b.beginMs)
  }

  #datedBlocks(first: number, last: number): Block[] {
    const blocks: Block[] = []
    for (const line of this.#input.schedule.lines) {
      if (line.when !== 'dated' || line.day < first || line.day > last) continue
      const beginMs = this.#at(line.day, line.fromMin)
      const endMs = line.toMin === undefined ? beginMs + this.#lengthOf(line) : this.#at(line.day, line.toMin)
      if (endMs > beginMs)
        blocks.push({ line, day: line.day, beginMs, endMs, isOnce: line.toMin === undefined })
    }
    const sorted = blocks.toSorted((a, b) => a.beginMs - b.beginMs)
    return sorted.flatMap((block, index) => {
      const next = sorted[index + 1]
      if (next === undefined || next.beginMs >= block.endMs) return [block]
      this.#problems.push({
        line: block.line.line,
        why: `it is not over when line ${next.line.line} begins, and is cut off there`,
      })
      return next.beginMs > block.beginMs ? [{ ...block, endMs: next.beginMs }] : []
    })
  }

  #lengthOf({ content }: ScheduleLine): number {
    if (content.kind === 'repeat') return 0
    return this.#input.playables(content.items).reduce((sum, { durationMs }) => sum + durationMs, 0)
  }

  #at(day: number, minute: number): number {
    return this.#input.schedule.zone.utcOf(day * dayMs + minute * minuteMs)
  }

  /** Returns its end: within the block, or after the window for an item that started in it. */
  #fillBlock(block: Block, fromMs: number): number {
    const { line } = block
    if (line.content.kind === 'repeat') {
      const items = this.#formerItems(block, line.content)
      return this.#fill(items, 0, fromMs, block.endMs, true).at
    }
    const items = this.#input.playables(line.content.items)
    if (line.content.isShuffled)
      return this.#fill(shuffled(items, `${line.line} ${block.day}`), 0, fromMs, block.endMs, false).at
    if (block.isOnce) {
      const elapsed = fromMs > block.beginMs ? this.#elapsedBefore(items, block.beginMs, fromMs) : 0
      return this.#fill(items, elapsed, fromMs, block.endMs, true).at
    }
    const from = this.#next.get(line) ?? this.#goesOnAt(line, items)
    const { at, next } = this.#fill(items, from, fromMs, block.endMs, false)
    this.#next.set(line, next)
    return at
  }

  /** How many of a dated line's items are over, or running, when the plan starts inside it. */
  #elapsedBefore(items: readonly Playable[], beginMs: number, fromMs: number): number {
    let at = beginMs
    let count = 0
    for (const { durationMs } of items) {
      if (at >= fromMs) break
      at += durationMs
      count += 1
    }
    return count
  }

  /** After the last of its items that ran in its own time. */
  #goesOnAt(line: ScheduleLine, items: readonly Playable[]): number {
    const { before, schedule } = this.#input
    const places = new Map(items.map((item, index) => [nameOf(item.assetId, item.programme.title), index]))
    for (const { beginMs, assetId, title } of before.toReversed()) {
      const place = places.get(nameOf(assetId, title))
      if (place === undefined) continue
      const localMs = schedule.zone.localOf(beginMs)
      const day = Math.floor(localMs / dayMs)
      const minute = Math.floor((localMs - day * dayMs) / minuteMs)
      if (isInOwnTime(line, day, minute) || isInOwnTime(line, day - 1, minute + 1440)) return place + 1
    }
    return 0
  }

  #formerItems(block: Block, { day, fromMin }: { day?: number; fromMin: number }): Playable[] {
    const own = block.line.fromMin
    const from = this.#at(day ?? (fromMin < own ? block.day : block.day - 1), fromMin)
    const until = Math.min(from + (block.endMs - block.beginMs), block.beginMs)
    const within = ({ beginMs }: { readonly beginMs: number }) => beginMs >= from && beginMs < until
    const byName = new Map(
      this.#everything().map((item) => [nameOf(item.assetId, item.programme.title), item]),
    )
    const former = this.#input.before.filter(within).flatMap(({ assetId, title }) => {
      const item = byName.get(nameOf(assetId, title))
      return item === undefined ? [] : [item]
    })
    return [...former, ...this.#placed.filter(within).map(({ item }) => item)]
  }

  #everything(): readonly Playable[] {
    const { schedule, playables } = this.#input
    const written = schedule.lines.flatMap(({ content }) => (content.kind === 'items' ? content.items : []))
    return [...playables(written), ...this.#filler]
  }

  /**
   * Plays items one after another from `next` on. An item that does not fit is replaced by the next that does, unless
   * it is an episode; the rest is filled by the filler, or by the cut beginning of the next item.
   */
  #fill(
    items: readonly Playable[],
    next: number,
    fromMs: number,
    endMs: number,
    isOnce: boolean,
  ): { readonly at: number; readonly next: number } {
    let at = fromMs
    while (at < endMs && at < this.#input.toMs && this.#placed.length < maxPlaced) {
      if (items.length === 0 || (isOnce && next >= items.length))
        return { at: this.#fillGap(at, endMs), next }
      const fits = placeThatFits(items, next, endMs - at, isOnce)
      if (fits === undefined) {
        const item = items[next % items.length]
        if ((isOnce || this.#filler.length === 0) && item !== undefined && endMs - at >= shortestMs) {
          this.#place(item, at, endMs)
          return { at: endMs, next: next + 1 }
        }
        return { at: this.#fillGap(at, endMs), next }
      }
      const item = items[fits % items.length]
      if (item === undefined) break
      this.#place(item, at, at + item.durationMs)
      at += item.durationMs
      next = fits + 1
    }
    return { at, next }
  }

  /** Empty time of the file: fillers, the last one cut, or nothing. */
  #fillGap(fromMs: number, toMs: number): number {
    let at = fromMs
    const windowEndMs = Math.min(toMs, this.#input.toMs)
    while (
      at < windowEndMs &&
      toMs - at >= shortestMs &&
      this.#filler.length > 0 &&
      this.#placed.length < maxPlaced
    ) {
      const place = placeThatFits(this.#filler, this.#nextFiller, toMs - at, false) ?? this.#nextFiller
      const item = this.#filler[place % this.#filler.length]
      if (item === undefined) break
      const endMs = Math.min(at + item.durationMs, toMs)
      this.#place(item, at, endMs)
      this.#nextFiller = place + 1
      at = endMs
    }
    this.#emptyMs += Math.max(0, windowEndMs - at)
    return Math.max(at, windowEndMs)
  }

  #place(item: Playable, beginMs: number, endMs: number): void {
    this.#placed.push({ beginMs, endMs, item })
  }
}

function nameOf(assetId: string | null, title: { readonly ru: string; readonly uz: string }) {
  return `${assetId}\n${title.ru}\n${title.uz}`
}

/** The first item from `next` on that is not longer than `restMs`; an episode is not skipped. */
function placeThatFits(
  items: readonly Playable[],
  next: number,
  restMs: number,
  isOnce: boolean,
): number | undefined {
  const last = isOnce ? Math.min(next + 1, items.length) : next + items.length
  for (let place = next; place < last; place += 1) {
    const item = items[place % items.length]
    if (item !== undefined && item.durationMs <= restMs) return place
    if (item?.isEpisode === true) return undefined
  }
  return undefined
}

/** 1 January 1970 was a Thursday. */
function weekdayOf(day: number) {
  return (((day + 3) % 7) + 7) % 7
}

function isInOwnTime(line: ScheduleLine, day: number, minute: number): boolean {
  if (line.when === 'dated') return false
  return line.weekdays.has(weekdayOf(day)) && minute >= line.fromMin && minute < line.toMin
}

/** What is left of a block after the blocks with priority. */
function without(block: Block, taken: readonly Block[]): Block[] {
  let parts = [block]
  for (const { beginMs, endMs } of taken) {
    if (endMs <= block.beginMs || beginMs >= block.endMs) continue
    parts = parts.flatMap((part) => {
      if (endMs <= part.beginMs || beginMs >= part.endMs) return [part]
      return [
        ...(beginMs > part.beginMs ? [{ ...part, endMs: beginMs }] : []),
        ...(endMs < part.endMs ? [{ ...part, beginMs: endMs }] : []),
      ]
    })
  }
  return parts
}

/** Another order each day, the same in every process. */
function shuffled(items: readonly Playable[], seed: string): readonly Playable[] {
  const weight = ({ assetId, programme }: Playable) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(assetId, programme.title)}`)
      .digest('hex')
  return items
    .map((item) => ({ item: { ...item, isEpisode: false }, weight: weight(item) }))
    .toSorted((a, b) => (a.weight < b.weight ? -1 : 1))
    .map(({ item }) => item)
}
