import type { CatchupConfig, ChannelConfig } from '#media/media.ts'
import type { ChannelRecord } from '#server/television/channels/channel.ts'
import { catchupZone } from '#server/television/channels/catchup.ts'
import { catchupIdAt } from './catchup-id.ts'
import type { LiveTelevision } from './live-television.ts'
import { type ReadyAsset, linearSchedule } from '#server/television/channels/linear-rules.ts'

const dayMs = 86_400_000

/**
 * The configuration for the media engine's `setChannels`: enabled recorded channels, and linear ones. A linear
 * schedule reads the current guide at each call, so it needs no new configuration when the guide changes.
 * `readyAssets` returns all playable assets and since when.
 */
export function channelConfigs(
  television: LiveTelevision,
  readyAssets: () => readonly ReadyAsset[],
): readonly ChannelConfig[] {
  return television.now().channels.flatMap((channel): ChannelConfig[] => {
    if (!channel.isEnabled || channel.source.kind === 'none') return []
    const id = String(channel.cid)
    const archiveMs = channel.archiveDays * dayMs
    if (channel.source.kind === 'linear') {
      const schedule = (fromMs: number, toMs: number) =>
        linearSchedule(id, television.now().guide.all(channel.cid), readyAssets(), { fromMs, toMs })
      return [{ id, kind: 'linear', schedule, archiveMs }]
    }
    const sources = channel.source.sources.map(({ protocol, ...address }) => ({ ...address, kind: protocol }))
    if (sources.length === 0) return []
    const { lowLatency, recording } = channel
    const { heights, reencode, hevc, watch, stillPictures } = recording
    const encoding = {
      ...(heights === undefined ? {} : { heights }),
      ...(reencode === undefined ? {} : { reencode }),
      ...(hevc === undefined ? {} : { hevc }),
      ...(channel.isRadio ? { soundOnly: true } : {}),
    }
    const watching = {
      ...(watch === undefined ? {} : { isOff: !watch }),
      ...(stillPictures === undefined ? {} : { stillPictures }),
    }
    const catchup = catchupConfig(television, channel)
    return [
      {
        ...{ id, kind: 'recorded', sources, archiveMs, lowLatency, encoding, watch: watching },
        ...(catchup === undefined ? {} : { catchup }),
      },
    ]
  })
}

function catchupConfig(
  television: LiveTelevision,
  { cid, catchup }: ChannelRecord,
): CatchupConfig | undefined {
  if (catchup?.outcome.kind !== 'template') return undefined
  const { outcome, days, rule } = catchup
  return {
    ...outcome,
    reachMs: days * dayMs,
    correctionSec: (rule.correctionHours ?? 0) * 3600,
    zone: catchupZone,
    idAt: (beginMs) => catchupIdAt(television.now(), cid, beginMs),
  }
}
