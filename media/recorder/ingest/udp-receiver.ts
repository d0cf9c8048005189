/** A transport stream over UDP, unicast or multicast, plain or in RTP. */
import { createSocket, type Socket } from 'node:dgram'
import { isIP } from 'node:net'
import { networkInterfaces, platform } from 'node:os'
import type { Receiver, ReceiverEvents } from './receiver.ts'

/** Where to listen, parsed from an ffmpeg-style address. */
export interface UdpAddress {
  readonly host: string
  readonly port: number
  readonly isGroup: boolean
  /** The interface's own address. */
  readonly local?: string
  /** The senders (source-specific multicast) to receive from; all when empty. */
  readonly senders: readonly string[]
  readonly shared: boolean
  readonly bufferBytes: number
}

/** Options that do not affect reception, or are read here. */
const supportedOptions = new Set(
  'localaddr reuse reuse_socket buffer_size fifo_size overrun_nonfatal timeout ttl pkt_size sources bitrate'.split(
    ' ',
  ),
)
const receiveBufferBytes = 4_000_000
const startMs = 20_000
const silenceMs = 3000
const sync = 0x47

/** Reads `udp://@239.0.0.1:1234?localaddr=…`; undefined when only ffmpeg understands it. */
export function readUdpAddress(url: string): UdpAddress | undefined {
  const match = /^(?:udp|rtp):\/\/(?:[^@/?]*@)?(?:\[([\da-f:.]+)\]|([\d.]*)):(\d{1,5})\/?(?:\?(.*))?$/i.exec(
    url,
  )
  const options = new URLSearchParams(match?.[4])
  if (match === null || [...options.keys()].some((name) => !supportedOptions.has(name))) return undefined
  const written = match[1] ?? match[2] ?? ''
  const host = written === '' ? '0.0.0.0' : written
  const port = Number(match[3])
  if (isIP(host) === 0 || port === 0 || port > 65_535) return undefined
  const isGroup = isIP(host) === 6 ? /^ff/i.test(host) : /^2(2[4-9]|3\d)\./.test(host)
  const local = options.get('localaddr') ?? undefined
  const bufferBytes = Number(options.get('buffer_size') ?? receiveBufferBytes)
  return {
    ...{ host, port, isGroup },
    senders: (options.get('sources') ?? '').split(',').filter((sender) => sender !== ''),
    shared: isGroup || options.get('reuse') === '1' || options.get('reuse_socket') === '1',
    bufferBytes: bufferBytes > 0 ? Math.min(bufferBytes, 64_000_000) : receiveBufferBytes,
    ...(local === undefined ? {} : { local }),
  }
}

/** Listens until it is silent for 3 s, or for 20 s at the start. */
export function receiveUdp(address: UdpAddress, events: ReceiverEvents): Receiver {
  const { host, port, isGroup, shared, bufferBytes } = address
  const type = isIP(host) === 6 ? 'udp6' : 'udp4'
  const socket = createSocket({ type, reuseAddr: shared, recvBufferSize: bufferBytes })
  let isOver = false
  let lastAtMs: number | undefined
  const startedAtMs = performance.now()
  const close = (): void => {
    if (isOver) return
    isOver = true
    clearInterval(watch)
    socket.close()
  }
  const end = (words: string): void => {
    if (isOver) return
    close()
    events.onEnd({ words })
  }
  const watch = setInterval(() => {
    const now = performance.now()
    if (lastAtMs === undefined) {
      if (now - startedAtMs > startMs) end('nothing is received at this address')
    } else if (now - lastAtMs > silenceMs) end('the source fell silent')
  }, 250)
  socket.on('message', (datagram) => {
    lastAtMs = performance.now()
    events.onBytes(withoutRtp(datagram))
  })
  socket.on('error', (error: NodeJS.ErrnoException) =>
    end(error.code === 'EADDRINUSE' ? 'another program receives from this address' : error.message),
  )
  // Bound to the group's address, the socket gets nothing of other groups on the same port; Windows cannot do that.
  const listensAt = isGroup ? platform() !== 'win32' : isOwnAddress(host)
  socket.bind({ port, exclusive: true, ...(listensAt ? { address: host } : {}) }, () => {
    try {
      if (isGroup) join(socket, address)
    } catch (error) {
      end(`cannot join the group: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  return { close }
}

function join(socket: Socket, { host, local, senders }: UdpAddress): void {
  if (senders.length === 0) socket.addMembership(host, local)
  for (const sender of senders) socket.addSourceSpecificMembership(sender, host, local)
}

/** The sender's address, or one behind NAT, cannot be bound: then all local interfaces are used. */
function isOwnAddress(host: string): boolean {
  if (host.startsWith('127.') || host === '::1') return true
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === host))
}

/** The payload of an RTP packet, or the datagram itself. RFC 3550, 5.1. */
export function withoutRtp(datagram: Buffer): Buffer {
  const first = datagram[0] ?? 0
  if (first === sync || first >> 6 !== 2 || datagram.length < 12) return datagram
  let from = 12 + (first & 15) * 4
  if (first & 0x10 && from + 4 <= datagram.length) from += 4 + datagram.readUInt16BE(from + 2) * 4
  const padding = first & 0x20 ? (datagram.at(-1) ?? 0) : 0
  const to = datagram.length - padding
  return from < to && datagram[from] === sync ? datagram.subarray(from, to) : datagram
}
