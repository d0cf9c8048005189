import { describe, expect, it } from 'vitest'
import { DelayedRemoval, undoMs, type Leftover } from './delayed-removal.ts'

function made(outcome: Leftover | null = null) {
  const sent: (readonly number[])[] = []
  const failures: Leftover[] = []
  let due: { run: () => void; atMs: number } | null = null
  const removal = new DelayedRemoval({
    later: (run, atMs) => {
      due = { run, atMs }
      return () => {
        due = null
      }
    },
    send: async (ids) => {
      sent.push(ids)
      return outcome
    },
    changed: () => undefined,
    failed: (leftover) => failures.push(leftover),
  })
  return { removal, sent, failures, due: () => due }
}

describe('removing with a way back', () => {
  it('[ACC-15] hides at once and sends when the time is over', () => {
    const { removal, sent, due } = made()
    removal.remove([1, 2])
    expect([removal.hides(1), removal.hides(2), removal.hides(3)]).toEqual([true, true, false])
    expect(sent).toEqual([])
    expect(due()?.atMs).toBe(undoMs)
    due()?.run()
    expect(sent).toEqual([[1, 2]])
    expect(removal.hides(1)).toBe(true)
    expect(removal.waiting).toEqual([])
  })

  it('[ACC-15] sends nothing of what was taken back', () => {
    const { removal, sent, due } = made()
    removal.remove([1])
    removal.undo()
    expect(removal.hides(1)).toBe(false)
    expect(due()).toBe(null)
    removal.flush()
    expect(sent).toEqual([])
  })

  it('sends the former removal when another follows, and leaves one way back', () => {
    const { removal, sent } = made()
    removal.remove([1])
    removal.remove([2])
    expect(sent).toEqual([[1]])
    removal.undo()
    expect([removal.hides(1), removal.hides(2)]).toEqual([true, false])
  })

  it('sends at once when the page is left, and only once', () => {
    const { removal, sent } = made()
    removal.remove([1])
    removal.flush()
    removal.flush()
    expect(sent).toEqual([[1]])
  })

  it('waits as long as somebody is at the button', () => {
    const { removal, sent, due } = made()
    removal.remove([1])
    removal.hold()
    expect(due()).toBe(null)
    removal.release()
    expect(due()?.atMs).toBe(undoMs)
    expect(sent).toEqual([])
  })

  it('[ACC-15] shows again what the server did not remove', async () => {
    const { removal, failures, due } = made({ ids: [2], message: 'нет' })
    removal.remove([1, 2])
    due()?.run()
    await expect.poll(() => failures).toEqual([{ ids: [2], message: 'нет' }])
    expect([removal.hides(1), removal.hides(2)]).toEqual([true, false])
  })
})
