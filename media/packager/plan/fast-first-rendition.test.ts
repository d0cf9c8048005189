import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { describeRung } from '#media/ladder/rungs.ts'
import { examineSource } from './examine-source.ts'
import { encodeFirstFaster } from './fast-first-rendition.ts'

const binaries = findMediaBinaries({})

let dir = ''
let path = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hurry-first-'))
  path = join(dir, 'film.mkv')
  const film = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=12', '-c:v', 'mpeg4', '-q:v', '4']
  const made = await runFfmpeg({ ...binaries, args: ['-y', ...film, path], timeoutMs: 180_000 }).exit
  if (made.code !== 0) throw new Error(made.lastLines.join('\n'))
}, 90_000)
afterAll(() => rm(dir, { recursive: true, force: true }))

async function planWith(withinSec: number, shortSec = 10) {
  const { plainPlan, transfer } = await examineSource({ ...binaries, path })
  const film = { ...binaries, sourcePath: path, plan: plainPlan, transfer, durationMs: 12_000 }
  return { before: plainPlan, after: await encodeFirstFaster(film, { shortSec, withinSec }) }
}

describe('[OPS-02] the first rendition of a film that is hard to encode', () => {
  it('uses a fast preset when a sample shows that it would take too long, and the plan says why', async () => {
    const { before, after } = await planWith(-1)
    const [first, ...others] = after.picture.rungs
    expect(first.hurried).toBe(true)
    expect(describeRung(first)).toMatch(
      /made first; with a fast preset, since by a sample it would take \d+ min here/,
    )
    expect(others).toEqual(before.picture.rungs.slice(1))
  }, 300_000)

  it('uses the normal preset when there is time for it, or the film is short', async () => {
    const { before, after } = await planWith(1_000_000)
    expect(after).toEqual(before)
    const short = await planWith(-1, 13)
    expect(short.after).toEqual(short.before)
  }, 300_000)
})
