/** The local ports at which the recorders of channels receive, or will after a failover. */
import { exclusiveAddress, isMulticast, type LiveSource } from '#media/recorder/ingest/live-source.ts'

const rtmpPort = '1935'

/** A channel with its sources in any order; linear channels have none. */
export interface PortUser {
  readonly id: string
  readonly sources?: readonly LiveSource[]
}

export class ReservedPorts {
  #receivers = new Map<string, string>()

  /** Replaces all reservations by those of the channels that are on. */
  set(channels: readonly PortUser[]): void {
    this.#receivers = new Map(
      channels.flatMap(({ id, sources = [] }) =>
        sources.flatMap((source) => {
          const port = portOf(source)
          return port === undefined ? [] : [[port, id] as const]
        }),
      ),
    )
  }

  /** The id of the channel that needs the port at which this source is received; undefined when none does. */
  receiverOf(source: LiveSource): string | undefined {
    const port = portOf(source)
    return port === undefined ? undefined : this.#receivers.get(port)
  }
}

/**
 * The protocol and the port, whatever address of this machine is named: `0.0.0.0` receives what is sent to each of them.
 * Undefined where several programs may read: a source that is requested, or a multicast group.
 */
function portOf(source: LiveSource): string | undefined {
  const address = isMulticast(source) ? undefined : exclusiveAddress(source)
  if (address === undefined) return undefined
  const port = /:(\d+)$/.exec(address)?.[1] ?? (source.kind === 'rtmp' ? rtmpPort : '')
  return port === '' ? address : `${source.kind === 'rtmp' ? 'tcp' : 'udp'} ${port}`
}
