/**
 * Markers that were set after packaging are stored next to the description, in `markers.json`: the packager may be
 * writing the description at the same time, on this machine or another.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssetMarker } from '#media/playlists/asset-description.ts'

const file = 'markers.json'

/** Changes when the markers do. */
export function stampOfMarkers(dir: string): string {
  const stats = statSync(join(dir, file), { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}

/** Undefined when none were set. */
export function readMarkers(dir: string): readonly AssetMarker[] | undefined {
  try {
    // Only keepMarkers writes it, atomically.
    return JSON.parse(readFileSync(join(dir, file), 'utf8')) as AssetMarker[]
  } catch {
    return undefined
  }
}

/** Replaces all markers; false when there is no such asset. */
export async function saveMarkers(dir: string, markers: readonly AssetMarker[]): Promise<boolean> {
  const temporary = join(dir, `${file}.${randomBytes(4).toString('hex')}.tmp`)
  try {
    const plain = markers.map(({ kind, beginMs, endMs }) => ({ kind, beginMs, endMs }))
    await writeFile(temporary, JSON.stringify(plain), { flush: true })
    await rename(temporary, join(dir, file))
    return true
  } catch (error) {
    await rm(temporary, { force: true })
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
