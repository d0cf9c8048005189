import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { Log } from '#server/platform/log/log.ts'
import { reasonOf } from '#server/imports/source/scan-folder.ts'
import { failedReport, type ImportReport } from '#server/imports/source/import-report.ts'
import { openGuide, defaultFetchLimits } from '#server/imports/source/fetch-file.ts'
import { storedMapping } from '#server/imports/guide-json/schedule-mapping.ts'
import { readZone } from '#server/imports/source/zone.ts'
import { countryOfPlace } from '#server/imports/source/country-of.ts'
import { applyGuideDraft } from '#server/imports/guide-drafts/apply-guide-draft.ts'
import {
  draftBlocked,
  endBlockedDraft,
  fateOfBlocked,
  findBlockedDraft,
} from '#server/imports/guide-drafts/blocked-draft.ts'
import { acceptedReport, guideReport, lossWords } from '#server/imports/guide/guide-report.ts'
import { foreignCids } from '#server/imports/guide/foreign-channels.ts'
import {
  type GuideReadingNote,
  type GuideSource,
  claimSource,
  isAddress,
  noteReading,
  releaseSource,
} from '#server/imports/guide/guide-sources.ts'
import { applyGuide, type AppliedGuide } from '#server/imports/guide/apply-guide.ts'
import { storeMatching } from '#server/imports/guide/store-matching.ts'

export interface RefreshTools {
  readonly db: Db
  readonly dataDir: string
  readonly clock: Clock
  /** Spreads the requests, so that installations do not all call a server at the same moment. */
  readonly random: RandomBytes
  readonly log: Log
  readonly signal?: AbortSignal
}

export interface RefreshOptions {
  /** Reads it although it has not changed, and applies it whatever it loses. */
  readonly force?: boolean
  /** Applies the delivery that was blocked, instead of reading again. */
  readonly accept?: boolean
}

export type Refreshed =
  | { readonly kind: 'done'; readonly report: ImportReport }
  /** There was nothing new. */
  | { readonly kind: 'unchanged' }
  /** Another source is being read. */
  | { readonly kind: 'busy' }
  /** No blocked delivery is pending. */
  | { readonly kind: 'nothing_held' }

const minuteMs = 60_000
/** A longer reading counts as lost. */
const claimMs = 15 * minuteMs
const firstPauseMs = 5 * minuteMs
const longestPauseMs = 6 * 60 * minuteMs
/** The random part of the interval between two readings. */
const chance = 0.1

/** Reads a source once and stores the result. Does what was requested of it when the options say nothing. */
export async function refreshGuide(
  source: GuideSource,
  tools: RefreshTools,
  options: RefreshOptions = {},
): Promise<Refreshed> {
  const nowMs = tools.clock.nowMs()
  const claimed = await claimSource(tools.db, source.id, { nowMs, untilMs: nowMs + claimMs })
  if (claimed === undefined) return { kind: 'busy' }
  const reading = new SourceReading(claimed, tools, nowMs)
  try {
    return await reading.run(options)
  } catch (error) {
    if (tools.signal?.aborted === true) {
      await releaseSource(tools.db, source.id, claimed.request)
      throw error
    }
    return await reading.failed(reasonOf(error))
  }
}

class SourceReading {
  readonly #source: GuideSource
  readonly #tools: RefreshTools
  readonly #nowMs: number
  readonly #folder: string
  /** Validators of the delivery (ETag, Last-Modified); saved when it was applied or blocked. */
  #stamps: Pick<GuideReadingNote, 'etag' | 'lastModified' | 'fileStamp'> = {}

  constructor(source: GuideSource, tools: RefreshTools, nowMs: number) {
    this.#source = source
    this.#tools = tools
    this.#nowMs = nowMs
    this.#folder = join(tools.dataDir, 'guide')
  }

