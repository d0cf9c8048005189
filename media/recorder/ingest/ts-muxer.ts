/** The muxer without ffmpeg: H.264 and AAC in a transport stream over UDP or HTTP, repacked in this process. */
import { languageCode } from '#media/ladder/languages.ts'
import { Remuxer, type Choice } from '#media/transport-stream/remuxer.ts'
import type { SequenceParameters } from '#media/transport-stream/h264/h264.ts'
import type { ElementaryStream } from '#media/transport-stream/demux/sections.ts'
import type { Muxer, MuxerEnd, MuxerEvents } from './muxer.ts'
import { isWebAddress, receiveHttp } from './http-receiver.ts'
import { readUdpAddress, receiveUdp } from './udp-receiver.ts'
import type { Receiver, ReceiverEvents } from './receiver.ts'
import { inputArguments, type LiveSource } from './live-source.ts'
import { nothingToRecord, planStreams, type EncodingSettings, type InputStream } from './stream-plan.ts'

export interface TsMuxerOptions extends MuxerEvents {
  readonly source: LiveSource
  readonly encoding?: EncodingSettings | undefined
  /** Maximum duration of a part. 400 ms when absent. */
  readonly partMs?: number | undefined
  readonly clock: () => number
}

/** `unfit`: the source is available but this muxer cannot handle it; the reason as text. */
export interface TsMuxerEnd extends MuxerEnd {
  readonly unfit?: string
}

export interface TsMuxer extends Muxer {
  readonly ended: Promise<TsMuxerEnd>
}

const defaultPartMs = 400
const lossesEveryMs = 60_000

/** Why this muxer should not be tried for a source, as text; undefined when it may work. */
export function whyNotTsMuxer(source: LiveSource): string | undefined {
  if (source.muxer === 'ffmpeg') return 'the operator chose ffmpeg'
  if (source.kind === 'udp')
    return readUdpAddress(source.url) === undefined
      ? 'only ffmpeg supports all options of its address'
      : undefined
  if (source.kind === 'http-ts' && isWebAddress(source.url)) return undefined
  return 'the source is no transport stream over UDP or HTTP'
}

/** Starts receiving at once; only for a source for which `whyNotTsMuxer` returns undefined. */
export function startTsMuxer(options: TsMuxerOptions): TsMuxer {
  const { source, encoding, partMs = defaultPartMs, clock, onTracks, onInit, onPart } = options
  const { startMs, silenceMs } = inputArguments(source)
  const { promise: ended, resolve } = Promise.withResolvers<TsMuxerEnd>()
  const remuxer = new Remuxer({
    ...{ partMs, clock, onInit, onPart },
    choose: (streams) => choose(streams, encoding),
    acceptVideo: (sps) => judge(sps, encoding),
    onTracks,
  })
  let [isOver, hasReceived] = [false, false]
  let receiver: Receiver | undefined
  const losses = setInterval(tellLosses(remuxer, options.onTrouble), lossesEveryMs)
  const finish = (end: TsMuxerEnd): void => {
    if (isOver) return
    isOver = true
    clearInterval(losses)
    receiver?.close()
    try {
      remuxer.end()
    } catch {
      // The consumer of the parts has already reported its error.
    }
    resolve(end)
  }
  const events: ReceiverEvents = {
    onBytes: (bytes) => {
      if (isOver) return
      hasReceived = true
      try {
        remuxer.push(bytes)
      } catch (error) {
        finish({ words: 'broken', unfit: `it cannot be followed (${String(error)})` })
      }
      if (remuxer.unfit !== undefined) finish({ words: remuxer.unfit, unfit: remuxer.unfit })
    },
    onEnd: ({ words, isForFfmpeg = false, isOver: isFile }) => {
      const isForeign = hasReceived && !remuxer.hasTracks
      const unfit = isForFfmpeg ? words : isForeign ? 'it does not describe its streams' : undefined
      finish({ words, ...(unfit === undefined ? {} : { unfit }), ...(isFile ? { isOver: true } : {}) })
    },
  }
  receiver = receive(source, events)
  if (isOver) receiver.close()
  return { startMs, silenceMs, ended, kill: () => finish({ words: 'stopped' }) }
}

function receive(source: LiveSource, events: ReceiverEvents): Receiver {
  const address = source.kind === 'udp' ? readUdpAddress(source.url) : undefined
  return address === undefined ? receiveHttp(source, events) : receiveUdp(address, events)
}

function tellLosses(remuxer: Remuxer, onTrouble: (words: string) => void): () => void {
  let before = 0
  return () => {
    const now = remuxer.losses
    if (now > before) onTrouble(`${now - before} packets of the source were lost or broken within a minute`)
    before = now
  }
}

/** The same streams as ffmpeg would select, if all of them can be passed through. */
function choose(streams: readonly ElementaryStream[], encoding: EncodingSettings | undefined): Choice {
  const inputs = streams.flatMap(({ kind, codec, language }, index): InputStream[] => {
    const code = languageCode(language)
    return kind === 'other' ? [] : [{ index, kind, codec, ...(code === 'und' ? {} : { language: code }) }]
  })
  const plan = planStreams(inputs, encoding)
  if (plan.length === 0) return { unfit: nothingToRecord(encoding) }
  const tracks = plan.map(({ rendition, kind, map, transcode }) => {
    const stream = streams[Number(map.slice(2))]
    const suits = stream?.codec === (kind === 'video' ? 'h264' : 'aac') && !transcode
    return { rendition, kind, stream: suits ? stream : undefined, codec: stream?.codec }
  })
  const other = tracks.find(({ stream }) => stream === undefined)
  if (other !== undefined)
    return { unfit: `its ${other.kind === 'video' ? 'picture' : 'sound'} is ${codecName(other.codec)}` }
  return {
    tracks: tracks.flatMap(({ rendition, kind, stream }) =>
      stream === undefined
        ? []
        : [
            {
              rendition,
              kind,
              pid: stream.pid,
              ...(stream.language === undefined ? {} : { language: stream.language }),
            },
          ],
    ),
  }
}

function codecName(codec: string | undefined): string {
  return codec === 'h264' || codec === 'aac' ? 'configured to be re-encoded' : (codec ?? 'unknown')
}

/** Streams that must be re-encoded need ffmpeg. */
function judge(sps: SequenceParameters, encoding: EncodingSettings | undefined): string | undefined {
  const { bitDepthLuma, bitDepthChroma, chromaFormat, framesOnly, width, height } = sps
  const isPlain = bitDepthLuma === 8 && bitDepthChroma === 8 && chromaFormat === 1
  const input: InputStream = {
    ...{ index: 0, kind: 'video', codec: 'h264', width, height },
    ...(framesOnly ? {} : { isInterlaced: true }),
    ...(isPlain ? {} : { pixels: 'other' }),
  }
  if (!planStreams([input], encoding).some(({ transcode }) => transcode)) return undefined
  if (!framesOnly) return 'its video may be interlaced'
  return isPlain ? 'its video is configured to be re-encoded' : 'its video is not 8 bit 4:2:0'
}
