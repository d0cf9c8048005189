/** The folders of an asset during packaging and after publishing, and the moves between them. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { partialNameOf, keyOf } from '#media/packager/video/partial-rendition.ts'

export interface AssetFolder {
  /** The published asset. */
  readonly published: string
  /** The first rendition, audio and subtitles are made here; it is never served. */
  readonly partial: string
}

export function isAssetId(assetId: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(assetId)
}

export function folderOf(filmsDir: string, assetId: string): AssetFolder {
  return {
    published: join(filmsDir, assetId),
    partial: join(filmsDir, `${assetId}.partial`),
  }
}

function isOld(name: string, assetId: string): boolean {
  return name.startsWith(`${assetId}.old-`)
}

async function removeOld(filmsDir: string, assetId: string): Promise<void> {
  for (const name of await readdir(filmsDir)) {
    if (isOld(name, assetId)) await rm(join(filmsDir, name), { recursive: true, force: true })
  }
}

/**
 * Cleans up after a crash. If it happened between the two renames of `publish`, the older package still exists under
 * another name: it is moved back, so that the asset stays playable while it is packaged again.
 */
export async function tidyFolder(filmsDir: string, assetId: string): Promise<void> {
  await mkdir(filmsDir, { recursive: true })
  const { published } = folderOf(filmsDir, assetId)
  const names = await readdir(filmsDir)
  const old = names.find((name) => isOld(name, assetId))
  if (old !== undefined && !names.includes(assetId)) await rename(join(filmsDir, old), published)
  await removeOld(filmsDir, assetId)
  await tidyPartial(filmsDir, assetId, true)
  if (!names.includes(assetId) && old === undefined) return
  const files = await readdir(published)
  for (const file of files) {
    const leftover = ['.part', '.tmp', '.ends.mp4', '.joined', '.key', '.rest'].some((end) =>
      file.endsWith(end),
    )
    if (leftover && !isPartialRendition(file, files)) await rm(join(published, file), { force: true })
  }
}

/** A partial rendition is resumed when the settings it was made with are saved next to it. */
function isPartialRendition(name: string, all: readonly string[]): boolean {
  const part = partialNameOf(name)
  return part !== undefined && all.includes(part) && all.includes(keyOf(part))
}

/** Removes temporary files, except partial renditions if `keepsPartial`. */
export async function tidyPartial(filmsDir: string, assetId: string, keepsPartial: boolean): Promise<void> {
  const { partial } = folderOf(filmsDir, assetId)
  const files = await readdir(partial).catch(() => [])
  const saved = keepsPartial ? files.filter((file) => isPartialRendition(file, files)) : []
  if (saved.length === 0) return rm(partial, { recursive: true, force: true })
  for (const file of files)
    if (!saved.includes(file)) await rm(join(partial, file), { recursive: true, force: true })
}

/** Removes partial renditions. */
export async function removePartialRenditions(dir: string): Promise<void> {
  for (const file of await readdir(dir))
    if (partialNameOf(file) !== undefined) await rm(join(dir, file), { force: true })
}

/** Replaces the published folder with the partial one. */
export async function publish(filmsDir: string, assetId: string): Promise<void> {
  const { published, partial } = folderOf(filmsDir, assetId)
  const names = await readdir(filmsDir)
  if (names.includes(assetId)) {
    await rename(published, join(filmsDir, `${assetId}.old-${randomBytes(4).toString('hex')}`))
  }
  await removePartialRenditions(partial)
  await rename(partial, published)
  await removeOld(filmsDir, assetId)
}

/** Removes an asset and all its files. */
export async function removeFolder(filmsDir: string, assetId: string): Promise<void> {
  const { published, partial } = folderOf(filmsDir, assetId)
  await rm(published, { recursive: true, force: true })
  await rm(partial, { recursive: true, force: true })
  await removeOld(filmsDir, assetId).catch(() => {})
}
