/** ffmpeg for a source; an external one is read through a proxy, so that it cannot reach the local network. */
import type { ForwardProxy } from '#media/network/forward-proxy.ts'
import { isWrittenLocal } from '#media/network/source-guard.ts'
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
  if (options.isFinite !== true && !leadsOnward(source)) return startFfmpegMuxer({ ...options, ...events })
  const { startMs, silenceMs } = inputArguments(source)
  const stop = new AbortController()
  let running: Muxer | undefined
  const read = async (): Promise<MuxerEnd> => {
    const session = await proxy.open(new URL(source.url))
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

/** A public web address: its responses may name any other address. */
export function leadsOnward({ kind, url }: LiveSource): boolean {
  return (kind === 'hls' || kind === 'http-ts') && isWebAddress(url) && !isWrittenLocal(new URL(url))
}
