import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { chooseBitrates } from './choose-bitrates.ts'
import { examineSource } from './examine-source.ts'
import { createPackager } from '#media/packager/packager.ts'

const binaries = findMediaBinaries({})
let dir = ''

async function make(name: string, testVideo: string): Promise<string> {
  const path = join(dir, name)
  const args = ['-v', 'error', '-f', 'lavfi', '-i', testVideo, '-c:v', 'mpeg4', '-q:v', '3', path]
  const exit = await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args, timeoutMs: 60_000 }).exit
  if (exit.code !== 0) throw new Error(exit.lastLines.join('\n'))
  return path
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rates-'))
})
afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

describe('[FILM-04] the bit rates of a film', () => {
  it('are chosen by samples of it, once', async () => {
    const path = await make('long.mkv', 'testsrc2=s=256x144:r=10:d=30')
    const { plainPlan, probe, transfer } = await examineSource({ ...binaries, path })
    const film = { ...binaries, sourcePath: path, transfer, durationMs: probe.durationMs }
    const plan = await chooseBitrates({ ...film, plan: plainPlan }, plainPlan.picture.rungs)
    const [rung] = plan.picture.rungs
    expect(rung.why).toMatch(/by samples VMAF \d+\.\d at \d+ kbit\/s, where a fixed ladder has/)
    expect(rung.crf).toBeGreaterThanOrEqual(21)
    expect(rung.crf).toBeLessThanOrEqual(27)
    expect(rung.sampledBitsPerSecond).toBeGreaterThan(0)
    expect(await chooseBitrates({ ...film, plan }, plan.picture.rungs)).toBe(plan)
  }, 120_000)

  it('are not exceeded by the largest segment, however complex the video, in renditions made from one decoding', async () => {
    const busy = await make('busy.mkv', 'testsrc2=s=1024x576:r=10:d=4,noise=alls=70:allf=t')
    const seen = new Set<string>()
    const made = await createPackager({ filmsDir: join(dir, 'films'), ...binaries }).packageAsset({
      assetId: 'busy',
      sourcePath: busy,
      onProgress: ({ rendition }) => seen.add(rendition ?? ''),
    })
    if (made.kind === 'refused') throw new Error(made.words)
    expect([...seen]).toContain('v480+v720')
    const { video, plan } = made.asset
    expect(video.map(({ rendition }) => rendition)).toEqual(['v360', 'v480', 'v720'])
    for (const track of video) {
      const rung = plan?.picture.rungs.find(({ rendition }) => rendition === track.rendition)
      expect(rung?.crf).toBeGreaterThan(21)
      const whole = track.segments.filter(({ durationTicks }) => durationTicks >= 2 * track.timescale)
      for (const { size, durationTicks } of whole)
        expect((size * 8 * track.timescale) / durationTicks).toBeLessThanOrEqual(rung?.maxBitsPerSecond ?? 0)
      expect(whole.length).toBe(2)
    }
  }, 120_000)
})
