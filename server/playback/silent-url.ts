/** The video of a trailer as a file of its own, which a preview plays without a player. Pure. */
import type { PlaybackAddress } from './address.ts'

interface VideoFile {
  readonly file: string
  /** RFC 6381. */
  readonly codec: string
  readonly averageBitsPerSecond: number
}

/**
 * The address of its smallest H.264 video: an MP4 without sound. Undefined where films are served encrypted, which
 * have no files, and where there is no H.264, the codec that every browser decodes.
 */
export function silentUrlOf(
  { url, dashUrl }: Pick<PlaybackAddress, 'url' | 'dashUrl'>,
  videos: readonly VideoFile[],
): string | undefined {
  const isEncrypted = dashUrl === null
  const [smallest] = videos
    .filter(({ codec }) => codec.startsWith('avc1'))
    .toSorted((one, other) => one.averageBitsPerSecond - other.averageBitsPerSecond)
  return smallest === undefined || isEncrypted ? undefined : url.replace(/[^/]*$/, smallest.file)
}
