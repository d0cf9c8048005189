/** Reads some seconds of a live source and says what came: codecs, bit rate, loudness and a still. */
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import type { ProxySession } from '#media/network/proxy-session.ts'
import { inputArguments, type LiveSource } from '#media/recorder/ingest/live-source.ts'
import { needsProxy, openProxy } from '#media/recorder/ingest/proxied-muxer.ts'
import { whyUnreachable } from '#media/recorder/ingest/unreachable-reason.ts'
import { whyNothing, withoutSharing } from './source-reading.ts'
import {
  StreamListener,
  loudnessOf,
  stillOf,
  type ExaminationOutcome,
  type ExaminedStream,
  type MediaTools,
} from './describe-media.ts'

const examinedSec = 8
/** 48 Mbit/s for the examined time; more than any channel sends. */
const maxBytes = 48 * 1024 * 1024
/** After the time within which a source must have begun. */
const readingMs = 20_000

/**
 * Opens the source as a recorder would, reads eight seconds, and closes it. A public source cannot lead into the local
 * network. A port from which another program of this machine receives is left alone. Never rejects.
 */
export async function examineSource(source: LiveSource, tools: MediaTools): Promise<ExaminationOutcome> {
  const proxy = new ForwardProxy()
  let session: ProxySession | undefined
  try {
    session = needsProxy(source) ? await openProxy(proxy, source, Date.now) : undefined
    const read = await readSource(source, session, tools)
    if (read.kind === 'failed') return read
    const has = (kind: ExaminedStream['kind']) => read.streams.some((stream) => stream.kind === kind)
    return {
      kind: 'received',
      streams: read.streams,
      bitsPerSecond: read.bitsPerSecond,
      loudnessLufs: has('audio') ? await loudnessOf(read.bytes, tools) : null,
      still: has('video') ? await stillOf(read.bytes, tools) : null,
    }
  } catch (error) {
    return { kind: 'failed', words: error instanceof Error ? whyUnreachable(error) : String(error) }
  } finally {
    session?.close()
    proxy.close()
  }
}

type SourceRead =
  | {
      readonly kind: 'read'
      readonly bytes: Buffer
      readonly streams: readonly ExaminedStream[]
      readonly bitsPerSecond: number | null
    }
  | { readonly kind: 'failed'; readonly words: string }

async function readSource(
  source: LiveSource,
  session: ProxySession | undefined,
  { ffmpegPath, signal }: MediaTools,
): Promise<SourceRead> {
  const input = inputArguments(withoutSharing(source), session?.url)
  const listener = new StreamListener()
  const refusal = new AbortController()
  session?.onRefused((error) => refusal.abort(error))
  let lastSec = 0
  const run = runFfmpeg({
    ffmpegPath,
    args: [
      ...['-loglevel', 'info', '-nostats', ...input.args, '-t', String(examinedSec)],
      ...['-map', '0:v:0?', '-map', '0:a:0?', '-c', 'copy', '-f', 'mpegts', 'pipe:1'],
    ],
    protocols: input.protocols,
    ...(session === undefined ? {} : { environment: { http_proxy: session.proxyUrl, no_proxy: '' } }),
    stdout: true,
    timeoutMs: input.startMs + readingMs,
    signal: AbortSignal.any([signal, refusal.signal]),
    onStderrLine: (line) => {
      listener.listen(line)
      lastSec = secondsIn(line) ?? lastSec
    },
  })
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of run.stdout ?? []) {
    pieces.push(piece as Buffer)
    size += (piece as Buffer).length
    if (size > maxBytes) run.kill()
  }
  const exit = await run.exit
  if (size === 0 || listener.streams.length === 0)
    return { kind: 'failed', words: whyNothing(exit, source, session, refusal.signal) }
  return {
    kind: 'read',
    bytes: Buffer.concat(pieces),
    streams: listener.streams,
    bitsPerSecond: lastSec < 1 ? null : Math.round((size * 8) / lastSec),
  }
}

/** The position of ffmpeg's last report: `size= 2000KiB time=00:00:07.96 bitrate=…`. */
function secondsIn(line: string): number | undefined {
  const match = /\btime=(\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(line)
  if (match === null) return undefined
  const [, hours, minutes, seconds] = match.map(Number)
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
