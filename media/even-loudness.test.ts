import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { ChannelLoudnessMeter } from '#media/loudness/channel-loudness.ts'
import { assetGainDb, playbackGainDb } from '#media/loudness/playback-gain.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'
import { createEngine, type Engine } from './engine.ts'

const { ffmpegPath, ffprobePath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'even-loudness-'))
const seconds = 60
const inspector = new SignalInspector({ ffmpegPath, rest: 0, log: () => {} })
let engine: Engine

async function ffmpeg(args: string): Promise<string[]> {
  const lines: string[] = []
  const exit = await runFfmpeg({
    ffmpegPath,
    args: args.split(' '),
    protocols: ['file', 'lavfi', 'pipe'],
    onStderrLine: (line) => void lines.push(line),
    timeoutMs: 60_000,
  }).exit
  if (exit.code !== 0) throw new Error(exit.lastLines.join('\n'))
  return lines
}

/** Signals as channels send them, with levels far apart. The speech pauses for a second of every four. */
const signals = {
  tone: 'sine=frequency=997:sample_rate=48000,volume=9dB',
  noise: 'anoisesrc=color=pink:sample_rate=48000:seed=3:amplitude=0.6,volume=4dB',
  speech:
    "anoisesrc=color=brown:sample_rate=48000:seed=5:amplitude=0.6,highpass=f=150,volume='0.02+0.7*lt(mod(t,4),3)*(0.6+0.4*sin(2*PI*3*t))':eval=frame",
  quiet: 'anoisesrc=color=pink:sample_rate=48000:seed=9:amplitude=0.2,lowpass=f=3000',
}
type Name = keyof typeof signals | 'silence'

const pathOf = (name: string) => join(dir, `${name}.mp4`)

/** LUFS and dBTP of a whole file after a gain. */
async function measured(path: string, gainDb: number): Promise<{ lufs: number; peak: number }> {
  const lines = await ffmpeg(
    `-nostats -i ${path} -map 0:a:0 -af volume=${gainDb}dB,ebur128=peak=true:dualmono=true:framelog=quiet -f null -`,
  )
  const last = (pattern: RegExp): number =>
    Number(pattern.exec(lines.findLast((line) => pattern.test(line)) ?? '')?.[1])
  return { lufs: last(/^\s*I:\s+(\S+) LUFS/), peak: last(/^\s*Peak:\s+(\S+) dBFS/) }
}

