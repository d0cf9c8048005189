/**
 * Fills a past window of a recorded channel from a packaged asset: one copy of each track file, hard-linked to
 * every day of the window, and index records that loop over it. A week costs one copy of the asset and 7 MB of index.
 */
import { copyFile, link, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssetDescription, AssetTrack } from '#media/playlists/asset-description.ts'
import type { ChannelArchive } from './channel-archive.ts'
import type { EpochTrack } from './epochs/epoch.ts'
import { chunkFileName, dayOf, flagRebase, seedFile, type IndexRecord } from './index/index-record.ts'

const maxSeedMs = 32 * 86_400_000

/** Which asset track fills which rendition of the channel. */
interface SeedTrack {
  readonly rendition: string
  readonly track: AssetTrack
  readonly description: EpochTrack
}

/**
 * Copies the asset, looping from its start, over [fromMs, toMs). Existing recordings stay.
 * Returns the number of records added. Throws when the asset has no video or the window is over 32 days.
 */
export async function seedArchive(
  archive: ChannelArchive,
  asset: AssetDescription,
  assetDir: string,
  window: { readonly fromMs: number; readonly toMs: number },
): Promise<number> {
  const { fromMs, toMs } = window
  if (!(toMs > fromMs) || toMs - fromMs > maxSeedMs) throw new Error('a seed window of 0 to 32 days')
  const tracks = chooseTracks(archive, asset)
  const video = tracks[0]
  if (video === undefined) throw new Error(`asset ${asset.assetId} has no video`)
  const withInits = await Promise.all(
    tracks.map(async ({ track, description }) => ({
      ...description,
      init: (await readFile(join(assetDir, track.file))).subarray(0, track.initEnd),
    })),
  )
  const epoch = archive.openEpoch({ beginMs: fromMs, tracks: withInits, seeded: true })
  const loopMs = loopLengthMs(video.track)
  let laid = 0
  for (const { rendition, track } of tracks) {
    const folder = archive.rendition(rendition)
    const file = seedFile + (epoch.number % 60_000)
    await linkDays(join(assetDir, track.file), folder.dir, file, window)
    const records = loopRecords(track, { fromMs, toMs, loopMs, file, epoch: epoch.number })
    await folder.insertRecords(records)
    laid += records.length
  }
  return laid
}

function chooseTracks(archive: ChannelArchive, asset: AssetDescription): SeedTrack[] {
  const recorded = archive.epoch?.tracks.find((track) => track.kind === 'video')?.height ?? 480
  const video = asset.video.toSorted(
    (one, other) => Math.abs(one.height - recorded) - Math.abs(other.height - recorded),
  )[0]
  const out: SeedTrack[] = []
  if (video !== undefined) {
    const { codec, timescale, width, height, frameRate } = video
    const description = { rendition: 'v', kind: 'video', codec, timescale, width, height, frameRate } as const
    out.push({ rendition: 'v', track: video, description })
  }
  asset.audio.forEach((track, position) => {
    const rendition = `a${position}`
    const { codec, timescale, language, name, channels } = track
    const description = { rendition, kind: 'audio', codec, timescale, language, name, channels } as const
    out.push({ rendition, track, description })
  })
  return out
}

function loopLengthMs(track: AssetTrack): number {
  return (track.segments.reduce((sum, segment) => sum + segment.durationTicks, 0) / track.timescale) * 1000
}

async function linkDays(
  source: string,
  dir: string,
  file: number,
  window: { readonly fromMs: number; readonly toMs: number },
): Promise<void> {
  await mkdir(dir, { recursive: true })
  let first: string | undefined
  for (let day = dayOf(window.fromMs); day <= dayOf(window.toMs - 1); day++) {
    const path = join(dir, chunkFileName(day, file))
    await rm(path, { force: true })
    // A copy, not a link to the asset: the asset may be packaged again while the archive still needs it.
    if (first === undefined) await copyFile(source, path)
    else await link(first, path).catch(() => copyFile(source, path))
    first ??= path
  }
}

function loopRecords(
  track: AssetTrack,
  laying: { fromMs: number; toMs: number; loopMs: number; file: number; epoch: number },
): IndexRecord[] {
  const out: IndexRecord[] = []
  const toMsOf = (ticks: number): number => (ticks / track.timescale) * 1000
  const loops = Math.ceil((laying.toMs - laying.fromMs) / laying.loopMs)
  for (let loop = 0; loop < loops; loop++) {
    const loopStartMs = laying.fromMs + loop * laying.loopMs
    for (const segment of track.segments) {
      const exactStartMs = loopStartMs + toMsOf(segment.startTicks)
      const exactEndMs = Math.min(exactStartMs + toMsOf(segment.durationTicks), loopStartMs + laying.loopMs)
      if (exactEndMs - exactStartMs < 20) continue
      if (exactEndMs > laying.toMs) return out
      const beginMs = Math.floor(exactStartMs)
      out.push({
        beginMs,
        extra: Math.floor((exactStartMs - beginMs) * 65536),
        durationMs: Math.floor(exactEndMs) - beginMs,
        offset: segment.offset,
        size: segment.size,
        file: laying.file,
        epoch: laying.epoch,
        flags: flagRebase,
      })
    }
  }
  return out
}
