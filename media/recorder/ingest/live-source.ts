/** A live source and ffmpeg's input arguments for it. Pure. */
import { allowedLive } from '#media/ffmpeg/process/allowed-input.ts'

/** One live source. `url` as the operator entered it; for `file-loop` a path or a file: address. */
export interface LiveSource {
  readonly url: string
  readonly kind: 'udp' | 'srt' | 'rtmp' | 'hls' | 'dash' | 'http-ts' | 'file-loop'
  readonly userAgent?: string
  readonly referer?: string
  /** The muxer: chosen automatically, or always ffmpeg. `auto` when absent. */
  readonly muxer?: 'auto' | 'ffmpeg'
  /** A playlist is read from its first segment, also one that is not closed. */
  readonly fromStart?: true
}

/** The arguments of one input up to and including its address, and the protocols it may use. */
export interface InputArguments {
  readonly args: readonly string[]
  readonly protocols: readonly string[]
  /** How long it may send nothing before it counts as failed: three of its own segments. */
  readonly silenceMs: number
  /** Without data for this long, another source is started as a standby. */
  readonly quietMs: number
  /** The maximum time until its first fragment. */
  readonly startMs: number
}

const webProtocols = ['http', 'https', 'tcp', 'tls', 'httpproxy']
/** The only protocols allowed through the proxy, which makes TLS connections itself. `httpproxy` would allow any. */
const proxiedWeb = ['http', 'tcp']
// A probe shorter than a group of pictures fails when it starts in the middle of one.
const patience = ['-fflags', '+genpts+discardcorrupt', '-probesize', '2500000', '-analyzeduration', '3000000']
const probe = [...patience, ...allowedLive('network')]
const steady = { silenceMs: 6000, quietMs: 2500, startMs: 20_000 }

/** Adds query parameters that the address does not have yet. */
function withDefaults(url: string, defaults: Readonly<Record<string, string>>): string {
  const [address = url, query = ''] = url.split('?', 2)
  const listed = new Map(
    query
      .split('&')
      .flatMap((pair) => (pair === '' ? [] : [pair.split('=', 2)]))
      .map(([k, v]) => [k ?? '', v ?? '']),
  )
  for (const [name, value] of Object.entries(defaults)) if (!listed.has(name)) listed.set(name, value)
  return `${address}?${[...listed].map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join('&')}`
}

function webOptions(source: LiveSource): string[] {
  const out = ['-rw_timeout', '4000000']
  if (source.userAgent !== undefined) out.push('-user_agent', source.userAgent)
  if (source.referer !== undefined) out.push('-referer', source.referer)
  return out
}

function playlistStart({ fromStart }: LiveSource): readonly string[] {
  // By default a playlist ends for ffmpeg when it lists nothing new three times, and its other tracks go on without it.
  const patient = ['-max_reload', '1000']
  // A next segment that was requested early would follow on one that was broken off, as if nothing were missing.
  const start = fromStart === true ? ['0', '-http_multiple', '0'] : ['-2']
  return [...patient, '-live_start_index', ...start]
}

/** A DASH manifest arrives as HLS playlists. */
function playlistArguments(source: LiveSource, url: string, web: readonly string[]): InputArguments {
  const again = ['-reconnect', '1', '-reconnect_on_network_error', '1', '-reconnect_delay_max', '2']
  const kind = source.kind === 'dash' ? ['-f', 'hls'] : []
  return {
    args: [...probe, ...playlistStart(source), ...webOptions(source), ...again, ...kind, '-i', url],
    protocols: [...web, 'crypto'],
    silenceMs: 20_000,
    quietMs: 12_000,
    startMs: 25_000,
  }
}

/** `proxiedUrl`: the source's address for requests through the proxy, which must be set in ffmpeg's environment. */
export function inputArguments(source: LiveSource, proxiedUrl?: string): InputArguments {
  const web = proxiedUrl === undefined ? webProtocols : proxiedWeb
  const webUrl = proxiedUrl ?? source.url
  switch (source.kind) {
    case 'udp': {
      if (source.url.startsWith('rtp:')) {
        // Each of its packets has an RTP header, which the transport stream demuxer does not understand.
        const url = withDefaults(source.url, { reuse: '1', buffer_size: '4000000', timeout: '3000000' })
        return { args: [...probe, '-f', 'rtp', '-i', url], protocols: ['rtp', 'udp'], ...steady }
      }
      // Without a timeout in the address a failed multicast never ends the run; without reuse a restart may fail.
      const url = withDefaults(source.url, {
        fifo_size: '20000',
        overrun_nonfatal: '1',
        buffer_size: '4000000',
        timeout: '3000000',
      })
      return { args: [...probe, '-f', 'mpegts', '-i', url], protocols: ['udp', 'rtp'], ...steady }
    }
    case 'srt': {
      const url = withDefaults(source.url, { latency: '200000', timeout: '3000000' })
      return { args: [...probe, '-f', 'mpegts', '-i', url], protocols: ['srt'], ...steady, startMs: 35_000 }
    }
    case 'rtmp': {
      const listens = /^rtmp:\/\/0\.0\.0\.0[:/]|[?&]listen=1\b/.test(source.url)
      const url = source.url.replace(/[?&]listen=1\b/, '')
      const how = listens ? ['-listen', '1', '-timeout', '30', '-f', 'flv'] : ['-rw_timeout', '4000000']
      const protocols = ['rtmp', 'rtmps', 'tcp', 'tls']
      return { args: [...probe, ...how, '-i', url], protocols, ...steady, startMs: 35_000 }
    }
    case 'dash':
    case 'hls':
      return playlistArguments(source, webUrl, web)
    case 'http-ts':
      return {
        // A transport stream, or a radio station's bare MP3, AAC, Ogg or FLAC; titles between its bytes (ICY) are removed.
        args: [...patience, ...allowedLive('response'), ...webOptions(source), '-i', webUrl],
        protocols: web,
        ...steady,
      }
    case 'file-loop': {
      const path = source.url.startsWith('file://')
        ? decodeURIComponent(new URL(source.url).pathname)
        : source.url
      return {
        args: [...patience, ...allowedLive('file'), '-re', '-stream_loop', '-1', '-i', path],
        protocols: ['file'],
        ...steady,
      }
    }
  }
}

/** True when every program of the network may receive it. */
export function isMulticast({ url }: LiveSource): boolean {
  const host = /^\w+:\/\/@?(\[[^\]]+\]|[^:/?]+)/.exec(url)?.[1] ?? ''
  return /^(?:22[4-9]|23\d)\./.test(host) || /^\[ff/i.test(host)
}

/** The port or address that only one recording may use at a time; undefined where many may read the same. */
export function exclusiveAddress(source: LiveSource): string | undefined {
  if (source.kind !== 'udp' && source.kind !== 'srt' && source.kind !== 'rtmp') return undefined
  const match = /^(\w+):\/\/@?([^/?]+)/.exec(source.url)
  if (match === null) return undefined
  const listens = source.kind === 'udp' || /0\.0\.0\.0|mode=listener|listen=1/.test(source.url)
  // RTP is received on a UDP port like any other.
  return listens ? `${source.kind}://${match[2]}` : undefined
}