beforeAll(async () => {
  for (const [name, graph] of Object.entries({ ...signals, silence: 'anullsrc=r=48000:cl=stereo' }))
    await ffmpeg(`-v error -f lavfi -i ${graph} -t ${seconds} -ac 2 -c:a aac -b:a 128k -y ${pathOf(name)}`)
  engine = createEngine({
    ...{ storeDir: join(dir, 'store'), ffmpegPath, ffprobePath, clock: Date.now },
    ticketSecrets: ['a secret of the test'],
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
}, 60_000)

afterAll(async () => {
  inspector.close()
  await engine.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Two seconds of every eight, as the recorder reads them from the archive. */
async function meterOf(name: Name): Promise<ChannelLoudnessMeter> {
  const meter = new ChannelLoudnessMeter(dir)
  meter.begin(name)
  for (let second = 1; second + 2 < seconds; second += 8) {
    const piece = join(dir, 'piece.mp4')
    await ffmpeg(
      `-v error -ss ${second} -t 2 -i ${pathOf(name)} -c copy -movflags frag_keyframe+empty_moov -f mp4 -y ${piece}`,
    )
    const { loudness } = await inspector.look({ audio: readFileSync(piece) }, true)
    if (loudness !== undefined) meter.add(loudness, second * 1000)
  }
  return meter
}

describe('[ALIVE-05] channels with levels far apart', { timeout: 120_000 }, () => {
  it('are equally loud after their gain, and nothing clips', async () => {
    const before: number[] = []
    const after: number[] = []
    for (const name of Object.keys(signals) as (keyof typeof signals)[]) {
      const { current } = await meterOf(name)
      const gainDb = playbackGainDb(current)
      before.push((await measured(pathOf(name), 0)).lufs)
      const { lufs, peak } = await measured(pathOf(name), gainDb)
      after.push(lufs)
      expect(peak, `the peak of ${name}`).toBeLessThan(0)
    }
    expect(Math.max(...before) - Math.min(...before)).toBeGreaterThan(12)
    expect(Math.max(...after) - Math.min(...after)).toBeLessThanOrEqual(1)
  })

  it('have no figure while they are silent, without audio or broken', async () => {
    expect((await meterOf('silence')).current).toBeUndefined()
    const picture = pathOf('picture')
    await ffmpeg(
      `-v error -f lavfi -i color=s=64x36:r=25:d=1 -c:v libx264 -movflags frag_keyframe+empty_moov -f mp4 -y ${picture}`,
    )
    expect((await inspector.look({ video: readFileSync(picture) }, true)).loudness).toBeUndefined()
    expect((await inspector.look({ audio: readFileSync(picture) }, true)).loudness).toBeUndefined()
    const broken = Buffer.from(readFileSync(pathOf('tone'))).fill(7, 200)
    expect((await inspector.look({ audio: broken }, true)).loudness).toBeUndefined()
  })
})

describe('[ALIVE-05] films with levels far apart', { timeout: 120_000 }, () => {
  const names = ['tone', 'quiet'] as const
  const assetDir = (name: string) => join(dir, 'store', 'films', name)

  async function outcomeOf(name: string): Promise<number> {
    const asset = engine.describeAsset(name)
    if (asset === undefined) throw new Error(`${name} is not packaged`)
    const path = join(assetDir(name), asset.audio[0]?.file ?? '')
    const { lufs, peak } = await measured(path, assetGainDb(asset))
    expect(peak, `the peak of ${name}`).toBeLessThan(0)
    return lufs
  }

  it('are measured once while they are packaged, and equally loud', async () => {
    for (const name of names) {
      const film = join(dir, `${name}.mkv`)
      await ffmpeg(
        `-v error -f lavfi -i testsrc2=s=320x180:r=25 -i ${pathOf(name)} -t 8 -map 0:v -map 1:a -c:v libx264 -preset ultrafast -c:a copy -y ${film}`,
      )
      const made = await engine.packageAsset({ assetId: name, sourcePath: film, encoderEffort: 'fast' })
      if (made.kind === 'refused') throw new Error(made.words)
      const [track] = engine.describeAsset(name)?.audio ?? []
      expect(track?.loudness?.truePeakDb).toBeGreaterThanOrEqual((track?.loudness?.peakDb ?? 0) - 0.1)
      expect(await engine.measureAsset(name)).toBe('complete')
    }
    const [one = 0, other = 0] = [await outcomeOf('tone'), await outcomeOf('quiet')]
    expect(Math.abs(one - other)).toBeLessThanOrEqual(1)
  })

  it('are measured later when they were packaged before, each once', async () => {
    cpSync(assetDir('tone'), assetDir('older'), { recursive: true })
    const path = join(assetDir('older'), 'asset.json')
    const stored = JSON.parse(readFileSync(path, 'utf8')) as { audio: { loudness?: unknown }[] }
    for (const track of stored.audio) delete track.loudness
    writeFileSync(path, JSON.stringify({ ...stored, assetId: 'older' }))
    expect(engine.describeAsset('older')?.audio[0]?.loudness).toBeUndefined()
    expect(await engine.measureAsset('older')).toBe('measured')
    const loudness = engine.describeAsset('older')?.audio[0]?.loudness
    expect(loudness?.integratedLufs).toBeGreaterThan(-24)
    expect(loudness?.integratedLufs).toBeLessThan(-22)
    expect(loudness?.gainDb).toBe(0)
    expect(await engine.measureAsset('older')).toBe('complete')
    expect(await engine.measureAsset('no-such-film')).toBe('missing')
  })

  it('are tried once when a track cannot be decoded', async () => {
    cpSync(assetDir('older'), assetDir('broken'), { recursive: true })
    const asset = engine.describeAsset('older')
    rmSync(join(assetDir('broken'), 'loudness.json'))
    writeFileSync(join(assetDir('broken'), asset?.audio[0]?.file ?? ''), 'no audio')
    expect(await engine.measureAsset('broken')).toBe('measured')
    expect(await engine.measureAsset('broken')).toBe('complete')
    const broken = engine.describeAsset('broken')
    expect(broken?.audio[0]?.loudness).toBeUndefined()
    expect(broken === undefined ? NaN : assetGainDb(broken)).toBe(0)
  })
})
