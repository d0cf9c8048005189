import { describe, expect, it } from 'vitest'
import {
  isBlack,
  isSameFrame,
  SignalClassifier,
  slateIn,
  thumbSize,
  type SignalSample,
  type Slate,
} from './signal-rules.ts'

function painted(level: (x: number, y: number) => number): Uint8Array {
  return Uint8Array.from({ length: thumbSize.width * thumbSize.height }, (_, at) =>
    Math.max(0, Math.min(255, level(at % thumbSize.width, Math.floor(at / thumbSize.width)))),
  )
}

function scene(moment: number) {
  return painted((x, y) => 90 + 60 * Math.sin((x + moment * 3) / 5) + y)
}

const card = painted((x, y) => (x > 8 && x < 28 && y > 12 && y < 20 ? 220 : 40 + x))
const slates: readonly Slate[] = [{ name: 'card.png', thumb: card }]
const black = painted(() => 16)

/** One check every two seconds; returns the verdict after each. */
function watch(inspector: readonly Omit<SignalSample, 'atMs'>[], settings = {}): string[] {
  const judge = new SignalClassifier({
    blackMs: 6000,
    frozenMs: 8000,
    silentMs: 6000,
    slateMs: 4000,
    ...settings,
  })
  return inspector.map((look, at) => judge.add({ ...look, atMs: at * 2000 }, slates))
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

describe('video faults', () => {
  it('detects black with a logo in its corner, but not a dark scene', () => {
    expect(isBlack(black)).toBe(true)
    expect(isBlack(painted((x, y) => (x < 5 && y < 5 ? 200 : 17)))).toBe(true)
    expect(isBlack(painted((x) => 20 + x * 2))).toBe(false)
  })

  it('ignores coding noise in a frozen frame, and detects a moving hand', () => {
    expect(
      isSameFrame(
        scene(1),
        Uint8Array.from(scene(1), (level, at) => level + (at % 7 === 0 ? 1 : 0)),
      ),
    ).toBe(true)
    const moved = scene(1)
    for (let at = 400; at < 404; at++) moved[at] = (moved[at] ?? 0) + 20
    expect(isSameFrame(scene(1), moved)).toBe(false)
  })

  it('recognises a re-encoded slate with a logo, and none in a flat or another frame', () => {
    const coded = Uint8Array.from(card, (level, at) => Math.min(255, level + (at % 3)))
    for (let y = 0; y < 4; y++) for (let x = 30; x < 35; x++) coded[y * thumbSize.width + x] = 240
    expect(slateIn(coded, slates)).toBe('card.png')
    expect(slateIn(scene(1), slates)).toBeUndefined()
    expect(slateIn(black, [{ name: 'black.png', thumb: black }])).toBeUndefined()
  })
})

describe('the verdict', () => {
  it('starts when a fault has lasted, and ends with the first good check', () => {
    expect(watch([...times(5, () => ({ thumb: black })), { thumb: scene(1) }])).toEqual([
      ...['ok', 'ok', 'ok', 'black', 'black', 'ok'],
    ])
  })

  it('ignores short black moments, however frequent', () => {
    const inspector = times(30, (at) => ({ thumb: at % 3 === 0 ? scene(at) : black }))
    expect(new Set(watch(inspector))).toEqual(new Set(['ok']))
  })

  it('accepts the still image of a radio channel, but not its silence', () => {
    const inspector = times(12, () => ({ thumb: scene(1), volumeDb: -20 }))
    expect(watch(inspector).at(-1)).toBe('frozen')
    expect(watch(inspector, { stillPictures: true }).at(-1)).toBe('ok')
    const silent = times(12, () => ({ thumb: scene(1), volumeDb: Number.NEGATIVE_INFINITY }))
    expect(watch(silent, { stillPictures: true }).at(-1)).toBe('silent')
  })

  it('reports a slate instead of a frozen video, and silence with moving video', () => {
    expect(watch(times(12, () => ({ thumb: card, volumeDb: -80 }))).at(-1)).toBe('slate')
    expect(watch(times(12, (at) => ({ thumb: scene(at), volumeDb: -80 }))).at(-1)).toBe('silent')
    expect(watch(times(12, (at) => ({ thumb: scene(at), volumeDb: -35 }))).at(-1)).toBe('ok')
  })

  it('reports no audio fault without audio, and nothing before the first check', () => {
    const judge = new SignalClassifier({ blackMs: 0 })
    expect(judge.signalState).toBe('unknown')
    expect(judge.add({ atMs: 0, thumb: black }, [])).toBe('black')
    expect(judge.add({ atMs: 1, thumb: scene(1) }, [])).toBe('ok')
  })
})
