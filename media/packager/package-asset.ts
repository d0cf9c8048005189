/**
 * Packages a source file in steps with progress: first the lowest rendition with all audio and subtitles, published
 * at once; then thumbnails and the higher renditions, several from one decoding, each added when it has been read
 * back. A crash or an abort at any point leaves the last published state, and the complete segments of the video that
 * was being encoded; the next run continues from there.
 */
import { mkdir, rm } from 'node:fs/promises'
import type { LadderPlan, StreamDecision } from '#media/ladder/ladder.ts'
import { describeRung, fitsEveryLine, type Rung } from '#media/ladder/rungs.ts'
import type { SourceProbe } from '#media/ladder/source-probe.ts'
import type { VideoTrack } from '#media/playlists/asset-description.ts'
import { invariant } from '#media/playlists/invariant.ts'
import {
  folderOf,
  isAssetId,
  publish,
  removePartialRenditions,
  tidyFolder,
  tidyPartial,
} from './asset/asset-folder.ts'
import { readAsset, writeAsset, type AssetDescription } from './asset/asset.ts'
import { chooseBitrates } from './plan/choose-bitrates.ts'
import { examineSource, planCopying } from './plan/examine-source.ts'
import { fingerprintsOf } from './job/fingerprint.ts'
import {
  Refusal,
  type PackageJob,
  type PackagedAsset,
  type PackagerTools,
  type PackagingRefused,
} from './job/job.ts'
import { holdForAudio } from './tracks/hold-last-frame.ts'
import { encodeFirstFaster } from './plan/fast-first-rendition.ts'
import { makeVideo } from './video/make-video.ts'
import { makeAudio } from './audio/make-audio.ts'
import { makeSubtitles } from './subtitles/make-subtitles.ts'
import { makeThumbnails } from './video/make-thumbnails.ts'
import { createProgressMeter, type ProgressMeter } from './job/progress-meter.ts'
import { updateSubtitles } from './subtitles/update-subtitles.ts'

interface Work {
  readonly tools: PackagerTools
  readonly job: PackageJob
  readonly plan: LadderPlan
  readonly probe: SourceProbe
  readonly transfer: 'sdr' | 'pq' | 'hlg'
  readonly source: AssetDescription['source']
  readonly meter: ProgressMeter
}

/** Identifies the plan: an unfinished package made with another plan is started again. */
function nameOfPlan(plan: LadderPlan): string {
  return plan.picture.rungs.map(describeRung).join('; ')
}

function stopWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Refusal('aborted', 'the work was called off')
}

function expectedDurationMs(work: Work): number | undefined {
  const stream = work.probe.video.find(({ index }) => index === work.plan.picture.streamIndex)
  return stream?.durationMs ?? work.probe.durationMs
}

/** A file that was truncated in the upload still says its full duration. */
function shortfall(expectedMs: number | undefined, madeMs: number): string[] {
  if (expectedMs === undefined || madeMs >= expectedMs - Math.max(2000, expectedMs * 0.02)) return []
  const seconds = (ms: number): number => Math.round(ms / 1000)
  return [`the file breaks off: ${seconds(madeMs)} s of ${seconds(expectedMs)} s could be read`]
}

/** The rendition that was made first; all others share its segments. */
function firstTrack(plan: LadderPlan, asset: AssetDescription): VideoTrack {
  const [first] = plan.picture.rungs
  const track = asset.video.find(({ rendition }) => rendition === first.rendition)
  invariant(track !== undefined, 'a published asset has its first rendition')
  return track
}

/** Several are encoded together, from one decoding of the source. */
function makeRungs(
  work: Work,
  dir: string,
  rungs: readonly [Rung, ...Rung[]],
  grid?: AssetDescription,
): Promise<VideoTrack[]> {
  const lengthMs = grid?.durationMs ?? expectedDurationMs(work)
  const names = rungs.map(({ rendition }) => rendition)
  work.meter.report('picture', 0, ...names)
  return makeVideo({
    ffmpegPath: work.tools.ffmpegPath,
    sourcePath: work.job.sourcePath,
    fingerprint: work.source.fingerprint,
    video: work.plan.picture,
    transfer: work.transfer,
    rungs,
    effort: effortOf(work.job),
    dir,
    gridOf: grid && firstTrack(work.plan, grid),
    signal: work.job.signal,
    onTime: (outTimeMs) =>
      work.meter.report('picture', lengthMs === undefined ? 0 : outTimeMs / lengthMs, ...names),
  })
}

