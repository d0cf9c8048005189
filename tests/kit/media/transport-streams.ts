/** Transport streams made by ffmpeg, and the output of our own remuxer and of ffmpeg for them, sample by sample. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { InitDescription } from '#media/containers/init-segment.ts'
import { parseMoof } from '#media/containers/movie-fragment.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { FragmentReader, type Part } from '#media/recorder/ingest/fragment-reader.ts'
import { firstPlan, outputArguments } from '#media/recorder/ingest/stream-plan.ts'
import { Remuxer, type RemuxerOptions } from '#media/transport-stream/remuxer.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'transport-stream-'))
process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
let files = 0

/** Runs ffmpeg, which must print nothing. */
export async function ffmpeg(args: readonly string[]): Promise<void> {
  const protocols = ['file', 'lavfi', 'pipe']
  const run = runFfmpeg({ ffmpegPath, args: ['-loglevel', 'error', ...args], protocols, timeoutMs: 60_000 })
  expect((await run.exit).lastLines).toEqual([])
}

export const videoArgs = '-c:v libx264 -preset ultrafast -g 25 -bf 2 -pix_fmt yuv420p'
export const audioArgs = '-c:a aac -b:a 64k'

/** A transport stream; `how` are the arguments between the sources and the file. */
export async function made(how: string, seconds = 5, picture = 'size=320x180:rate=25'): Promise<Buffer> {
  const path = join(dir, `${++files}.ts`)
  const sources = `-f lavfi -i testsrc=${picture}:duration=${seconds} -f lavfi -i sine=frequency=440:sample_rate=48000:duration=${seconds}`
  await ffmpeg([...sources.split(' '), ...how.split(' '), '-f', 'mpegts', '-y', path])
  return readFileSync(path)
}

export interface Track {
  readonly rendition: string
  readonly language: string | undefined
  init: Buffer
  description: InitDescription
  readonly parts: Part[]
}

export interface Outcome {
  /** The tracks of every configuration, one after the other. */
  readonly runs: Track[][]
  readonly unfit: string | undefined
  readonly losses: number
}

const takeAll: RemuxerOptions['choose'] = (streams) => ({
  tracks: streams
    .filter(({ codec }) => codec === 'h264' || codec === 'aac')
    .map(({ pid, kind, language }, index) => ({
      ...{ pid, kind: kind === 'video' ? 'video' : 'audio', rendition: String(index) },
      ...(language === undefined ? {} : { language }),
    })),
})

/** Pushes chunks of bytes, each at its time. */
export function remux(
  pieces: Iterable<{ bytes: Uint8Array; atMs: number }>,
  more: Partial<RemuxerOptions> = {},
): Outcome {
  let nowMs = 0
  const runs: Track[][] = []
  const remuxer = new Remuxer({
    partMs: 400,
    clock: () => nowMs,
    choose: takeAll,
    onTracks: (tracks) =>
      runs.push(
        tracks.map(({ rendition, language }) => ({
          ...{ rendition, language, init: Buffer.alloc(0), parts: [] },
          description: { kind: 'other', codec: '', timescale: 0, language: '' },
        })),
      ),
    onInit: (track, { bytes, description }) =>
      Object.assign(runs.at(-1)?.[track] ?? {}, { init: bytes, description }),
    onPart: (track, part) => runs.at(-1)?.[track]?.parts.push(part),
    ...more,
  })
  for (const { bytes, atMs } of pieces) {
    nowMs = atMs
    remuxer.push(bytes)
  }
  remuxer.end()
  return { runs, unfit: remuxer.unfit, losses: remuxer.losses }
}

/** In datagrams, at about the rate of the stream. */
export function* datagrams(
  bytes: Buffer,
  size = 1316,
  startMs = 0,
  ms = 5000,
): Generator<{ bytes: Buffer; atMs: number }> {
  for (let at = 0; at < bytes.length; at += size)
    yield { bytes: bytes.subarray(at, at + size), atMs: startMs + (at / bytes.length) * ms }
}

