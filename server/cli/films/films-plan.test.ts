import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filmsPlan } from './films-plan.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

const binaries = findMediaBinaries({})
let dir = ''

async function ask(word: string): Promise<string> {
  const settings = readSettings({ EKRAN_DATA: dir })
  if (settings.kind === 'refused') throw new Error(settings.problems.join())
  const tools: CommandTools = {
    settings: settings.settings,
    log: silentLog,
    screen: { line: () => {}, status: () => {} },
    signal: new AbortController().signal,
  }
  const input = { words: [word], flag: () => false, text: () => undefined }
  const outcome = await filmsPlan.run(input, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'films-plan-'))
}, 30_000)
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('[FILM-04] films plan', () => {
  it('shows for a file what is made of it and why, and for an asset with which plan it was made', async () => {
    const film = join(dir, 'film.mkv')
    const inputs = '-f lavfi -i testsrc2=s=854x480:r=25:d=6 -f lavfi -i sine=d=6'.split(' ')
    const how = '-pix_fmt yuv420p -c:v libx264 -preset ultrafast -g 50 -b:v 500k -c:a flac'.split(' ')
    const made = runFfmpeg({ ...binaries, args: [...inputs, ...how, '-y', film], timeoutMs: 60_000 })
    expect((await made.exit).code).toBe(0)
    const said = await ask(film)
    expect(said).toMatch(/0 {2}picture: copied\. H\.264 that every screen plays/)
    expect(said).toMatch(/1 {2}sound: re-encoded\. it is flac, not AAC-LC/)
    expect(said).toMatch(/v480: copied, 854x480 at 25 fps/)
    expect(said).toMatch(/v360: 640x360 at 25 fps, at most 428 kbit\/s, CRF 23\.8 \(made first; set as suits/)
    expect(said).toMatch(/v360 {2}\d+ kbit\/s, [\d.]+ times as fast as it plays/)
    expect(said).toMatch(/The first picture is ready at once, all of them in about \d+ (?:s|min)/)

    const engine = createEngine({
      storeDir: join(dir, 'media'),
      ...binaries,
      clock: Date.now,
      ticketSecrets: ['a secret of sixteen letters'],
      log: silentLog,
    })
    const job = { assetId: 'film-1', sourcePath: film, encoderEffort: 'fast' as const }
    expect((await engine.packageAsset(job)).kind).toBe('packaged')
    await engine.close()
    const saved = await ask('film-1')
    expect(saved).toContain('film-1 was made by this plan')
    expect(saved).toMatch(/1 {2}sound: re-encoded\. it is flac, not AAC-LC; -\d+\.\d LUFS, changed by/)
  }, 120_000)

  it('reports VVC and what to do, in MP4 and in Matroska', async () => {
    // There is no VVC encoder here: only the codec name in the container matters, so that name is replaced.
    const made = async (name: string, was: string, is: string) => {
      const file = join(dir, name)
      const args = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=1', '-c:v', 'libx264', '-y', file]
      expect((await runFfmpeg({ ...binaries, args, timeoutMs: 60_000 }).exit).code).toBe(0)
      const text = await readFile(file, 'latin1')
      expect(text).toContain(was)
      const at = text.lastIndexOf(was)
      await writeFile(file, text.slice(0, at) + is + text.slice(at + was.length), 'latin1')
      return file
    }
    for (const file of [
      await made('vvc.mp4', 'avc1', 'vvc1'),
      await made('vvc.mkv', 'V_MPEG4/ISO/AVC', 'V_MPEGI/ISO/VVC'),
    ])
      expect(await ask(file)).toBe(
        `refused: ${file}: its video is VVC (H.266), which cannot be decoded here: convert it to H.264 or H.265 with a program that can read it, and import that file`,
      )
  }, 120_000)

  it('refuses with a reason a file that is no film', async () => {
    await writeFile(join(dir, 'letter.mkv'), 'Dear editor')
    expect(await ask(join(dir, 'letter.mkv'))).toMatch(/^refused: .*is not a video file/)
    expect(await ask('film-2')).toMatch(/^refused: film-2 is neither a file nor a packaged film/)
  }, 60_000)
})
