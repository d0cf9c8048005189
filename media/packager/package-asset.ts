/**
 * A source file becomes a packaged asset, in steps that can each be watched: first the lowest rendition with all
 * sound and subtitles, published at once; then seek pictures and the higher renditions, each added when it has been
 * read back. A crash or a call-off at any point leaves the last published state; the next run goes on from there.
 */
import { mkdir, rm } from 'node:fs/promises'
import { probeSource } from '#media/ffmpeg/probe.ts'
import { planLadder, type LadderPlan } from '#media/ladder/ladder.ts'
import { describeRung } from '#media/ladder/rungs.ts'
import type { SourceProbe } from '#media/ladder/source-probe.ts'
import { invariant } from '#media/playlists/invariant.ts'
import { folderOf, isAssetId, publish, tidyFolder } from './asset-folder.ts'
import { readAsset, writeAsset, type AssetDescription } from './asset.ts'
import { fingerprintsOf } from './fingerprint.ts'
import {
  Refusal,
  type PackageJob,
  type PackagedAsset,
  type PackagerTools,
  type PackagingRefused,
} from './job.ts'
import { makePicture } from './make-picture.ts'
import { makeSound } from './make-sound.ts'
import { makeSubtitles } from './make-subtitles.ts'
import { makeThumbnails } from './make-thumbnails.ts'
import { createProgressMeter, type ProgressMeter } from './progress-meter.ts'
import { renewSubtitles } from './renew-subtitles.ts'

interface Work {
  readonly tools: PackagerTools
  readonly job: PackageJob
  readonly plan: LadderPlan
  readonly probe: SourceProbe
  readonly transfer: 'sdr' | 'pq' | 'hlg'
  readonly source: AssetDescription['source']
  readonly meter: ProgressMeter
}

/** Names the plan: an unfinished package made to another plan is begun anew. */
const nameOfPlan = (plan: LadderPlan): string => plan.picture.rungs.map(describeRung).join('; ')

const stopWhenAborted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted === true) throw new Refusal('aborted', 'the work was called off')
}

const examine = async (
  tools: PackagerTools,
  job: PackageJob,
): Promise<{ probe: SourceProbe; plan: LadderPlan }> => {
  const outcome = await probeSource({
    ffprobePath: tools.ffprobePath,
    path: job.sourcePath,
    signal: job.signal,
  })
  stopWhenAborted(job.signal)
  if (outcome.kind === 'refused') throw new Refusal(outcome.reason, outcome.words)
  const plan = planLadder(outcome.probe)
  if (plan.kind === 'refused') throw new Refusal(plan.reason, `${job.sourcePath}: ${plan.words}`)
  return { probe: outcome.probe, plan }
}

const expectedDurationMs = (work: Work): number | undefined => {
  const stream = work.probe.video.find(({ index }) => index === work.plan.picture.streamIndex)
  return stream?.durationMs ?? work.probe.durationMs
}

/** A file cut short in the upload still says how long it was meant to be. */
const shortfall = (expectedMs: number | undefined, madeMs: number): string[] => {
  if (expectedMs === undefined || madeMs >= expectedMs - Math.max(2000, expectedMs * 0.02)) return []
  const seconds = (ms: number): number => Math.round(ms / 1000)
  return [`the file breaks off: ${seconds(madeMs)} s of ${seconds(expectedMs)} s could be read`]
}

const makeRung = async (
  work: Work,
  dir: string,
  position: number,
  grid?: AssetDescription,
): Promise<AssetDescription['video'][number]> => {
  const rung = work.plan.picture.rungs[position]
  invariant(rung !== undefined, 'a planned rung')
  const lengthMs = grid?.durationMs ?? expectedDurationMs(work)
  work.meter.report('picture', 0, rung.rendition)
  return makePicture({
    ffmpegPath: work.tools.ffmpegPath,
    sourcePath: work.job.sourcePath,
    picture: work.plan.picture,
    transfer: work.transfer,
    rung,
    effort: work.job.encoderEffort ?? 'good',
    dir,
    gridOf: grid?.video[0],
    signal: work.job.signal,
    onTime: (outTimeMs) =>
      work.meter.report('picture', lengthMs === undefined ? 0 : outTimeMs / lengthMs, rung.rendition),
  })
}

