import type { Author } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type ChannelRecord,
  type EditionChannel,
  type GenreRules,
  type GuideStaging,
  type GuideRoute,
  type PublishResult,
  type StagedProgramme,
  listAliases,
  loadChannels,
  loadGenreRules,
  stageGuide,
  type ChannelAlias,
} from '#server/television/television.ts'
import type { Refusal } from '#server/imports/source/import-report.ts'
import { programmeOf } from '#server/imports/xmltv/guide-of-xmltv.ts'
import {
  matchChannels,
  possiblyOurs,
  type ChannelNames,
  type GuideChannelNames,
  type Matching,
} from './match-channels.ts'
import { loadRejections } from './rejections.ts'
import type { NextProgramme } from './tables.ts'
import type { XmltvChannel, XmltvProgramme, XmltvSink } from '#server/imports/source/guide-sink.ts'
import { readGuide, type XmltvLimits } from '#server/imports/xmltv/read-xmltv.ts'
import type { ScheduleOptions } from '#server/imports/guide-json/read-schedule.ts'
import type { Zone } from '#server/imports/source/zone.ts'

/** How a guide is read. */
export interface ReadGuideOptions {
  readonly source: AsyncIterable<Uint8Array>
  /** The default zone of times without one. The DTD says UTC. */
  readonly zone: Zone
  /** Moves the whole guide. */
  readonly shiftMin: number
  readonly nowMs: number
  /** The guide's country, where its channel ids name none; a code in lower case. */
  readonly country?: string
  /** Channels that belong to another guide. */
  readonly foreignCids?: ReadonlySet<number>
  readonly limits?: XmltvLimits
  /** How a JSON schedule is read; guessed when absent. */
  readonly schedule?: ScheduleOptions
  readonly signal?: AbortSignal
}

export interface ApplyGuideOptions extends ReadGuideOptions {
  /** Applies it also when more than a fifth of the coming programmes are lost. */
  readonly force: boolean
  /** Channels that this guide contained last time. */
  readonly expectedCids?: readonly number[]
  /** It becomes a set of changes with this name, by this author. */
  readonly record?: { readonly title: string; readonly by: Author }
}

/** What a guide has of one of its channels. */
export interface SeenChannel {
  readonly programmes: number
  /** Its first programmes from now on; none for a channel that could not be ours. */
  readonly next: readonly NextProgramme[]
}

/** A parsed guide, and what was done with it. */
export interface TakenGuide<Result> {
  readonly result: Result
  readonly matching: Matching
  /** The guide's channels, also those named only in programmes. */
  readonly channels: readonly XmltvChannel[]
  readonly ours: readonly ChannelRecord[]
  /** By the guide's id; without those that could not be ours. */
  readonly seen: ReadonlyMap<string, SeenChannel>
  readonly refused: readonly Refusal[]
  /** Programmes of channels that are not ours. */
  readonly foreign: number
  /** Too long ago or too far ahead. */
  readonly faraway: number
  /** The earliest start among them. */
  readonly farawayStartMs?: number
}

/** A parsed guide and the result of applying it. */
export type AppliedGuide = TakenGuide<PublishResult>

export type ReadGuideOutcome<Result> =
  | { readonly kind: 'read'; readonly taken: TakenGuide<Result> }
  /** Broken: nothing was changed. */
  | { readonly kind: 'refused'; readonly why: string }

export type ApplyGuideOutcome = ReadGuideOutcome<PublishResult>

const dayMs = 86_400_000
/** Programmes further away than this are skipped. */
const backMs = 15 * dayMs
const aheadMs = 60 * dayMs
const programmesAtOnce = 2000
const maxLanguages = 4
/** How many refused programmes are listed with their reasons; the others are only counted. */
const maxRefused = 10_000

/**
 * Reads a guide of any size and merges it into ours: all of it in one transaction, or nothing when it is broken or
 * would lose too much. Memory holds its channels and a few thousand programmes.
 */
export async function applyGuide(db: Db, options: ApplyGuideOptions): Promise<ApplyGuideOutcome> {
  const { force, nowMs, expectedCids = [], record } = options
  const guard = { nowMs, expectedCids }
  const publishing = {
    ...(force ? {} : { guard }),
    ...(record === undefined ? {} : { record: { ...record, nowMs } }),
  }
  return readStaged(db, options, (staging, routes) => staging.publish(routes, publishing))
}

