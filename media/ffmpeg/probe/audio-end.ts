/** When the audio of a source ends, measured from its packets: the duration in the container may be wrong. */
import { createInterface } from 'node:readline'
import { startChild } from '#media/ffmpeg/process/child.ts'
import { fileInput } from '#media/ffmpeg/process/allowed-input.ts'

/** More than any film has. */
const endlessSec = 1_000_000
const limitMs = 20_000
/** When a file cannot seek to its end, all packets are read: this many are twelve hours of one track. */
const maxPackets = 2_100_000

/**
 * Milliseconds from the start of the file to the end of its longest audio track, searched from `fromMs` on.
 * Undefined when there is no audio after that, or the file cannot be read to its end in time.
 */
export async function audioEndMs(options: {
  ffprobePath: string
  path: string
  /** The start time of the file, seconds. */
  fileStartSec: number
  fromMs: number
  signal?: AbortSignal | undefined
}): Promise<number | undefined> {
  const fromSec = options.fileStartSec + Math.max(0, options.fromMs) / 1000
  const child = startChild({
    programPath: options.ffprobePath,
    args: [
      ...['-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file', '-fflags', '+genpts'],
      // Without an end this ffprobe compares with memory that it never wrote, and on some machines reads nothing.
      ...['-select_streams', 'a', '-read_intervals', `${fromSec.toFixed(3)}%+${endlessSec}`],
      ...['-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0'],
      ...fileInput(options.path),
    ],
    stdout: true,
    timeoutMs: limitMs,
    // As in probe.ts: no converters, since the static ffprobe crashes in them.
    environment: { GCONV_PATH: '/nonexistent' },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  let endSec = Number.NEGATIVE_INFINITY
  let packets = 0
  if (child.stdout !== undefined)
    for await (const line of createInterface({ input: child.stdout })) {
      packets += 1
      if (packets > maxPackets) child.kill()
      const [pts, duration] = line.split(',').map(Number)
      if (pts !== undefined && Number.isFinite(pts))
        endSec = Math.max(endSec, pts + (duration !== undefined && Number.isFinite(duration) ? duration : 0))
    }
  const exit = await child.exit
  if (exit.code !== 0 || !Number.isFinite(endSec)) return undefined
  return (endSec - options.fileStartSec) * 1000
}