function effortOf(job: PackageJob): 'fast' | 'good' {
  return job.encoderEffort ?? 'good'
}

/** The job with the settings of these rungs chosen. Demonstrations use the defaults. */
async function withRates(work: Work, rungs: readonly Rung[], plan = work.plan): Promise<Work> {
  if (effortOf(work.job) === 'fast') return { ...work, plan }
  const { tools, job, transfer } = work
  const film = { sourcePath: job.sourcePath, durationMs: expectedDurationMs(work), signal: job.signal }
  return { ...work, plan: await chooseBitrates({ ...tools, ...film, transfer, plan }, rungs) }
}

/** The job with a fast preset for its first rung, if viewers would wait for it too long. */
async function hurried(work: Work): Promise<Work> {
  if (effortOf(work.job) === 'fast') return work
  const { tools, job, transfer, plan } = work
  const film = { sourcePath: job.sourcePath, durationMs: expectedDurationMs(work), signal: job.signal }
  return { ...work, plan: await encodeFirstFaster({ ...tools, ...film, transfer, plan }) }
}

/** The plan, with the results for the audio once it was measured. */
function planAsMade(plan: LadderPlan, audioDecisions: readonly StreamDecision[]): LadderPlan {
  return {
    ...plan,
    decisions: plan.decisions.map((one) => {
      const made = audioDecisions.find(({ stream }) => stream === one.stream)
      if (made === undefined) return one
      const why = one.becomes === 're-encoded' ? `${one.why}; ${made.why}` : made.why
      return { ...made, why }
    }),
  }
}

/** The first rendition, all audio, all subtitles: made in a temporary folder, then published in one step. */
async function makePlayable(unrated: Work, before: AssetDescription | undefined): Promise<AssetDescription> {
  const work = await hurried(await withRates(unrated, unrated.plan.picture.rungs.slice(0, 1)))
  const { tools, job, plan, meter } = work
  const { partial } = folderOf(tools.filmsDir, job.assetId)
  await mkdir(partial, { recursive: true })
  const common = {
    ffmpegPath: tools.ffmpegPath,
    sourcePath: job.sourcePath,
    dir: partial,
    signal: job.signal,
  }
  const [firstVideo] = await makeRungs(work, partial, [plan.picture.rungs[0]])
  invariant(firstVideo !== undefined, 'one rung is one track')
  const ends = { ...tools, ...common, path: job.sourcePath, fileStartSec: work.probe.startSec, plan }
  const { first, warnings } = await holdForAudio(firstVideo, ends)
  meter.report('sound', 0)
  const audio = await makeAudio({
    ...common,
    planned: plan.audio,
    grid: first,
    onFraction: (fraction) => meter.report('sound', fraction),
  })
  meter.report('subtitles', 0)
  const subtitles = await makeSubtitles({
    ...common,
    embedded: plan.subtitles,
    sidecars: job.sidecarSubtitles ?? [],
  })
  const asset: AssetDescription = {
    assetId: job.assetId,
    durationMs: Math.round(first.durationMs),
    version: (before?.version ?? 0) + 1,
    video: [first],
    audio: audio.tracks,
    subtitles: subtitles.tracks,
    ...(job.markers === undefined ? {} : { markers: job.markers }),
    publishedAtMs: before?.publishedAtMs ?? Date.now(),
    complete: false,
    warnings: [
      ...plan.warnings,
      ...shortfall(expectedDurationMs(work), firstVideo.durationMs),
      ...warnings,
      ...audio.warnings,
      ...subtitles.warnings,
    ],
    plan: planAsMade(plan, audio.decisions),
    source: work.source,
  }
  stopWhenAborted(job.signal)
  await writeAsset(partial, asset)
  await publish(tools.filmsDir, job.assetId)
  meter.becamePlayable()
  return asset
}

