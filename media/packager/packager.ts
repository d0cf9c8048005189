/** The public API of the packager: one job per asset at a time. */
import { removeFolder } from './asset/asset-folder.ts'
import type { PackageJob, PackagedAsset, PackagerTools, PackagingRefused } from './job/job.ts'
import { packageAsset } from './package-asset.ts'

export type {
  PackageJob,
  PackagedAsset,
  PackagerTools,
  PackagingProgress,
  PackagingRefused,
  RefusalReason,
  SidecarSubtitle,
} from './job/job.ts'

/** Packages films, one job per asset at a time. */
export interface Packager {
  /** A second call for the same asset waits for the first, then has nothing to do. */
  packageAsset(job: PackageJob): Promise<PackagedAsset | PackagingRefused>
  /** Stops a running job of this asset first. */
  removeAsset(assetId: string): Promise<void>
  /** Stops all jobs and waits until their encoders have exited. */
  close(): Promise<void>
}

/** Builds a packager over one folder of assets. Nothing runs until a job is passed. */
export function createPackager(tools: PackagerTools): Packager {
  const queues = new Map<string, Promise<unknown>>()
  const running = new Map<string, AbortController>()
  let closed = false

  /** Runs `work` when all earlier work on this asset has ended. */
  const withLock = <Result>(assetId: string, work: () => Promise<Result>): Promise<Result> => {
    const result = (queues.get(assetId) ?? Promise.resolve()).then(work)
    const tail = result.then(
      () => {},
      () => {},
    )
    queues.set(assetId, tail)
    void tail.then(() => {
      if (queues.get(assetId) === tail) queues.delete(assetId)
    })
    return result
  }

  const runJob = async (job: PackageJob): Promise<PackagedAsset | PackagingRefused> => {
    if (closed)
      return { kind: 'refused', reason: 'aborted', words: 'the packager is closed', playable: false }
    const controller = new AbortController()
    running.set(job.assetId, controller)
    const signal =
      job.signal === undefined ? controller.signal : AbortSignal.any([job.signal, controller.signal])
    try {
      return await packageAsset(tools, { ...job, signal })
    } finally {
      running.delete(job.assetId)
    }
  }

  return {
    packageAsset: (job) => withLock(job.assetId, () => runJob(job)),
    removeAsset: (assetId) => {
      running.get(assetId)?.abort()
      return withLock(assetId, () => removeFolder(tools.filmsDir, assetId))
    },
    close: async () => {
      closed = true
      for (const controller of running.values()) controller.abort()
      await Promise.all(queues.values())
    },
  }
}
