/** Keeps the engine's channels in step with the television module, and reports playable assets to linear channels. */
import type { Engine } from '#media/media.ts'
import type { ChannelLeases } from '#server/channel-leases/channel-leases.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import { channelConfigs, type LiveTelevision, type ReadyAsset } from '#server/television/television.ts'

export interface ChannelRun {
  readonly engine: Engine
  readonly television: LiveTelevision
  readonly clock: Clock
  readonly log: Log
  /** Where several processes share the channels. */
  readonly leases?: ChannelLeases | undefined
}

/** How long the list of ready assets is cached. A film that becomes ready is noticed up to this much later. */
const trustMs = 1000

/**
 * Starts the channels and follows their changes. Returns a function that stops following; the engine stops the
 * channels.
 */
export async function runChannels({
  engine,
  television,
  clock,
  log,
  leases,
}: ChannelRun): Promise<() => void> {
  let named = assetsOf(television)
  let ready: readonly ReadyAsset[] = []
  let lookedAtMs = 0
  const readyAssets = () => {
    if (Math.abs(clock.nowMs() - lookedAtMs) > trustMs) {
      lookedAtMs = clock.nowMs()
      ready = named.flatMap((assetId) => {
        const asset = engine.describeAsset(assetId)
        return asset === undefined ? [] : [{ assetId, readyAtMs: asset.publishedAtMs }]
      })
    }
    return ready
  }
  const apply = async () => {
    const configs = channelConfigs(television, readyAssets)
    // What is not recorded any more is given back once nothing of it is written.
    await engine.setChannels(configs)
    leases?.setChannels(configs.flatMap(({ kind, id }) => (kind === 'recorded' ? [id] : [])))
  }
  leases?.follow((channelIds) => engine.holdChannels(channelIds))
  await apply()
  const stopFollowing = television.onChange((what) => {
    if (what === 'guide') named = assetsOf(television)
    else apply().catch((error: unknown) => log.error('channels.update_failed', { error }))
  })
  return () => {
    stopFollowing()
    leases?.rest()
  }
}

/** The assets that the guides of linear channels name. */
function assetsOf(television: LiveTelevision): readonly string[] {
  const { channels, guide } = television.now()
  const assetIds = new Set<string>()
  for (const { cid, source } of channels)
    if (source.kind === 'linear')
      for (const { assetId } of guide.all(cid)) if (assetId !== null) assetIds.add(assetId)
  return [...assetIds].sort()
}
