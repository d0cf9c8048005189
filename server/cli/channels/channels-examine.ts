import { join } from 'node:path'
import {
  type CliCommand,
  type Outcome,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { openServices, type Services } from '#server/cli/command/services.ts'
import {
  examineSource,
  findMediaBinaries,
  openArchives,
  type ExaminationOutcome,
  type ExaminedStream,
} from '#media/media.ts'
import { recordedSource } from '#server/monitoring/monitoring.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { loadChannels, type ChannelRecord } from '#server/television/television.ts'

const limitMs = 60_000
const dayMs = 86_400_000
const recordedHeading = 'It is being recorded; this is what was recorded in the last ten seconds:'

export const channelsExamine: CliCommand = {
  name: 'channels examine',
  usage: '<number> [<place>]',
  summary: 'say what a source of a channel sends: codecs, bit rate, loudness',
  help: `Reads eight seconds of the source. From the one that is being recorded, it reads what was recorded: many sources
accept one reader only. The place is the one "channels sources" shows; without it, the first.

Examples
  npm run ekran -- channels examine 7
  npm run ekran -- channels examine 7 2`,
  min: 1,
  max: 2,
  run: async ({ words: [word = '', at = '1'] }, tools) => {
    const [number, place] = [Number(word), Number(at)]
    if (!Number.isInteger(number)) return refused(`${shown(word)} is not the number of a channel`)
    if (!Number.isInteger(place) || place < 1) return refused(`${shown(at)} is not the place of a source`)
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const channel = (await loadChannels(services.work.db)).find((one) => one.number === number)
    if (channel === undefined) return refused(`there is no channel ${number}`)
    return await examine(services, tools, channel, place)
  },
}

async function examine(
  { work }: Services,
  { settings, signal }: CommandTools,
  channel: ChannelRecord,
  place: number,
): Promise<Outcome> {
  if (channel.source.kind !== 'recorded')
    return refused(`channel ${channel.number} is not received from a source`)
  const source = channel.source.sources[place - 1]
  if (source === undefined) return refused(`the channel has ${channel.source.sources.length} sources`)
  const { ffmpegPath } = findMediaBinaries({
    ffmpegPath: settings.EKRAN_FFMPEG,
    ffprobePath: settings.EKRAN_FFPROBE,
  })
  const media = { ffmpegPath, signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) }
  if ((await recordedSource(work.db, channel.cid, systemClock.nowMs())) === place - 1) {
    const recorded = await openArchives({
      storeDir: join(work.dataDir, 'media'),
      channels: [{ id: String(channel.cid), archiveMs: channel.archiveDays * dayMs }],
      clock: () => systemClock.nowMs(),
      floorBytes: 0,
    }).examine(String(channel.cid), media)
    // A source that is only being tried can be opened: nothing comes from it.
    if (recorded.kind === 'received') return outcomeOf(recorded, channel, [recordedHeading])
  }
  const { protocol, ...address } = source
  return outcomeOf(await examineSource({ ...address, kind: protocol }, media), channel, [])
}

function outcomeOf(
  examined: ExaminationOutcome,
  { number, isRadio }: ChannelRecord,
  heading: readonly string[],
): Outcome {
  if (examined.kind === 'failed') return refused(`nothing came: ${examined.words}`)
  const { streams, bitsPerSecond, loudnessLufs } = examined
  return done(
    ...heading,
    ...streams.map((stream) => `  ${wordsOf(stream)}`),
    ...(bitsPerSecond === null ? [] : [`  ${(bitsPerSecond / 1e6).toFixed(2)} Mbit/s`]),
    ...(loudnessLufs === null ? [] : [`  ${loudnessLufs <= -69 ? 'silent' : `${loudnessLufs} LUFS`}`]),
    ...(isRadio || streams.length === 0 || streams.some(({ kind }) => kind === 'video')
      ? []
      : [`It has sound only. If it is radio, say so: channels kind ${number} radio`]),
  )
}

function wordsOf({
  kind,
  codec,
  width,
  height,
  framesPerSecond,
  isInterlaced,
  language,
  channels,
}: ExaminedStream) {
  const facts =
    kind === 'video'
      ? [
          width === undefined ? '' : `${width}x${height}`,
          framesPerSecond === undefined ? '' : `${framesPerSecond} frames a second`,
          isInterlaced === true ? 'interlaced' : '',
        ]
      : [language ?? '', channels === undefined ? '' : `${channels} channels`]
  return [kind, codec, ...facts.filter((fact) => fact !== '')].join(', ')
}
