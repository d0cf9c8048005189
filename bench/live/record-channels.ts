/**
 * Records one source into several channels until SIGTERM: a separate process, to be measured. Then it prints its
 * results as one line of JSON: see `Recorded`.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { startRecorder } from '#media/recorder/recorder.ts'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'
import type { LivePart } from '#media/recorder/writer/epoch-writer.ts'

export interface Recorded {
  readonly segments: number
  /** Gaps between the first and the last segment of a rendition, and renditions that stopped too early. */
  readonly lost: number
  readonly restarts: number
  readonly muxers: readonly string[]
  /** From the moment the last video or audio frame of a part was sent until the part was ready, ms. */
  readonly lateMs: readonly number[]
}

const [dir = '', url = '', count = '1', muxer = 'auto', sentFromMs = '', kind = 'udp'] = process.argv.slice(2)
const { ffmpegPath } = findMediaBinaries({})

function clock(): number {
  return Date.now()
}

const groupMs = 2000
const settleMs = 10_000
const startedAtMs = Date.now()
const inspector = new SignalInspector({ ffmpegPath, log: () => undefined })
const lateMs: number[] = []

/** Key frames are sent every two seconds from `sentFromMs` on; the frames before a part's end were sent by then. */
let keyFrameMs: number | undefined
function hear(part: LivePart): void {
  const now = Date.now()
  if (part.rendition !== 'v' || sentFromMs === '') return
  if (part.independent && Math.round(part.beginMs) === part.segmentStartMs) keyFrameMs = part.beginMs
  // The first parts wait until the clock is known.
  if (keyFrameMs === undefined || now - startedAtMs < settleMs) return
  const sinceKeyMs = (now - Number(sentFromMs) - (part.endMs - keyFrameMs)) % groupMs
  lateMs.push(sinceKeyMs)
}

const channels = Array.from({ length: Number(count) }, (_, index) => {
  const archive = new ChannelArchive({ dir: join(dir, `bench-${index}`), archiveMs: 86_400_000, clock })
  // All of them join the same group: to the engine they are different addresses.
  const source = {
    ...{ url: url.replace('//@', `//c${index}@`), kind },
    muxer: muxer === 'ffmpeg' ? 'ffmpeg' : 'auto',
  } as LiveSource
  const settings = { sources: [source], watch: { isOff: true } }
  const recorder = startRecorder({
    ...{ ...settings, archive, inspector, ffmpegPath, clock },
    log: (event, fields) =>
      event === 'channel.future_segments_deleted' ? undefined : console.error(index, event, fields),
    ...(index === 0 ? { onPart: hear } : {}),
  })
  return { archive, recorder }
})

async function stop(): Promise<void> {
  const muxers = new Set(channels.map(({ recorder }) => recorder.status().muxer ?? 'none'))
  const restarts = channels.reduce((sum, { recorder }) => sum + recorder.status().restarts, 0)
  const lastMs = Date.now()
  await Promise.all(channels.map(({ recorder }) => recorder.close()))
  let [segments, lost] = [0, 0]
  for (const { archive } of channels)
    for (const rendition of ['v', 'a0']) {
      const list = archive.window(rendition, 0, lastMs + 60_000)
      segments += list.filter(({ gap }) => gap !== true).length
      lost += list.filter(({ gap }) => gap === true).length
      const last = list.at(-1)
      if (last === undefined || last.beginMs + last.durationMs < lastMs - 8000) lost++
    }
  await Promise.all(channels.map(({ archive }) => archive.close()))
  inspector.close()
  console.log(JSON.stringify({ segments, lost, restarts, muxers: [...muxers], lateMs } satisfies Recorded))
}

process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
await sleep(0)
console.log(`recording into ${dir}`)
