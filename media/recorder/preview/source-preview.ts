/** One live source, encoded small for a short look, as a live playlist in memory. */
import { runFfmpeg, type FfmpegExit, type FfmpegRun } from '#media/ffmpeg/process/run.ts'
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import type { ProxySession } from '#media/network/proxy-session.ts'
import { whyNothing, withoutSharing } from '#media/recorder/examine/source-reading.ts'
import { inputArguments, type LiveSource } from '#media/recorder/ingest/live-source.ts'
import { needsProxy, openProxy } from '#media/recorder/ingest/proxied-muxer.ts'
import { whyUnreachable } from '#media/recorder/ingest/unreachable-reason.ts'
import { FragmentSplitter, codecsOf } from './fragment-splitter.ts'

/** Key frames and so segments, seconds; without video the length of a fragment. */
const [videoSec, audioSec] = [2, 4]
const framesPerSecond = 25
const maxSegments = 8
const bitsPerSecond = 1_000_000

const encoding = [
  ...['-map', '0:v:0?', '-map', '0:a:0?', '-sn', '-dn'],
  ...['-vf', 'yadif=deint=interlaced,scale=640:-2', '-r', String(framesPerSecond), '-pix_fmt', 'yuv420p'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-sc_threshold', '0'],
  ...['-g', String(videoSec * framesPerSecond), '-keyint_min', String(videoSec * framesPerSecond)],
  ...['-b:v', '700k', '-maxrate', '900k', '-bufsize', '900k', '-threads', '1'],
  ...['-c:a', 'aac', '-ac', '2', '-ar', '48000', '-b:a', '96k', '-af', 'aresample=async=1'],
  ...['-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
  ...['-frag_duration', String(audioSec * 1_000_000), 'pipe:1'],
]

interface Segment {
  readonly number: number
  readonly bytes: Buffer
}

/** A file of a preview. */
export interface PreviewFile {
  readonly type: 'application/vnd.apple.mpegurl' | 'video/mp4'
  readonly bytes: Buffer
}

export class SourcePreview {
  /** Settles when it has ended, with the reason in words, without the address. Never rejects. */
  readonly ended: Promise<string>
  readonly #source: LiveSource
  readonly #ffmpegPath: string
  readonly #stop = new AbortController()
  readonly #splitter = new FragmentSplitter()
  readonly #started = Promise.withResolvers<void>()
  #init: Buffer | undefined
  #codecs = ''
  #segmentSec = videoSec
  #segments: readonly Segment[] = []

  constructor(source: LiveSource, ffmpegPath: string) {
    this.#source = withoutSharing(source)
    this.#ffmpegPath = ffmpegPath
    this.ended = this.#run()
  }

  /** Resolves when the first segment is there. */
  get started(): Promise<void> {
    return this.#started.promise
  }

  /** Its playlists, beginning and segments by name; undefined for another name or one that is over. */
  read(name: string): PreviewFile | undefined {
    if (this.#init === undefined) return undefined
    const playlist = (text: string): PreviewFile => ({
      type: 'application/vnd.apple.mpegurl',
      bytes: Buffer.from(text),
    })
    if (name === 'master.m3u8') return playlist(this.#master())
    if (name === 'live.m3u8') return playlist(this.#playlist())
    if (name === 'init.mp4') return { type: 'video/mp4', bytes: this.#init }
    const number = /^(\d{1,9})\.m4s$/.exec(name)?.[1]
    const segment = this.#segments.find((one) => String(one.number) === number)
    return segment === undefined ? undefined : { type: 'video/mp4', bytes: segment.bytes }
  }

  stop(): void {
    this.#stop.abort()
  }

  #master(): string {
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      `#EXT-X-STREAM-INF:BANDWIDTH=${bitsPerSecond},CODECS="${this.#codecs}"`,
      'live.m3u8',
      '',
    ].join('\n')
  }

  #playlist(): string {
    return [
      ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${this.#segmentSec}`],
      `#EXT-X-MEDIA-SEQUENCE:${this.#segments[0]?.number ?? 0}`,
      '#EXT-X-MAP:URI="init.mp4"',
      ...this.#segments.flatMap(({ number }) => [`#EXTINF:${this.#segmentSec}.000,`, `${number}.m4s`]),
      '',
    ].join('\n')
  }

  async #run(): Promise<string> {
    const proxy = new ForwardProxy()
    let session: ProxySession | undefined
    try {
      session = needsProxy(this.#source) ? await openProxy(proxy, this.#source, Date.now) : undefined
      return await this.#encode(session)
    } catch (error) {
      return error instanceof Error ? whyUnreachable(error) : String(error)
    } finally {
      session?.close()
      proxy.close()
    }
  }

  async #encode(session: ProxySession | undefined): Promise<string> {
    const input = inputArguments(this.#source, session?.url)
    const refusal = new AbortController()
    session?.onRefused((error) => refusal.abort(error))
    const run = runFfmpeg({
      ffmpegPath: this.#ffmpegPath,
      args: ['-loglevel', 'info', '-nostats', ...input.args, ...encoding],
      protocols: input.protocols,
      ...(session === undefined ? {} : { environment: { http_proxy: session.proxyUrl, no_proxy: '' } }),
      stdout: true,
      lowPriority: true,
      signal: AbortSignal.any([this.#stop.signal, refusal.signal]),
    })
    const exit = await this.#receive(run)
    return whyNothing(exit, this.#source, session, refusal.signal)
  }

  async #receive(run: FfmpegRun): Promise<FfmpegExit> {
    try {
      for await (const bytes of run.stdout ?? [])
        for (const piece of this.#splitter.push(bytes as Buffer)) {
          if (piece.kind === 'init') this.#begin(piece.bytes)
          else this.#add(piece.bytes)
        }
    } catch (error) {
      run.kill()
      throw error
    }
    return run.exit
  }

  #begin(init: Buffer): void {
    const { codecs, hasVideo } = codecsOf(init)
    this.#init = init
    this.#codecs = codecs
    this.#segmentSec = hasVideo ? videoSec : audioSec
  }

  #add(bytes: Buffer): void {
    const number = (this.#segments.at(-1)?.number ?? -1) + 1
    this.#segments = [...this.#segments, { number, bytes }].slice(-maxSegments)
    this.#started.resolve()
  }
}
