/** Logos of channels: fetched in the background from the list's addresses, or read from files beside the list. */
import { open, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import { openGuide, type FetchLimits } from '#server/imports/source/fetch-file.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import {
  giveLogos,
  logoFacts,
  noteLogoFailure,
  waitingLogos,
  type ListLogo,
  type WaitingLogo,
} from '#server/television/television.ts'

/** Each minute: pending logos of lists. */
const fetchLogosJob = jobKind({
  name: 'operator.take-logos',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  // The next run is the next try.
  tries: 1,
  limitSec: 600,
})

export interface LogoTools {
  readonly db: Db
  readonly pictures: Pick<Pictures, 'store'>
  readonly clock: Clock
}

export function logosWorker(tools: LogoTools): JobWorker {
  return jobWorker(fetchLogosJob, (_, { signal, log }) =>
    fetchLogos(tools, { signal, log, limits: logoLimits }),
  )
}

const maxBytes = 2 * 1024 * 1024
/** Public addresses only: a background job cannot know whether a local one is intended. */
const logoLimits: FetchLimits = { bytes: maxBytes, timeoutMs: 15_000, allowLocal: false }
const maxAtOnce = 400
const sideBySide = 4
const maxTries = 4
const firstPauseMs = 10 * 60_000

/** Fetches pending logos, a few in parallel, and stores each with its channel. */
export async function fetchLogos(
  { db, pictures, clock }: LogoTools,
  work: { readonly signal: AbortSignal; readonly log: Log; readonly limits: FetchLimits },
): Promise<void> {
  const waiting = [...(await waitingLogos(db, clock.nowMs(), maxAtOnce))]
  while (waiting.length > 0 && !work.signal.aborted) {
    const some = waiting.splice(0, sideBySide * 4)
    const versions = new Map<number, string>()
    const queue = [...some]
    const one = async () => {
      for (let logo = queue.shift(); logo !== undefined && !work.signal.aborted; logo = queue.shift()) {
        const fetched = await fetchLogo(logo.address, pictures, work)
        if (work.signal.aborted) return
        if ('version' in fetched) versions.set(logo.cid, fetched.version)
        else await failed(db, logo, fetched.why, fetched.isFinal, clock.nowMs())
      }
    }
    await Promise.all(Array.from({ length: sideBySide }, one))
    await giveLogos(db, versions)
  }
}

type Fetched = { readonly version: string } | { readonly why: string; readonly isFinal: boolean }

async function fetchLogo(
  address: string,
  pictures: Pick<Pictures, 'store'>,
  { signal, limits }: { readonly signal: AbortSignal; readonly limits: FetchLimits },
): Promise<Fetched> {
  try {
    const opened = await openGuide(address, limits, {}, signal)
    if (opened.kind !== 'body') return { why: 'it answered nothing', isFinal: true }
    const pieces: Uint8Array[] = []
    for await (const piece of opened.bytes) pieces.push(piece)
    const stored = await pictures.store(Buffer.concat(pieces))
    return stored.kind === 'stored' ? { version: stored.version } : { why: stored.reason, isFinal: true }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    // A missing address, or one inside our network, will fail in an hour too.
    return {
      why,
      isFinal: /answered (?:40[0134]|410)|local network|larger than|is not opened|redirected/.test(why),
    }
  }
}

async function failed(
  db: Db,
  logo: WaitingLogo,
  why: string,
  isFinal: boolean,
  nowMs: number,
): Promise<void> {
  const isLast = isFinal || logo.tries + 1 >= maxTries
  const reason = why.replace('; say --allow-local if that is meant', '')
  await noteLogoFailure(db, logo, reason, isLast ? undefined : nowMs + firstPauseMs * 4 ** logo.tries)
}

export type PictureFetched =
  | { readonly kind: 'stored'; readonly version: string }
  /** It is no picture that can be used. */
  | { readonly kind: 'refused' }
  /** The address does not answer, may not be reached, or sends more than 2 MB. */
  | { readonly kind: 'unreachable' }

/** Stores a picture from a public address, within fifteen seconds. */
export async function fetchPicture(
  address: string,
  pictures: Pick<Pictures, 'store'>,
): Promise<PictureFetched> {
  try {
    const opened = await openGuide(address, logoLimits)
    if (opened.kind !== 'body') return { kind: 'unreachable' }
    const pieces: Uint8Array[] = []
    for await (const piece of opened.bytes) pieces.push(piece)
    const stored = await pictures.store(Buffer.concat(pieces))
    return stored.kind === 'stored' ? { kind: 'stored', version: stored.version } : { kind: 'refused' }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Whether a list gives a logo as a web address, or as a file beside it. */
export function isLogoAddress(logo: string): boolean {
  return /^https?:\/\//i.test(logo) && logo.length <= 2000 && URL.canParse(logo)
}

/** Reads a logo beside its list: only inside the list's own folder, wherever links point. */
export async function storeLogoBeside(
  listFile: string,
  logo: string,
  pictures: Pick<Pictures, 'store'>,
): Promise<{ readonly version: string } | { readonly why: string }> {
  const bare = logo.replace(/^file:\/\//i, '')
  try {
    const folder = await realpath(dirname(resolve(listFile)))
    const path = await realpath(isAbsolute(bare) ? bare : resolve(folder, bare))
    if (!path.startsWith(folder + sep)) return { why: 'it is outside the folder of the list' }
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > maxBytes) return { why: 'it is larger than 2 MB' }
    const bytes = Buffer.alloc(size)
    await file.read(bytes, 0, size, 0)
    const stored = await pictures.store(bytes)
    return stored.kind === 'stored' ? { version: stored.version } : { why: stored.reason }
  } catch {
    return { why: 'there is no such file beside the list' }
  }
}

/** The state of the logos, in lines for the operator. */
export async function logoLines(db: Db): Promise<readonly string[]> {
  const { counts, reasons } = await logoFacts(db)
  const all = counts.waiting + counts.taken + counts.failed
  if (all === 0) return []
  const wait = counts.waiting > 0 ? `, ${counts.waiting} wait to be fetched` : ''
  return [
    `Logos by address: ${counts.taken} of ${all} taken${wait}${counts.failed > 0 ? `, ${counts.failed} could not be had` : ''}`,
    ...reasons.slice(0, 5).map(([reason, count]) => `  ${count} × ${reason}`),
  ]
}

/** Why the logo of a list is not there, as a name for people. */
export type LogoProblem =
  | 'waiting'
  | 'local'
  | 'missing'
  | 'refused'
  | 'large'
  | 'picture'
  | 'unreachable'
  | 'beside'

/** The problem of a list's logo; undefined when it was received. Pure. */
export function logoProblemOf({
  state,
  reason,
}: Pick<ListLogo, 'state' | 'reason'>): LogoProblem | undefined {
  if (state === 'taken') return undefined
  if (state === 'beside') return 'beside'
  if (reason === '') return 'waiting'
  if (/local network/.test(reason)) return 'local'
  if (/answered (?:404|410)/.test(reason)) return 'missing'
  if (/answered (?:40[013]|451)/.test(reason)) return 'refused'
  if (/larger than/.test(reason)) return 'large'
  if (
    /answered|timed? ?out|ENOTFOUND|ECONN|EHOST|is not opened|redirected|fetch failed|socket|certificate/i.test(
      reason,
    )
  )
    return 'unreachable'
  return state === 'failed' && /drawn|pixels|empty|is not SVG|drawing|MB/.test(reason)
    ? 'picture'
    : 'unreachable'
}