/** The lowest rendition, all sound, all subtitles: made aside, then published in one step. */
const makePlayable = async (work: Work, before: AssetDescription | undefined): Promise<AssetDescription> => {
  const { tools, job, plan, meter } = work
  const { partial } = folderOf(tools.filmsDir, job.assetId)
  await mkdir(partial, { recursive: true })
  const lowest = await makeRung(work, partial, 0)
  const common = {
    ffmpegPath: tools.ffmpegPath,
    sourcePath: job.sourcePath,
    dir: partial,
    signal: job.signal,
  }
  meter.report('sound', 0)
  const sound = await makeSound({
    ...common,
    planned: plan.audio,
    grid: lowest,
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
    durationMs: Math.round(lowest.durationMs),
    version: (before?.version ?? 0) + 1,
    video: [lowest],
    audio: sound.tracks,
    subtitles: subtitles.tracks,
    ...(job.markers === undefined ? {} : { markers: job.markers }),
    publishedAtMs: before?.publishedAtMs ?? Date.now(),
    complete: false,
    warnings: [
      ...plan.warnings,
      ...shortfall(expectedDurationMs(work), lowest.durationMs),
      ...sound.warnings,
      ...subtitles.warnings,
    ],
    source: work.source,
  }
  stopWhenAborted(job.signal)
  await writeAsset(partial, asset)
  await publish(tools.filmsDir, job.assetId)
  meter.becamePlayable()
  return asset
}

/** Adds to a published asset what it lacks. */
const makeRest = async (work: Work, published: AssetDescription): Promise<AssetDescription> => {
  const { tools, job, plan, meter } = work
  const dir = folderOf(tools.filmsDir, job.assetId).published
  let asset = published
  const add = async (more: Partial<AssetDescription>): Promise<void> => {
    stopWhenAborted(job.signal)
    asset = { ...asset, ...more, version: asset.version + 1 }
    await writeAsset(dir, asset)
  }
  const grid = asset.video[0]
  invariant(grid !== undefined, 'a published asset has a rendition')
  if (asset.thumbnails === undefined) {
    meter.report('thumbnails', 0)
    const work = { ffmpegPath: tools.ffmpegPath, dir, track: grid, signal: job.signal }
    await add({ thumbnails: await makeThumbnails(work) })
  }
  for (const [position, rung] of plan.picture.rungs.entries()) {
    if (asset.video.some(({ rendition }) => rendition === rung.rendition)) continue
    const track = await makeRung(work, dir, position, asset)
    await add({ video: [...asset.video, track] })
  }
  await add({ complete: true })
  meter.report('done', 1)
  return asset
}

const packageFrom = async (
  tools: PackagerTools,
  job: PackageJob,
  before: AssetDescription | undefined,
): Promise<PackagedAsset> => {
  const meter = createProgressMeter(job, before !== undefined)
  meter.report('probe', 0)
  const { probe, plan } = await examine(tools, job)
  const fingerprints = await fingerprintsOf(job.sourcePath, job.sidecarSubtitles ?? [])
  const source = { ...fingerprints, plan: nameOfPlan(plan) }
  let known = before?.source.fingerprint === source.fingerprint ? before : undefined
  if (known !== undefined && known.source.subtitles !== source.subtitles) {
    const folder = folderOf(tools.filmsDir, job.assetId)
    const renewed = { embedded: plan.subtitles, fingerprint: source.subtitles }
    known = await renewSubtitles(tools, job, folder, known, renewed)
    if (known.complete) return { kind: 'packaged', asset: known, made: 'rest' }
  }
  if (known?.complete === true) return { kind: 'packaged', asset: known, made: 'nothing' }
  const stream = probe.video.find(({ index }) => index === plan.picture.streamIndex)
  const work: Work = { tools, job, plan, probe, source, meter, transfer: stream?.transfer ?? 'sdr' }
  meter.weigh(plan)
  if (known?.source.plan === source.plan) {
    return { kind: 'packaged', asset: await makeRest(work, known), made: 'rest' }
  }
  const playable = await makePlayable(work, before)
  return { kind: 'packaged', asset: await makeRest(work, playable), made: 'all' }
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** What can be said of any failure as a value; anything else is a mistake of ours and is thrown on. */
const refusalFrom = (error: unknown, playable: boolean): PackagingRefused => {
  if (error instanceof Refusal) {
    return { kind: 'refused', reason: error.reason, words: error.message, playable }
  }
  if (isDiskFull(error)) return { kind: 'refused', reason: 'no_space', words: 'the disk is full', playable }
  throw error
}

/**
 * Packages one source file. Answers with a value for everything that can be wrong with the file, the disk or the
 * encoder; throws only for mistakes of this program. Two calls for one asset at the same time must not happen:
 * `createPackager` sees to that.
 */
export const packageAsset = async (
  tools: PackagerTools,
  job: PackageJob,
): Promise<PackagedAsset | PackagingRefused> => {
  if (!isAssetId(job.assetId)) {
    const words = 'an asset id has 1 to 64 letters, digits, "_" or "-"'
    return { kind: 'refused', reason: 'bad_id', words, playable: false }
  }
  const { published, partial } = folderOf(tools.filmsDir, job.assetId)
  try {
    stopWhenAborted(job.signal)
    await tidyFolder(tools.filmsDir, job.assetId)
    return await packageFrom(tools, job, await readAsset(published))
  } catch (error) {
    const playable = (await readAsset(published).catch(() => undefined)) !== undefined
    return refusalFrom(error, playable)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
