/** Reads the packets of one video stream without decoding, to find out whether it can be copied. */
import { createInterface } from 'node:readline'
import { createVideoScan, type VideoScan } from '#media/ladder/copying.ts'
import { startChild } from '#media/ffmpeg/process/child.ts'
import { fileInput } from '#media/ffmpeg/process/allowed-input.ts'

/** A disk can read the largest film that may be copied in this time; otherwise the film is encoded. */
const limitMs = 180_000
/** Twelve hours at sixty frames a second. */
const maxPackets = 12 * 3600 * 60

function secondsOf(text: string | undefined): number | undefined {
  const value = text === undefined || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

/**
 * Undefined when the packets cannot be read to the end in time, a packet has no timestamp, or the job was aborted:
 * then nothing is copied.
 */
export async function scanVideo(options: {
  ffprobePath: string
  path: string
  streamIndex: number
  fileStartSec: number
  signal?: AbortSignal | undefined
}): Promise<VideoScan | undefined> {
  const child = startChild({
    programPath: options.ffprobePath,
    args: [
      '-hide_banner',
      '-loglevel',
      'error',
      '-protocol_whitelist',
      'file',
      '-select_streams',
      String(options.streamIndex),
      '-show_entries',
      'packet=pts_time,size,flags',
      '-of',
      'csv=p=0',
      ...fileInput(options.path),
    ],
    stdout: true,
    timeoutMs: limitMs,
    // As in probe.ts: no converters, since the static ffprobe crashes in them.
    environment: { GCONV_PATH: '/nonexistent' },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  const scan = createVideoScan(options.fileStartSec)
  let packets = 0
  let isWhole = child.stdout !== undefined
  if (child.stdout !== undefined)
    for await (const line of createInterface({ input: child.stdout })) {
      const [pts, size, flags = ''] = line.split(',')
      const ptsSec = secondsOf(pts)
      packets += 1
      if (ptsSec === undefined || packets > maxPackets) {
        isWhole = false
        child.kill()
        break
      }
      const isHidden = flags.includes('D')
      scan.take({ ptsSec, sizeBytes: secondsOf(size) ?? 0, isKey: flags.includes('K'), isHidden })
    }
  const exit = await child.exit
  return isWhole && exit.code === 0 ? scan.result() : undefined
}
