/** New subtitle files for an already packaged film: only they are converted; the film stays unchanged. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlannedSubtitle } from '#media/ladder/ladder.ts'
import type { AssetFolder } from '#media/packager/asset/asset-folder.ts'
import { writeAsset, type AssetDescription } from '#media/packager/asset/asset.ts'
import type { PackageJob, PackagerTools } from '#media/packager/job/job.ts'
import { makeSubtitles, subtitleWarning } from './make-subtitles.ts'

/** Converts them in a temporary folder, moves them in, lists them in `asset.json`, and removes unlisted ones. */
export async function updateSubtitles(
  tools: PackagerTools,
  job: PackageJob,
  folder: AssetFolder,
  before: AssetDescription,
  renewed: { embedded: readonly PlannedSubtitle[]; fingerprint: string },
): Promise<AssetDescription> {
  await mkdir(folder.partial, { recursive: true })
  const { tracks, warnings } = await makeSubtitles({
    ffmpegPath: tools.ffmpegPath,
    sourcePath: job.sourcePath,
    embedded: renewed.embedded,
    sidecars: job.sidecarSubtitles ?? [],
    dir: folder.partial,
    signal: job.signal,
  })
  for (const { file } of tracks) await rename(join(folder.partial, file), join(folder.published, file))
  const asset: AssetDescription = {
    ...before,
    version: before.version + 1,
    subtitles: tracks,
    warnings: [...before.warnings.filter((words) => !words.startsWith(subtitleWarning)), ...warnings],
    source: { ...before.source, subtitles: renewed.fingerprint },
  }
  await writeAsset(folder.published, asset)
  const named = new Set(tracks.map(({ file }) => file))
  for (const { file } of before.subtitles) {
    if (!named.has(file)) await rm(join(folder.published, file), { force: true })
  }
  return asset
}
