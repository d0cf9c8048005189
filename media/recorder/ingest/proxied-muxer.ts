/** ffmpeg for a source; an external one is read through a proxy, so that it cannot reach the local network. */
import type { ForwardProxy } from '#media/network/forward-proxy.ts'
import { isWrittenLocal } from '#media/network/source-guard.ts'
import type { ProxySession } from '#media/network/proxy-session.ts'
import { DashPlaylists } from './dash/dash-playlists.ts'
import { startFfmpegMuxer, type FfmpegMuxerOptions } from './ffmpeg-muxer.ts'
import type { Muxer, MuxerEnd, MuxerEvents } from './muxer.ts'
import { isWebAddress } from './http-receiver.ts'
import { inputArguments, type LiveSource } from './live-source.ts'
import { whyUnreachable } from './unreachable-reason.ts'

type ProxiedMuxerOptions = Omit<FfmpegMuxerOptions, keyof MuxerEvents | 'session'> & {
  readonly proxy: ForwardProxy
}

/** Starts ffmpeg, at once where no proxy is needed. With `isFinite` the proxy also notices what was not sent. */
export function startProxiedMuxer(options: ProxiedMuxerOptions, events: MuxerEvents): Muxer {
  const { source, signal, proxy } = options
  if (options.isFinite !== true && !needsProxy(source)) return startFfmpegMuxer({ ...options, ...events })
  const { startMs, silenceMs } = inputArguments(source)
  const stop = new AbortController()
  let running: Muxer | undefined
  const read = async (): Promise<MuxerEnd> => {
    const session = await openProxy(proxy, source, options.clock)
    try {
      if (stop.signal.aborted || signal.aborted) return { words: 'stopped' }
      const muxer = startFfmpegMuxer({ ...options, ...events, session })
      running = muxer
      // Its connections end now, not after ffmpeg: a source may allow only one at once.
      const end = (): void => {
        muxer.kill()
        session.close()
      }
      stop.signal.addEventListener('abort', end, { once: true })
      return await muxer.ended
    } finally {
      session.close()
    }
  }
  const ended = read().catch((error: unknown) => ({
    words: error instanceof Error ? whyUnreachable(error) : String(error),
  }))
  return {
    ...{ startMs, silenceMs, ended },
    kill: () => stop.abort(),
    pause: (isPaused) => running?.pause?.(isPaused),
  }
}

/** A public web address, whose responses may name any other address; and a manifest that ffmpeg gets as playlists. */
export function needsProxy({ kind, url }: LiveSource): boolean {
  if (kind === 'dash') return true
  return (kind === 'hls' || kind === 'http-ts') && isWebAddress(url) && !isWrittenLocal(new URL(url))
}

/** The proxy access of a source. `clock`: Unix milliseconds. Rejects as `ForwardProxy.open` does. */
export function openProxy(
  proxy: ForwardProxy,
  { kind, url }: LiveSource,
  clock: () => number,
): Promise<ProxySession> {
  return proxy.open(new URL(url), kind === 'dash' ? new DashPlaylists(clock) : undefined)
}