function lowestFirst(one: VideoTrack, other: VideoTrack): number {
  return one.height - other.height || one.peakBitsPerSecond - other.peakBitsPerSecond
}

/** For a longer film the highest rung is made last and alone, so that the others are ready earlier. */
const togetherMs = 40 * 60_000

/** Which missing rungs are made next, in one decoding. */
function nextTogether(missing: readonly Rung[], durationMs: number): Rung[] {
  const isLong = durationMs > togetherMs && missing.length > 1
  const highest = missing.reduce((max, rung) => (rung.height > max.height ? rung : max))
  return missing.filter((rung) => !isLong || rung !== highest)
}

/** Adds the missing parts to a published asset. */
async function makeRest(started: Work, published: AssetDescription): Promise<AssetDescription> {
  const { tools, job, meter } = started
  const dir = folderOf(tools.filmsDir, job.assetId).published
  let work = started
  let asset = published
  const add = async (more: Partial<AssetDescription>): Promise<void> => {
    stopWhenAborted(job.signal)
    asset = { ...asset, ...more, version: asset.version + 1 }
    await writeAsset(dir, asset)
  }
  const mayGoOn = async (): Promise<boolean> => (await job.mayGoOn?.()) ?? true
  const gridTrack = firstTrack(work.plan, asset)
  const missing = (): Rung[] =>
    work.plan.picture.rungs.filter((rung) =>
      asset.video.every(({ rendition }) => rendition !== rung.rendition),
    )
  /** Chosen once and stored at once, so that a restart continues with the same settings. */
  const settle = async (rungs: readonly Rung[]): Promise<void> => {
    const plan = asset.plan ?? work.plan
    work = await withRates(work, rungs, plan)
    if (work.plan !== plan) await add({ plan: work.plan })
  }
  const addRungs = async ([rung, ...more]: readonly Rung[]): Promise<void> => {
    if (rung === undefined) return
    const tracks = await makeRungs(work, dir, [rung, ...more], asset)
    await add({ video: [...asset.video, ...tracks].toSorted(lowestFirst) })
  }
  // A copy may need more than a slow line has: the rung for slow lines comes before any other job, also of other films.
  if (!asset.video.some(fitsEveryLine)) {
    await settle(missing().slice(0, 1))
    await addRungs(missing().slice(0, 1))
  }
  if (asset.thumbnails === undefined) {
    if (!(await mayGoOn())) return asset
    meter.report('thumbnails', 0)
    const isCopied = work.plan.picture.rungs[0].copied === true
    const { ffmpegPath } = tools
    const made = makeThumbnails({ ffmpegPath, dir, track: gridTrack, isCopied, signal: job.signal })
    await add({ thumbnails: await made })
  }
  // At most one round per rung.
  for (let left = missing(); left.length > 0; left = missing()) {
    if (!(await mayGoOn())) return asset
    await settle(left)
    await addRungs(nextTogether(missing(), asset.durationMs))
  }
  await removePartialRenditions(dir)
  await add({ complete: true })
  meter.report('done', 1)
  return asset
}

/** The plan of an unfinished package, if it can be resumed. */
function planPartial(current: AssetDescription | undefined, plain: LadderPlan): LadderPlan | undefined {
  return current?.plan ?? (current?.source.plan === nameOfPlan(plain) ? plain : undefined)
}