  async run(options: RefreshOptions): Promise<Refreshed> {
    const blocked = this.#file('held')
    const { request } = this.#source
    if (this.#source.state !== 'held') await this.#settleBlocked()
    if (options.accept === true || (request === 'accept' && options.force !== true)) {
      if (this.#source.state !== 'held' || !(await exists(blocked))) {
        await releaseSource(this.#tools.db, this.#source.id)
        return { kind: 'nothing_held' }
      }
      return (await this.#acceptDraft()) ?? (await this.#take(blocked, true))
    }
    await mkdir(this.#folder, { recursive: true })
    const isAgain = options.force === true || request === 'read'
    const delivery = this.#file('delivery')
    const isNew = isAddress(this.#source.address)
      ? await this.#download(delivery, isAgain && !(await this.#hasFile()))
      : await this.#copy(delivery, isAgain)
    // A delivery that is held back is newer than the last one: it waits for the operator.
    const isBlocked = this.#source.state === 'held'
    if (!isNew && (!isAgain || (isBlocked && options.force !== true))) return this.#nothingNew()
    const file = isNew ? delivery : this.#file(isBlocked ? 'held' : 'last')
    try {
      return await this.#take(file, options.force === true)
    } finally {
      await rm(delivery, { force: true })
    }
  }

  /** Accepts the delivery that is held back as its draft shows it; undefined without a draft. */
  async #acceptDraft(): Promise<Refreshed | undefined> {
    const { db, dataDir } = this.#tools
    const draftId = await findBlockedDraft(db, this.#source.id)
    if (draftId === undefined) return undefined
    const who = { by: undefined, nowMs: this.#nowMs }
    const outcome = await applyGuideDraft({ db, dataDir }, draftId, { take: 'all' }, who)
    if (outcome.kind !== 'applied') return undefined
    await this.#settleBlocked()
    await releaseSource(db, this.#source.id)
    return { kind: 'done', report: acceptedReport(this.#title(), outcome) }
  }

  /** The file of a delivery about which the staff has decided. */
  async #settleBlocked(): Promise<void> {
    const blocked = this.#file('held')
    if (!(await exists(blocked))) return
    const fate = await fateOfBlocked(this.#tools.db, this.#source.id)
    if (fate === 'last' && isAddress(this.#source.address)) return rename(blocked, this.#file('last'))
    if (fate === 'none') await rm(this.#file('last'), { force: true })
    await rm(blocked, { force: true })
  }

  /** A delivery that is held back is shown to the staff as a draft. */
  async #draft(): Promise<void> {
    const { db, dataDir, log, signal } = this.#tools
    const nowMs = this.#nowMs
    try {
      await draftBlocked({ db, dataDir }, this.#source, {
        nowMs,
        ...(signal === undefined ? {} : { signal }),
      })
    } catch (error) {
      // It can be accepted without one.
      log.warn('guide.draft_failed', { source: this.#source.name, reason: reasonOf(error) })
    }
  }

  /** Whether what the server sent last is there. */
  async #hasFile(): Promise<boolean> {
    return exists(this.#file(this.#source.state === 'held' ? 'held' : 'last'))
  }

  /** Keeps the previous guide; retries at growing intervals, up to a limit. */
  async failed(why: string): Promise<Refreshed> {
    const failures = this.#source.failures + 1
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 10), longestPauseMs)
    await this.#note({
      state: 'failed',
      outcome: why,
      nextMs: pauseMs,
      failures,
      stamps: this.#failedStamps(),
    })
    this.#tools.log.warn('guide.source_failed', { source: this.#source.name, reason: why, failures })
    return { kind: 'done', report: failedReport(this.#title(), why) }
  }

  /** A broken file is read again when it changes; a server is then requested without validators. */
  #failedStamps() {
    return isAddress(this.#source.address) ? { etag: null, lastModified: null } : this.#stamps
  }

  async #download(to: string, whole: boolean): Promise<boolean> {
    const { address, etag, last_modified: lastModified, allow_local: allowLocal } = this.#source
    const conditions = whole ? {} : { etag, lastModified }
    const opened = await openGuide(
      address,
      { ...defaultFetchLimits, allowLocal },
      conditions,
      this.#tools.signal,
    )
    if (opened.kind === 'unchanged') return false
    this.#stamps = { etag: opened.etag, lastModified: opened.lastModified }
    // Copied to disk before it is read: a slow server must not block a transaction or a table.
    await pipeline(opened.bytes, createWriteStream(to))
    return true
  }

  async #copy(to: string, whole: boolean): Promise<boolean> {
    const { address, state, file_stamp: lastStamp } = this.#source
    const { stamp, size } = await checkSource(address)
    this.#stamps = { fileStamp: stamp }
    if (!whole && stamp === lastStamp && state !== 'failed') return false
    if (size > defaultFetchLimits.bytes)
      throw new Error(`it is larger than ${defaultFetchLimits.bytes / 1024 / 1024} MB`)
    // It may grow while it is copied, but only up to this size.
    const read = createReadStream(address, { end: size })
    await pipeline(
      read,
      createWriteStream(to),
      this.#tools.signal === undefined ? {} : { signal: this.#tools.signal },
    )
    return true
  }

  async #take(file: string, force: boolean): Promise<Refreshed> {
    const { name, zone: zoneName, shift_min: shiftMin, channel_ids: expectedCids } = this.#source
    const zone = readZone(zoneName)
    if (zone === undefined)
      return this.failed(`its zone ${zoneName} is none; remove it and add it with another`)
    const country = countryOfPlace(this.#source.address)
    const outcome = await applyGuide(this.#tools.db, {
      source: createReadStream(file) as AsyncIterable<Uint8Array>,
      zone,
      shiftMin,
      nowMs: this.#nowMs,
      force,
      expectedCids,
      foreignCids: await foreignCids(this.#tools.db, this.#source),
      ...(this.#tools.signal === undefined ? {} : { signal: this.#tools.signal }),
      ...(country === undefined ? {} : { country }),
      schedule: { mapping: storedMapping(this.#source.mapping), channel: name },
    })
    if (outcome.kind === 'refused') return this.failed(outcome.why)
    const { taken } = outcome
    const report = guideReport(this.#title(), taken, this.#nowMs, `npm run ekran -- guide accept ${name}`)
    if (taken.result.kind === 'held') {
      await rename(file, this.#file('held'))
      const words = lossWords(taken.result.loss)
      await endBlockedDraft(this.#tools, this.#source.id, this.#nowMs)
      await this.#note({ state: 'held', outcome: words, stamps: this.#stamps })
      await this.#draft()
      this.#tools.log.warn('guide.held_back', { source: name, ...taken.result.loss })
      return { kind: 'done', report }
    }
    // Decisions about its channels are applied to it without fetching it once more. A file is there anyway.
    if (isAddress(this.#source.address)) await rename(file, this.#file('last'))
    await rm(this.#file('held'), { force: true })
    await endBlockedDraft(this.#tools, this.#source.id, this.#nowMs)
    await storeMatching(this.#tools.db, this.#source.id, taken)
    await this.#noteTaken(taken)
    return { kind: 'done', report }
  }

  async #noteTaken({ result, matching }: AppliedGuide): Promise<void> {
    const outcomes = result.kind === 'published' ? result.outcomes : []
    const sum = (of: 'added' | 'changed' | 'removed') => outcomes.reduce((total, one) => total + one[of], 0)
    const [added, changed, removed] = [sum('added'), sum('changed'), sum('removed')]
    const coveredCids = outcomes.filter(({ covered }) => covered !== undefined).map(({ cid }) => cid)
    await this.#note({
      state: added + changed + removed === 0 ? 'unchanged' : 'taken',
      outcome: `${added} new, ${changed} changed, ${removed} removed; ${matching.matches.length} channels`,
      takenAtMs: this.#nowMs,
      channelIds: coveredCids,
      stamps: this.#stamps,
    })
    this.#tools.log.info('guide.imported', {
      source: this.#source.name,
      added,
      changed,
      removed,
      channels: coveredCids.length,
    })
  }

  /** A blocked guide stays blocked until the operator decides. */
  async #nothingNew(): Promise<Refreshed> {
    // Its draft may have been applied or discarded since the reading began.
    const now = await this.#tools.db
      .selectFrom('guide_source')
      .select(['state', 'outcome'])
      .where('id', '=', this.#source.id)
      .executeTakeFirst()
    const { state, outcome } = now ?? this.#source
    const isBlocked = state === 'held'
    await this.#note({
      state: isBlocked ? 'held' : 'unchanged',
      outcome: isBlocked ? outcome : 'nothing new',
      ...(isBlocked ? {} : { takenAtMs: this.#nowMs }),
      stamps: {},
    })
    return { kind: 'unchanged' }
  }

  async #note(
    note: Pick<GuideReadingNote, 'state' | 'outcome' | 'takenAtMs' | 'channelIds'> & {
      readonly nextMs?: number
      readonly failures?: number
      readonly stamps: Pick<GuideReadingNote, 'etag' | 'lastModified' | 'fileStamp'>
    },
  ): Promise<void> {
    const { nextMs = this.#source.every_min * minuteMs, failures = 0, stamps, ...rest } = note
    const [byte = 0] = this.#tools.random(1)
    const spread = 1 + chance * (byte / 128 - 1)
    await noteReading(this.#tools.db, this.#source.id, {
      ...rest,
      ...stamps,
      failures,
      triedAtMs: this.#nowMs,
      nextAtMs: this.#nowMs + Math.round(nextMs * spread),
    })
  }

  #file(kind: 'delivery' | 'last' | 'held'): string {
    return join(this.#folder, `${this.#source.id}.${kind}`)
  }

  #title(): string {
    return `Guide ${this.#source.name}`
  }
}

/** The stamp of a file; a changed file has another one. Throws the file system's errors. */
export async function checkSource(
  path: string,
): Promise<{ readonly stamp: string; readonly size: number; readonly changedAtMs: number }> {
  const { mtimeMs, size } = await stat(path)
  return { stamp: `${Math.round(mtimeMs)}-${size}`, size, changedAtMs: mtimeMs }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Deletes the files of sources that are no more. */
export async function sweepGuides(dataDir: string, sources: readonly GuideSource[]): Promise<void> {
  const folder = join(dataDir, 'guide')
  const ids = new Set(sources.map(({ id }) => String(id)))
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const [, id = ''] = /^(\d+)\.(?:delivery|held|last)$/.exec(name) ?? []
    if (id !== '' && !ids.has(id)) await rm(join(folder, name), { force: true })
  }
}