/** Reads a guide and stores it as an edition, which is compared with ours; the guide does not change. */
export async function storeGuide(
  db: Db,
  options: ReadGuideOptions,
  editionId: number,
): Promise<ReadGuideOutcome<readonly EditionChannel[]>> {
  const edition = { editionId, nowMs: options.nowMs }
  return readStaged(db, options, (staging, routes) => staging.store(routes, edition))
}

/** Reads a guide into a staging and matches its channels; `conclude` does the rest. */
async function readStaged<Result>(
  db: Db,
  options: ReadGuideOptions,
  conclude: (staging: GuideStaging, routes: readonly GuideRoute[]) => Promise<Result>,
): Promise<ReadGuideOutcome<Result>> {
  const all = await loadChannels(db)
  const ours = all.filter(({ cid }) => options.foreignCids?.has(cid) !== true)
  const [aliases, rejected] = [await listAliases(db), await loadRejections(db)]
  const genres = await loadGenreRules(db)
  return stageGuide(db, async (staging) => {
    const reading = new GuideReading(staging, { ours: namesOf(ours), aliases, genres }, options)
    const outcome = await readGuide(options.source, reading, options.limits, options.schedule)
    if (outcome.kind === 'refused') return outcome
    await reading.end()
    const channels = reading.channels()
    const matching = matchChannels(reading.spoken(), namesOf(ours), aliases, {
      rejected,
      ...(options.country === undefined ? {} : { country: options.country }),
    })
    const shifts = new Map(ours.map(({ cid, guideShiftMin }) => [cid, guideShiftMin]))
    const routes = matching.matches.flatMap(({ cid, id }): GuideRoute[] => {
      const from = reading.numberOf(id)
      return from === undefined ? [] : [{ from, cid, shiftMin: shifts.get(cid) ?? 0 }]
    })
    const result = await conclude(staging, routes)
    const matched = new Set(matching.matches.map(({ id }) => id))
    return {
      kind: 'read',
      taken: { result, matching, channels, ours: all, seen: reading.seen(), ...reading.counted(matched) },
    }
  })
}

/** The names of our channels by which a guide is matched. */
export function namesOf(channels: readonly ChannelRecord[]): readonly ChannelNames[] {
  return channels.map(({ cid, tvgId, tvgName, name, countries, guideShiftMin }) => ({
    cid,
    tvgId,
    tvgName,
    countries,
    shiftMin: guideShiftMin,
    names: [name.ru, name.uz].filter((one) => one !== ''),
  }))
}

/** The data of a guide's channel, collected while it is read. */
interface GuideChannel {
  readonly from: number
  /** It matches no channel of ours, whatever follows in the file. */
  readonly isForeign: boolean
  programmes: number
  faraway: number
  /** The declared languages of its titles. */
  readonly languages: Set<string>
  /** Its first programmes from now on, in order. */
  next: NextProgramme[]
}

const maxNext = 3

/** Keeps the first few of a channel, whatever their order in the file. */
function noteNext(channel: GuideChannel, programme: NextProgramme): void {
  const last = channel.next.at(-1)
  if (channel.next.length >= maxNext && last !== undefined && last.begin <= programme.begin) return
  channel.next = [...channel.next, programme].toSorted((a, b) => a.begin - b.begin).slice(0, maxNext)
}

/** What is stored and decides how a guide is read. */
interface Stored {
  readonly ours: readonly ChannelNames[]
  readonly aliases: readonly ChannelAlias[]
  readonly genres: GenreRules
}

class GuideReading implements XmltvSink {
  readonly #staging: GuideStaging
  readonly #ours: readonly ChannelNames[]
  readonly #aliases: readonly ChannelAlias[]
  readonly #genres: GenreRules
  readonly #options: ReadGuideOptions
  readonly #named = new Map<string, XmltvChannel>()
  readonly #seen = new Map<string, GuideChannel>()
  readonly #refused: { readonly id: string; readonly refusal: Refusal }[] = []
  #foreignIds: ReadonlySet<string> | undefined
  #waiting: StagedProgramme[] = []
  #handed: Promise<void> = Promise.resolve()
  #farawayStartMs: number | undefined

  constructor(staging: GuideStaging, { ours, aliases, genres }: Stored, options: ReadGuideOptions) {
    this.#staging = staging
    this.#ours = ours
    this.#aliases = aliases
    this.#genres = genres
    this.#options = options
  }

  channel(channel: XmltvChannel): void {
    const earlier = this.#named.get(channel.id)
    const names = earlier === undefined ? channel.names : [...earlier.names, ...channel.names]
    this.#named.set(channel.id, { id: channel.id, names })
  }

