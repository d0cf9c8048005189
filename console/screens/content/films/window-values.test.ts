import { describe, expect, it } from 'vitest'
import { readWindows, typedState, windowsInput, windowsProblem, writeWindows } from './window-values.ts'

const sec = Date.UTC(2026, 10, 20, 9) / 1000

describe('[EDIT-01] the windows of the form', () => {
  it('stay to the second where nobody touched them', () => {
    const windows = [{ from: sec + 17, until: null, territory: 'inside' as const }]
    expect(windowsInput(windows, writeWindows(windows))).toEqual(windows)
    const [typed] = readWindows(writeWindows(windows))
    expect(typed).toEqual({ from: '2026-11-20T14:00', until: '', territory: 'inside' })
  })

  it('say what is wrong with them before they are sent', () => {
    const window = (from: string, until: string, territory = 'everywhere') =>
      ({ from, until, territory }) as ReturnType<typeof readWindows>[number]
    expect(windowsProblem([window('2026-12-02T00:00', '2026-12-01T00:00')])).toEqual({
      ...{ kind: 'period', number: 1 },
    })
    const two = [window('', '2026-12-02T00:00', 'inside'), window('2026-12-01T00:00', '')]
    expect(windowsProblem(two)).toEqual({ kind: 'overlap', number: 1, other: 2 })
    expect(windowsProblem([window('', '', 'inside'), window('', '', 'outside')])).toBeUndefined()
  })

  it('say what viewers have of them now', () => {
    const text = writeWindows([{ from: sec + 3 * 86_400, until: null, territory: 'everywhere' }])
    expect(typedState(text, sec)).toEqual({
      ...{ state: 'upcoming', at: sec + 3 * 86_400, territories: ['everywhere'] },
    })
    expect(typedState('[]', sec)).toMatchObject({ state: 'always' })
  })
})
