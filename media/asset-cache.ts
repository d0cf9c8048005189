/**
 * Descriptions of packaged assets, read from disk on first use and reloaded when the file changes:
 * renditions are added to assets during packaging, perhaps by another process.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseAsset, type AssetDescription } from '#media/packager/asset/asset.ts'
import { stampOfLoudness, withMeasuredLoudness } from './loudness-file.ts'
import { readMarkers, stampOfMarkers } from './marker-file.ts'

interface Shelved {
  readonly asset: AssetDescription | undefined
  readonly stamp: string
  checkedAtMs: number
}

/** How long a description is trusted before the file's modification time is checked. */
const trustMs = 2000
const maxShelved = 20_000

export class AssetCache {
  readonly #filmsDir: string
  readonly #clock: () => number
  readonly #shelved = new Map<string, Shelved>()

  constructor(filmsDir: string, clock: () => number) {
    this.#filmsDir = filmsDir
    this.#clock = clock
  }

  dir(assetId: string): string {
    return join(this.#filmsDir, assetId)
  }

  /** Undefined when there is no such asset yet. */
  describe(assetId: string): AssetDescription | undefined {
    if (!/^[\w-]{1,64}$/.test(assetId)) return undefined
    const now = this.#clock()
    const shelved = this.#shelved.get(assetId)
    if (shelved !== undefined && Math.abs(now - shelved.checkedAtMs) < trustMs) return shelved.asset
    const dir = this.dir(assetId)
    const path = join(dir, 'asset.json')
    const stats = statSync(path, { throwIfNoEntry: false })
    const stamp =
      stats === undefined
        ? 'missing'
        : [stats.ino, stats.size, stats.mtimeMs, stampOfMarkers(dir), stampOfLoudness(dir)].join(' ')
    if (shelved !== undefined && shelved.stamp === stamp) {
      shelved.checkedAtMs = now
      return shelved.asset
    }
    const asset = stats === undefined ? undefined : this.#read(path, dir)
    if (this.#shelved.size >= maxShelved) this.#shelved.clear()
    this.#shelved.set(assetId, { asset, stamp, checkedAtMs: now })
    return asset
  }

  #read(path: string, dir: string): AssetDescription | undefined {
    const parsed = parseAsset(readFileSync(path, 'utf8'))
    if (parsed === undefined) return undefined
    const markers = readMarkers(dir)
    const asset = withMeasuredLoudness(parsed, dir)
    return markers === undefined ? asset : { ...asset, markers }
  }

  /** Drops the cached description of an asset that was just packaged or removed. */
  forget(assetId: string): void {
    this.#shelved.delete(assetId)
  }
}
