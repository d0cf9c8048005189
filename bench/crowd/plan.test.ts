import { describe, expect, it } from 'vitest'
import { actKinds, meanThinkMs, planOf, type CrowdShape } from './plan.ts'
import { scenarios } from './scenarios.ts'

const options = { viewers: 300, seed: 7, pace: 10 }
const plansOf = (shape: CrowdShape) =>
  Array.from({ length: shape.viewers }, (_, viewer) => planOf(shape, viewer))

function shapeOf(name: string, seed = options.seed): CrowdShape {
  const scenario = scenarios[name]
  if (scenario === undefined) throw new Error(`no scenario ${name}`)
  return scenario.shape({ ...options, seed })
}

describe('[LOAD-01] the plan of a crowd', () => {
  it.each(Object.keys(scenarios))('of %s is the same for the same seed, and another for another', (name) => {
    expect(plansOf(shapeOf(name))).toEqual(plansOf(shapeOf(name)))
    expect(plansOf(shapeOf(name))).not.toEqual(plansOf(shapeOf(name, 8)))
    const [first, second] = plansOf(shapeOf(name))
    expect(first).not.toEqual(second)
  })

  it.each(Object.keys(scenarios))('of %s is in order, starts with the home page, and ends', (name) => {
    const shape = shapeOf(name)
    const endMs = shape.phases.at(-1)?.untilMs ?? 0
    for (const { arrivesAtMs, acts } of plansOf(shape)) {
      expect(arrivesAtMs).toBeLessThanOrEqual(shape.arriveWithinMs)
      expect(acts[0]).toMatchObject({ kind: 'home', atMs: arrivesAtMs })
      expect(acts).toEqual(acts.toSorted((a, b) => a.atMs - b.atMs))
      expect(acts.every(({ atMs, pick }) => atMs <= endMs && pick >= 0 && pick < 1)).toBe(true)
    }
  })

  it('contains every kind of act, at the pace of people', () => {
    const shape: CrowdShape = {
      ...{ seed: 3, viewers: 500, arriveWithinMs: 0 },
      phases: [{ untilMs: 3_600_000, pace: 1 }],
    }
    const acts = plansOf(shape).flatMap((plan) => plan.acts)
    expect(new Set(acts.map(({ kind }) => kind))).toEqual(new Set(actKinds))
    const perViewer = acts.length / shape.viewers
    expect(perViewer).toBeGreaterThan((0.8 * 3_600_000) / meanThinkMs)
    expect(perViewer).toBeLessThan((1.2 * 3_600_000) / meanThinkMs)
  })

  it('of a zap storm has everybody change the channel within ten seconds', () => {
    const shape = shapeOf('zap-storm')
    const { atMs = 0, withinMs = 0 } = shape.whistle ?? {}
    for (const { acts } of plansOf(shape))
      expect(acts.some((act) => act.kind === 'live' && act.atMs >= atMs && act.atMs <= atMs + withinMs)).toBe(
        true,
      )
    expect(withinMs).toBe(10_000)
  })

  it('of an overload acts many times as often for a while, and then as before', () => {
    const shape = shapeOf('overload')
    const [calm = 0, loud = 0, after = 0] = shape.phases.map(({ untilMs }, index) => {
      const fromMs = Math.max(shape.phases[index - 1]?.untilMs ?? 0, shape.arriveWithinMs)
      const acts = plansOf(shape).flatMap((plan) => plan.acts.filter(({ atMs }) => atMs >= fromMs))
      return acts.filter(({ atMs }) => atMs < untilMs).length / (untilMs - fromMs)
    })
    expect(loud).toBeGreaterThan(6 * calm)
    expect(loud).toBeGreaterThan(6 * after)
  })
})