export interface Sample {
  readonly dts: number
  readonly pts: number
  readonly isSync: boolean
  readonly bytes: string
}

export function samplesOf(parts: readonly Part[]): Sample[] {
  return parts.flatMap((part) => {
    const moofBytes = part.bytes.readUInt32BE(0)
    const { samples, decodeTicks } = parseMoof(part.bytes.subarray(0, moofBytes))
    let [at, dts] = [moofBytes + 8, decodeTicks]
    const out = samples.map((sample) => {
      const bytes = part.bytes.toString('base64', at, at + sample.size)
      const read = {
        dts,
        pts: dts + sample.compositionOffsetTicks,
        isSync: (sample.flags & 0x10000) === 0,
        bytes,
      }
      at += sample.size
      dts += sample.durationTicks
      return read
    })
    expect(at).toBe(part.bytes.length)
    expect(dts).toBe(decodeTicks + part.durationTicks)
    return out
  })
}

/** The output of ffmpeg's muxer for the same bytes. */
export async function byFfmpeg(
  bytes: Buffer,
): Promise<{ init: Buffer; description: InitDescription; parts: Part[] }[]> {
  const path = join(dir, 'other.ts')
  writeFileSync(path, bytes)
  const tracks = firstPlan.map(() => ({
    reader: new FragmentReader(),
    parts: [] as Part[],
    inits: [] as Track[],
  }))
  const run = runFfmpeg({
    ffmpegPath,
    args: [
      '-loglevel',
      'error',
      '-fflags',
      '+genpts+discardcorrupt',
      '-i',
      path,
      ...outputArguments(firstPlan),
    ],
    protocols: ['file', 'pipe'],
    outputPipes: tracks.length,
    timeoutMs: 60_000,
  })
  const inits: { bytes: Buffer; description: InitDescription }[] = []
  run.outputs.forEach((pipe, position) =>
    pipe.on('data', (piece: Buffer) => {
      for (const read of tracks[position]?.reader.push(piece) ?? [])
        if (read.kind === 'part') tracks[position]?.parts.push(read.part)
        else inits[position] = read
    }),
  )
  await run.exit
  return tracks.map(({ parts }, position) => {
    const init = inits[position]
    if (init === undefined) throw new Error('ffmpeg wrote no output')
    return { init: init.bytes, description: init.description, parts }
  })
}

/** All samples of `ours` are in `theirs`, in the same order; returns the time offset, in ms. */
export function sameSamples(
  ours: readonly Sample[],
  theirs: readonly Sample[],
  timescale: number,
  slack: number,
): number {
  const first = theirs.findIndex((one) => one.bytes === ours[0]?.bytes)
  expect(first).toBeGreaterThanOrEqual(0)
  const shift = (theirs[first]?.dts ?? 0) - (ours[0]?.dts ?? 0)
  for (const [index, own] of ours.entries()) {
    const other = theirs[first + index]
    if (other === undefined) throw new Error(`only ${index} samples of ${ours.length}`)
    expect([own.bytes === other.bytes, own.isSync]).toEqual([true, other.isSync])
    expect(Math.abs(own.dts + shift - other.dts)).toBeLessThanOrEqual(slack)
    expect(Math.abs(own.pts + shift - other.pts)).toBeLessThanOrEqual(slack)
  }
  return (shift / timescale) * 1000
}

/** ffmpeg decodes it without an error; returns how many video or audio frames it decoded. */
export async function decodes(track: Track): Promise<void> {
  const path = join(dir, 'decode.mp4')
  writeFileSync(path, Buffer.concat([track.init, ...track.parts.map(({ bytes }) => bytes)]))
  await ffmpeg(['-xerror', '-i', path, '-f', 'null', '-'])
}

export function continuous(parts: readonly Part[]): boolean {
  return parts.every((part, index) => {
    const next = parts[index + 1]
    return next === undefined || next.decodeTicks === part.decodeTicks + part.durationTicks
  })
}
