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

describe('removal with undo', () => {
  it('[ACC-15] hides an item at once and sends the removal after the delay', () => {
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

  it('[ACC-15] does not send a removal that was undone', () => {
    const { removal, sent, due } = made()
    removal.remove([1])
    removal.undo()
    expect(removal.hides(1)).toBe(false)
    expect(due()).toBe(null)
    removal.flush()
    expect(sent).toEqual([])
  })

  it('sends the previous removal when another follows, and only the last one can be undone', () => {
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

  it('waits as long as the undo button has the focus or the pointer', () => {
    const { removal, sent, due } = made()
    removal.remove([1])
    removal.hold()
    expect(due()).toBe(null)
    removal.release()
    expect(due()?.atMs).toBe(undoMs)
    expect(sent).toEqual([])
  })

  it('[ACC-15] shows items again that the server did not remove', async () => {
    const { removal, failures, due } = made({ ids: [2], message: 'нет' })
    removal.remove([1, 2])
    due()?.run()
    await expect.poll(() => failures).toEqual([{ ids: [2], message: 'нет' }])
    expect([removal.hides(1), removal.hides(2)]).toEqual([true, false])
  })
})