/** If the first rendition was to be a copy that could not be read back, everything is encoded instead. */
async function makePlayableAnyhow(
  work: Work,
  before: AssetDescription | undefined,
  plainPlan: LadderPlan,
): Promise<{ work: Work; asset: AssetDescription }> {
  try {
    return { work, asset: await makePlayable(work, before) }
  } catch (error) {
    const isCopy = work.plan.picture.rungs[0].copied === true
    const isOfCopy = error instanceof Refusal && ['not_verified', 'encoder_failed'].includes(error.reason)
    if (!isCopy || !isOfCopy) throw error
    const warnings = [
      ...plainPlan.warnings,
      `the video is re-encoded, because a copy failed: ${error.message}`,
    ]
    const plan = { ...plainPlan, warnings }
    const again = { ...work, plan, source: { ...work.source, plan: nameOfPlan(plan) } }
    work.meter.weigh(plan, expectedDurationMs(work))
    await rm(folderOf(work.tools.filmsDir, work.job.assetId).partial, { recursive: true, force: true })
    return { work: again, asset: await makePlayable(again, before) }
  }
}

async function packageFrom(
  tools: PackagerTools,
  job: PackageJob,
  before: AssetDescription | undefined,
): Promise<PackagedAsset> {
  const meter = createProgressMeter(job, before !== undefined)
  meter.report('probe', 0)
  const file = { ffprobePath: tools.ffprobePath, path: job.sourcePath, signal: job.signal }
  const examined = await examineSource(file)
  const { probe, plainPlan, transfer } = examined
  const fingerprints = await fingerprintsOf(job.sourcePath, job.sidecarSubtitles ?? [])
  let current = before?.source.fingerprint === fingerprints.fingerprint ? before : undefined
  if (current !== undefined && current.source.subtitles !== fingerprints.subtitles) {
    const folder = folderOf(tools.filmsDir, job.assetId)
    const renewed = { embedded: plainPlan.subtitles, fingerprint: fingerprints.subtitles }
    current = await updateSubtitles(tools, job, folder, current, renewed)
    if (current.complete) return { kind: 'packaged', asset: current, made: 'rest' }
  }
  if (current?.complete === true) return { kind: 'packaged', asset: current, made: 'nothing' }
  const workOn = (plan: LadderPlan): Work => {
    const source = { ...fingerprints, plan: nameOfPlan(plan) }
    const work = { tools, job, plan, probe, transfer, meter, source }
    meter.weigh(plan, expectedDurationMs(work))
    return work
  }
  const partialPlan = planPartial(current, plainPlan)
  if (current !== undefined && partialPlan !== undefined)
    return { kind: 'packaged', asset: await makeRest(workOn(partialPlan), current), made: 'rest' }
  const plan = job.copyVideo === false ? plainPlan : await planCopying(file, examined)
  const made = await makePlayableAnyhow(workOn(plan), before, plainPlan)
  return { kind: 'packaged', asset: await makeRest(made.work, made.asset), made: 'all' }
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** Turns a failure into a value if it has a known cause; anything else is a bug and is thrown again. */
function refusalFrom(error: unknown, playable: boolean): PackagingRefused {
  if (error instanceof Refusal) {
    return { kind: 'refused', reason: error.reason, words: error.message, playable }
  }
  if (isDiskFull(error)) return { kind: 'refused', reason: 'no_space', words: 'the disk is full', playable }
  throw error
}

/**
 * Packages one source file. Returns a value for everything that can be wrong with the file, the disk or the encoder;
 * throws only for bugs in this program. Two calls for one asset must not run at the same time: `createPackager`
 * prevents that.
 */
export async function packageAsset(
  tools: PackagerTools,
  job: PackageJob,
): Promise<PackagedAsset | PackagingRefused> {
  if (!isAssetId(job.assetId)) {
    const words = 'an asset id has 1 to 64 letters, digits, "_" or "-"'
    return { kind: 'refused', reason: 'bad_id', words, playable: false }
  }
  const { published } = folderOf(tools.filmsDir, job.assetId)
  let isCalledOff = false
  try {
    stopWhenAborted(job.signal)
    await tidyFolder(tools.filmsDir, job.assetId)
    return await packageFrom(tools, job, await readAsset(published))
  } catch (error) {
    const playable = (await readAsset(published).catch(() => undefined)) !== undefined
    isCalledOff = error instanceof Refusal && error.reason === 'aborted'
    return refusalFrom(error, playable)
  } finally {
    await tidyPartial(tools.filmsDir, job.assetId, isCalledOff)
  }
}
