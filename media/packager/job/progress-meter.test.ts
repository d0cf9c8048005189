import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LadderPlan } from '#media/ladder/ladder.ts'
import type { PackagingProgress } from './job.ts'
import { createProgressMeter } from './progress-meter.ts'

const rungs = [
  { rendition: 'v360', width: 640, height: 360 },
  { rendition: 'v720', width: 1280, height: 720 },
]
const plan = { picture: { rungs }, audio: [{}, {}] } as unknown as LadderPlan

function startJob(playableBefore = false) {
  const reports: PackagingProgress[] = []
  const job = { assetId: 'film', sourcePath: '', onProgress: (one: PackagingProgress) => reports.push(one) }
  return { reports, meter: createProgressMeter(job, playableBefore) }
}

describe('[OPS-02] the progress of a film', () => {
  it('goes from 0 to 1 over its stages, in the order of the work', () => {
    const { reports, meter } = startJob()
    meter.report('probe', 1)
    meter.weigh(plan, 60_000)
    for (const stage of ['picture', 'sound', 'subtitles', 'thumbnails', 'picture', 'done'] as const) {
      const names =
        stage !== 'picture' ? [] : [reports.some((one) => one.stage === 'sound') ? 'v720' : 'v360']
      meter.report(stage, 1, ...names)
    }
    expect(reports.map(({ stage }) => stage)).toEqual([
      ...['probe', 'picture', 'sound', 'subtitles', 'thumbnails', 'picture', 'done'],
    ])
    const fractions = reports.map(({ fraction }) => fraction)
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other))
    expect([fractions[0], fractions.at(-1)]).toEqual([0, 1])
    expect(reports.at(-1)?.durationMs).toBe(60_000)
  })

  it('never decreases and stays between 0 and 1, whatever is reported', () => {
    const done = fc.double({ min: -1, max: 2, noNaN: true })
    const stage = fc.constantFrom('sound', 'subtitles', 'thumbnails', 'v360', 'v720')
    fc.assert(
      fc.property(fc.array(fc.tuple(stage, done)), (all) => {
        const { reports, meter } = startJob()
        meter.weigh(plan, undefined)
        for (const [name, part] of all)
          if (name === 'v360' || name === 'v720') meter.report('picture', part, name)
          else meter.report(name as 'sound', part)
        let before = 0
        for (const { fraction } of reports) {
          expect(fraction).toBeGreaterThanOrEqual(before)
          expect(fraction).toBeLessThanOrEqual(1)
          before = fraction
        }
      }),
    )
  })

  it('gives a larger rendition a larger share', () => {
    const { reports, meter } = startJob()
    meter.weigh(plan, undefined)
    const shareOf = (name: string) => {
      meter.report('picture', 0, name)
      const before = reports.at(-1)?.fraction ?? 0
      meter.report('picture', 1, name)
      return (reports.at(-1)?.fraction ?? 0) - before
    }
    expect(shareOf('v360')).toBeLessThan(shareOf('v720'))
  })

  it('is reported about two hundred times, not for every frame', () => {
    const { reports, meter } = startJob()
    meter.weigh(plan, undefined)
    for (let frame = 0; frame <= 10_000; frame += 1) meter.report('picture', frame / 10_000, 'v720')
    expect(reports.length).toBeLessThan(210)
  })

  it('reports at once when the film can be watched', () => {
    const { reports, meter } = startJob()
    meter.weigh(plan, undefined)
    meter.report('subtitles', 1)
    meter.becamePlayable()
    expect(reports.map(({ playable }) => playable)).toEqual([false, true])
  })
})
