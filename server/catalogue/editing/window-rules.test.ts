import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAvailable } from '#server/catalogue/availability.ts'
import { type TerritoryWindow, territories } from '#server/catalogue/titles/title.ts'
import { fieldsOfWindows, windowStateAt, windowsOfFields, windowsProblem } from './window-rules.ts'

const moment = fc.option(fc.integer({ min: 0, max: 20 }))
const window: fc.Arbitrary<TerritoryWindow> = fc.record({
  fromMs: moment,
  untilMs: moment,
  territory: fc.constantFrom(...territories),
})

function availabilityOf(windows: readonly TerritoryWindow[]) {
  const [first, ...more] = windows
  if (first === undefined) return {}
  return { availability: { ...first, isHidden: false, more } }
}

describe('[EDIT-01] windows of a title', () => {
  it('that are accepted are never open twice in one territory', () => {
    fc.assert(
      fc.property(fc.array(window, { maxLength: 4 }), (windows) => {
        if (windowsProblem(windows) !== undefined) return
        for (let ms = 0; ms <= 20; ms += 1)
          for (const region of ['inside', 'outside']) {
            const open = windows.filter(
              ({ fromMs, untilMs, territory }) =>
                (fromMs ?? 0) <= ms && ms < (untilMs ?? 99) && ['everywhere', region].includes(territory),
            )
            expect(open.length).toBeLessThanOrEqual(1)
          }
      }),
    )
  })

  it('are what was stored, in the order of time', () => {
    const windows = [
      { fromMs: 2000, untilMs: null, territory: 'outside' as const },
      { fromMs: null, untilMs: 1000, territory: 'inside' as const },
    ]
    expect(windowsOfFields(fieldsOfWindows(windows))).toEqual(windows.toReversed())
    expect(windowsOfFields(fieldsOfWindows([]))).toEqual([])
  })

  it('say the same as what viewers see', () => {
    fc.assert(
      fc.property(fc.array(window, { maxLength: 3 }), fc.nat(20), (windows, nowMs) => {
        const title = availabilityOf(windows)
        const isSeen = isAvailable(title, nowMs, 'inside') || isAvailable(title, nowMs, 'outside')
        // One without any limit is no window.
        const stored = windows.filter((one) => one.fromMs !== null || one.untilMs !== null)
        if (stored.length < windows.length) return
        expect(['always', 'open'].includes(windowStateAt(windows, nowMs).state)).toBe(isSeen)
      }),
    )
  })

  it('say when they open, how long they are open, and since when they are over', () => {
    const windows = [
      { fromMs: 100, untilMs: 200, territory: 'everywhere' as const },
      { fromMs: 300, untilMs: 400, territory: 'inside' as const },
    ]
    expect([50, 150, 250, 350, 450].map((ms) => windowStateAt(windows, ms))).toEqual([
      { state: 'upcoming', atMs: 100 },
      { state: 'open', atMs: 200 },
      { state: 'upcoming', atMs: 300 },
      { state: 'open', atMs: 400 },
      { state: 'ended', atMs: 400 },
    ])
  })

  it('are refused in reverse and where they overlap, and may follow each other', () => {
    const of = (fromMs: number, untilMs: number, territory: TerritoryWindow['territory'] = 'inside') => ({
      ...{ fromMs, untilMs, territory },
    })
    expect(windowsProblem([of(5, 5)])).toBe('period')
    expect(windowsProblem([of(1, 5), of(4, 6, 'everywhere')])).toBe('overlap')
    expect(windowsProblem([of(1, 5), of(5, 6)])).toBeUndefined()
    expect(windowsProblem([of(1, 5), of(2, 6, 'outside')])).toBeUndefined()
  })
})