  programme(programme: XmltvProgramme): void {
    this.#foreignIds ??= this.#alreadyForeign()
    const channel = this.#channelOf(programme.channel)
    channel.programmes += 1
    if (channel.languages.size < maxLanguages)
      for (const { language } of programme.titles) if (language !== '') channel.languages.add(language)
    if (channel.isForeign) return
    const { zone, shiftMin, nowMs } = this.#options
    const read = programmeOf(programme, { zone, shiftMin, genres: this.#genres })
    if ('why' in read) return this.#refuse(programme, read.why)
    const { beginMs } = read
    if (beginMs < nowMs - backMs || beginMs > nowMs + aheadMs) {
      channel.faraway += 1
      this.#farawayStartMs = Math.min(this.#farawayStartMs ?? beginMs, beginMs)
      return
    }
    this.#waiting.push({ ...read, from: channel.from })
    if (beginMs >= nowMs)
      noteNext(channel, { begin: Math.floor(beginMs / 1000), title: read.title.ru || read.title.uz })
  }

  /** Reading continues while the database writes the previous batch. */
  async pause(): Promise<void> {
    this.#options.signal?.throwIfAborted()
    if (this.#waiting.length >= programmesAtOnce) await this.#handOver()
  }

  /** Writes the rest. */
  async end(): Promise<void> {
    await this.#handOver()
    await this.#handed
  }

  async #handOver(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    await this.#handed
    this.#handed = this.#staging.add(waiting)
    // The next call that waits for it gets the error; without one, the guide was refused before.
    this.#handed.catch(() => undefined)
  }

  /** Guides need not list their channels: a programme's channel id is enough. */
  channels(): readonly XmltvChannel[] {
    const unlisted = [...this.#seen.keys()].filter((id) => !this.#named.has(id))
    return [...this.#named.values(), ...unlisted.map((id) => ({ id, names: [] }))]
  }

  /** The same, each with the declared languages of its programmes. */
  spoken(): readonly GuideChannelNames[] {
    return this.channels().map((channel) => ({
      ...channel,
      languages: [...(this.#seen.get(channel.id)?.languages ?? [])],
    }))
  }

  seen(): ReadonlyMap<string, SeenChannel> {
    return this.#seen
  }

  numberOf(id: string): number | undefined {
    return this.#seen.get(id)?.from
  }

  counted(
    matched: ReadonlySet<string>,
  ): Pick<AppliedGuide, 'refused' | 'foreign' | 'faraway' | 'farawayStartMs'> {
    let [foreign, faraway] = [0, 0]
    for (const [id, channel] of this.#seen) {
      if (matched.has(id)) faraway += channel.faraway
      else foreign += channel.programmes
    }
    return {
      refused: this.#refused.filter(({ id }) => matched.has(id)).map(({ refusal }) => refusal),
      foreign,
      faraway,
      ...(faraway === 0 || this.#farawayStartMs === undefined
        ? {}
        : { farawayStartMs: this.#farawayStartMs }),
    }
  }

  /**
   * Most guides list their channels first, and most of those are not ours: their programmes need not be stored. A
   * later channel can take a match from these or leave one to them, but only to those that may be ours.
   */
  #alreadyForeign(): ReadonlySet<string> {
    const possible = possiblyOurs([...this.#named.values()], this.#ours, this.#aliases)
    return new Set([...this.#named.keys()].filter((id) => !possible.has(id)))
  }

  #channelOf(id: string): GuideChannel {
    let channel = this.#seen.get(id)
    if (channel === undefined) {
      const limit = this.#options.limits?.channels ?? 100_000
      if (this.#seen.size >= limit) throw new Error(`it has programmes of more than ${limit} channels`)
      const isForeign = this.#foreignIds?.has(id) === true
      channel = {
        from: this.#seen.size + 1,
        isForeign,
        programmes: 0,
        faraway: 0,
        languages: new Set<string>(),
        next: [],
      }
      this.#seen.set(id, channel)
    }
    return channel
  }

  #refuse({ channel, file, line, titles }: XmltvProgramme, why: string): void {
    if (this.#refused.length >= maxRefused) return
    const where = file === undefined ? `line ${line}` : `${file}, ${line}`
    this.#refused.push({
      id: channel,
      refusal: { where, what: (titles[0]?.text ?? channel).slice(0, 200), why },
    })
  }
}
