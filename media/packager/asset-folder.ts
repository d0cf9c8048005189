/** Where an asset lies while it is made and when it is published; how one becomes the other. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface AssetFolder {
  /** The published asset. */
  readonly published: string
  /** The first rendition, sound and subtitles are made here; nobody serves from it. */
  readonly partial: string
}

export const isAssetId = (assetId: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(assetId)

export const folderOf = (filmsDir: string, assetId: string): AssetFolder => ({
  published: join(filmsDir, assetId),
  partial: join(filmsDir, `${assetId}.partial`),
})

const isOld = (name: string, assetId: string): boolean => name.startsWith(`${assetId}.old-`)

const removeOld = async (filmsDir: string, assetId: string): Promise<void> => {
  for (const name of await readdir(filmsDir)) {
    if (isOld(name, assetId)) await rm(join(filmsDir, name), { recursive: true, force: true })
  }
}

/**
 * Clears away what a crash left. If it happened between the two renames of `publish`, the older package
 * still lies beside: it is put back, so that the asset goes on playing while it is made anew.
 */
export const tidyFolder = async (filmsDir: string, assetId: string): Promise<void> => {
  await mkdir(filmsDir, { recursive: true })
  const { published, partial } = folderOf(filmsDir, assetId)
  const names = await readdir(filmsDir)
  const old = names.find((name) => isOld(name, assetId))
  if (old !== undefined && !names.includes(assetId)) await rename(join(filmsDir, old), published)
  await removeOld(filmsDir, assetId)
  await rm(partial, { recursive: true, force: true })
  if (!names.includes(assetId) && old === undefined) return
  for (const file of await readdir(published)) {
    const leftover = file.endsWith('.part') || file.endsWith('.tmp') || file.endsWith('.ends.mp4')
    if (leftover) await rm(join(published, file), { force: true })
  }
}

/** Puts the partial folder in the published one's place. */
export const publish = async (filmsDir: string, assetId: string): Promise<void> => {
  const { published, partial } = folderOf(filmsDir, assetId)
  const names = await readdir(filmsDir)
  if (names.includes(assetId)) {
    await rename(published, join(filmsDir, `${assetId}.old-${randomBytes(4).toString('hex')}`))
  }
  await rename(partial, published)
  await removeOld(filmsDir, assetId)
}

/** Removes an asset with everything of it. */
export const removeFolder = async (filmsDir: string, assetId: string): Promise<void> => {
  const { published, partial } = folderOf(filmsDir, assetId)
  await rm(published, { recursive: true, force: true })
  await rm(partial, { recursive: true, force: true })
  await removeOld(filmsDir, assetId).catch(() => {})
}
