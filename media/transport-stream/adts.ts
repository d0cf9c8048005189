/** AAC in a transport stream: ADTS headers before raw frames. ISO/IEC 13818-7, 6.2 and 14496-3, 1.6.2.1. */

const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
export const samplesPerFrame = 1024
export const adtsHeader = 7

/** The values that every header of a stream repeats. `key` distinguishes two formats. */
export interface AudioFormat {
  readonly key: number
  readonly sampleRate: number
  readonly channels: number
  /** AudioSpecificConfig. */
  readonly config: Buffer
}

/** True where a plausible header begins. */
export function isAdts(bytes: Uint8Array, at: number): boolean {
  // Sync word, layer 0, a valid rate, and a frame longer than its header.
  return (
    bytes[at] === 0xff &&
    ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0 &&
    (((bytes[at + 2] ?? 0) >> 2) & 15) < rates.length &&
    frameBytes(bytes, at) > headerBytes(bytes, at)
  )
}

/** 7, or 9 with a checksum. */
export function headerBytes(bytes: Uint8Array, at: number): number {
  return (bytes[at + 1] ?? 0) & 1 ? 7 : 9
}

/** Length of the whole frame including its header. */
export function frameBytes(bytes: Uint8Array, at: number): number {
  return (((bytes[at + 3] ?? 0) & 3) << 11) | ((bytes[at + 4] ?? 0) << 3) | ((bytes[at + 5] ?? 0) >> 5)
}

/** Profile, rate and channels in one number, to detect a change quickly. */
export function formatKey(bytes: Uint8Array, at: number): number {
  return (((bytes[at + 2] ?? 0) & 0xfd) << 8) | ((bytes[at + 3] ?? 0) & 0xc0)
}

/**
 * The number of raw blocks of 1024 samples in the frame: only one can be passed through. HE-AAC is signalled by its
 * core, as the source does: players find the extension in the frames.
 */
export function blocksIn(bytes: Uint8Array, at: number): number {
  return ((bytes[at + 6] ?? 0) & 3) + 1
}

/** Reads a header; undefined when its channels are only described inside the frames. */
export function readAudioFormat(bytes: Uint8Array, at: number): AudioFormat | undefined {
  const objectType = ((bytes[at + 2] ?? 0) >> 6) + 1
  const rateIndex = ((bytes[at + 2] ?? 0) >> 2) & 15
  const channelCode = (((bytes[at + 2] ?? 0) & 1) << 2) | ((bytes[at + 3] ?? 0) >> 6)
  const sampleRate = rates[rateIndex]
  if (sampleRate === undefined || channelCode === 0) return undefined
  const packed = (objectType << 11) | (rateIndex << 7) | (channelCode << 3)
  return {
    key: formatKey(bytes, at),
    sampleRate,
    channels: channelCode === 7 ? 8 : channelCode,
    config: Buffer.from([packed >> 8, packed & 0xff]),
  }
}
