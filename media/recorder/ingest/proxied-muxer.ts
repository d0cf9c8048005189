/** ffmpeg for a source; one in the world is read through a proxy that lets it lead nobody into the local network. */
import type { ForwardProxy } from '#media/network/forward-proxy.ts'
import { isWrittenLocal } from '#media/network/source-guard.ts'
import { startFfmpegMaker, type FfmpegMakerOptions } from './ffmpeg-muxer.ts'
import type { Maker, MakerEnd, MakerEvents } from './muxer.ts'
import { isWebAddress } from './http-receiver.ts'
import { inputArguments, type LiveSource } from './live-source.ts'
import { whyUnreachable } from './unreachable-reason.ts'

type GuardedMakerOptions = Omit<FfmpegMakerOptions, keyof MakerEvents | 'session'> & {
  readonly proxy: ForwardProxy
}

/** Starts ffmpeg, at once where no proxy is needed. */
export function startGuardedMaker(options: GuardedMakerOptions, events: MakerEvents): Maker {
  const { source, signal, proxy } = options
  if (!leadsOnward(source)) return startFfmpegMaker({ ...options, ...events })
  const { startMs, silenceMs } = inputArguments(source)
  const stop = new AbortController()
  const read = async (): Promise<MakerEnd> => {
    const session = await proxy.open(new URL(source.url))
    try {
      if (stop.signal.aborted || signal.aborted) return { words: 'stopped' }
      const maker = startFfmpegMaker({ ...options, ...events, session })
      stop.signal.addEventListener('abort', maker.kill, { once: true })
      return await maker.ended
    } finally {
      session.close()
    }
  }
  const ended = read().catch((error: unknown) => ({
    words: error instanceof Error ? whyUnreachable(error) : String(error),
  }))
  return { startMs, silenceMs, ended, kill: () => stop.abort() }
}

/** A web address in the world: what answers there may name any other one. */
function leadsOnward({ kind, url }: LiveSource): boolean {
  return (kind === 'hls' || kind === 'http-ts') && isWebAddress(url) && !isWrittenLocal(new URL(url))
}
