/** What short readings of a live source share: how it is opened, and why nothing came. */
import type { FfmpegExit } from '#media/ffmpeg/process/run.ts'
import type { ProxySession } from '#media/network/proxy-session.ts'
import { isMulticast, type LiveSource } from '#media/recorder/ingest/live-source.ts'
import { whyFfmpegEnded, whyUnreachable } from '#media/recorder/ingest/unreachable-reason.ts'

/** A unicast port is received by one program only: a second one would take its packets away. */
export function withoutSharing(source: LiveSource): LiveSource {
  if (source.kind !== 'udp' || isMulticast(source)) return source
  const url = source.url.replaceAll(/([?&])reuse=[^&]*&?/g, '$1').replace(/[?&]$/, '')
  return { ...source, url: `${url}${url.includes('?') ? '&' : '?'}reuse=0` }
}

/** What ffmpeg says where it connects itself, in the words of `whyUnreachable`. */
const systemWords = [
  { said: /Connection refused/, words: 'the connection is refused' },
  { said: /Failed to resolve hostname|Name or service not known/, words: 'its name cannot be resolved' },
  { said: /Connection timed out/, words: 'it does not answer' },
  { said: /No route to host|Network is unreachable/, words: 'there is no way to its address' },
]

/** The reason in words, without the address. */
export function whyNothing(
  exit: FfmpegExit,
  source: LiveSource,
  session: ProxySession | undefined,
  refused: AbortSignal,
): string {
  const { reason } = refused as { readonly reason?: unknown }
  if (refused.aborted && reason instanceof Error) return reason.message
  if (exit.endedBy === 'timeout' || exit.endedBy === 'abort') return 'it does not answer'
  const named = systemWords.find(({ said }) => exit.lastLines.some((line) => said.test(line)))
  if (named !== undefined) return named.words
  const status = exit.lastLines
    .map((line) => /HTTP error (\d{3})\b/.exec(line)?.[1])
    .find((code) => code !== undefined)
  if (status !== undefined) return `it answers ${status}`
  const unreachable = session?.lastError
  const words = unreachable === undefined ? whyFfmpegEnded(exit, false) : whyUnreachable(unreachable)
  return words.replaceAll(source.url, 'the source').replaceAll(session?.url ?? source.url, 'the source')
}
