/** A frame of a film's own file as its picture. */
import { join } from 'node:path'
import { listTitleFiles } from '#server/catalogue/catalogue.ts'
import { type CommandTools, shown } from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { readTime, readingEngine } from './reading-engine.ts'

/** The stored picture's version, or why there is none. `text`: `<time>`, or `<asset>@<time>` for a certain file. */
export async function takeFrame(
  { work }: Services,
  tools: CommandTools,
  vid: number,
  text: string,
): Promise<{ readonly picture: string } | { readonly refusal: string }> {
  const files = await listTitleFiles(work.db, vid)
  if (files === undefined) return { refusal: 'there is no such title; "films list" shows their numbers' }
  const [time = '', named] = text.split('@').toReversed()
  const atMs = readTime(time)
  const file = named === undefined ? files[0] : files.find(({ assetId }) => assetId === named)
  if (atMs === undefined) return { refusal: `${shown(time)} is not a moment such as 75.5 or 1:02:03` }
  if (file === undefined)
    return {
      refusal:
        files.length === 0
          ? 'this title has no files'
          : `its files are ${files.map(({ assetId }) => assetId).join(', ')}`,
    }
  await using stack = new AsyncDisposableStack()
  const engine = readingEngine(work, tools)
  stack.defer(() => engine.close())
  const asset = engine.describeAsset(file.assetId)
  if (asset === undefined) return { refusal: `${file.assetId} is not packaged yet` }
  if (atMs > asset.durationMs)
    return { refusal: `${file.assetId} lasts ${Math.floor(asset.durationMs / 1000)} seconds` }
  const frame = await engine.takeFrame(file.assetId, atMs, tools.signal)
  const pictures = await openPictures({ dir: join(work.dataDir, 'images'), log: tools.log })
  const stored = frame === undefined ? undefined : await pictures.store(frame)
  return stored?.kind === 'stored'
    ? { picture: stored.version }
    : { refusal: 'no frame was taken at this moment; choose another one' }
}
