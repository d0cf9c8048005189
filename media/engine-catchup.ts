/** The archives of channels' providers, as the engine reads them. */
import { join } from 'node:path'
import { Catchup, type CatchupConfig } from '#media/catchup/catchup.ts'
import type { ChannelLog } from '#media/log-events/log-events.ts'
import type { ChannelConfig } from './channel-config.ts'

const defaultConnections = 4
const defaultCatchupBytes = 4e9

interface EngineCatchupOptions {
  readonly storeDir: string
  readonly ffmpegPath: string
  readonly clock: () => number
  /** Read whenever they are used. */
  readonly catchupConnections?: number
  readonly catchupBytes?: number
}

export function createCatchup(options: EngineCatchupOptions, log: ChannelLog): Catchup {
  const { storeDir, ffmpegPath, clock } = options
  return new Catchup({
    ...{ dir: join(storeDir, 'catchup'), ffmpegPath, clock, log },
    get maxConnections() {
      return options.catchupConnections ?? defaultConnections
    },
    get maxBytes() {
      return options.catchupBytes ?? defaultCatchupBytes
    },
  })
}

/** Of the channels that have one, by the channel's id. */
export function catchupOf(configs: readonly ChannelConfig[]): ReadonlyMap<string, CatchupConfig> {
  const pasts = configs.map(
    (config) => [config.id, config.kind === 'recorded' ? config.catchup : undefined] as const,
  )
  return new Map(pasts.flatMap(([id, catchup]) => (catchup === undefined ? [] : [[id, catchup]])))
}
