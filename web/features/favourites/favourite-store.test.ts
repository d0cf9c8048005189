import { describe, expect, it } from 'vitest'
import type { CallResult } from '#contract/client.ts'
import { createFavouriteStore } from './favourite-store.ts'

const stored: CallResult<unknown> = { kind: 'ok', data: {} }
const lost: CallResult<unknown> = { kind: 'unreachable', reason: 'lost' }

/** A server that responds when the test says so. */
function begin() {
  const sent: { vid: number; isFavourite: boolean; response: (result: CallResult<unknown>) => void }[] = []
  const store = createFavouriteStore(
    (vid, isFavourite) => new Promise((response) => sent.push({ vid, isFavourite, response })),
  )
  return { store, sent }
}

describe('[FILM-02] the favourites', () => {
  it('show a change at once', async () => {
    const { store, sent } = begin()
    const done = store.set(1, true)
    expect(store.get(1)).toBe(true)
    sent[0]?.response(stored)
    expect(await done).toEqual({ kind: 'kept' })
    expect(store.get(1)).toBe(true)
  })

  it("undo a failed change, with the server's message", async () => {
    const { store, sent } = begin()
    const done = store.set(1, true)
    sent[0]?.response({ kind: 'refused', failure: 'title_not_found', message: 'Нет' } as CallResult<unknown>)
    expect(await done).toEqual({ kind: 'undone', message: 'Нет' })
    expect(store.get(1)).toBe(false)
  })

  it('send the changes of one title one after the other, and only the latest one', async () => {
    const { store, sent } = begin()
    const first = store.set(1, true)
    void store.set(1, false)
    void store.set(1, true)
    void store.set(1, false)
    expect(sent).toHaveLength(1)
    sent[0]?.response(stored)
    await expect.poll(() => sent.length).toBe(2)
    expect(sent[1]).toMatchObject({ vid: 1, isFavourite: false })
    sent[1]?.response(stored)
    expect(await first).toEqual({ kind: 'kept' })
    expect(store.get(1)).toBe(false)
  })

  it('show no message when the failed change was already replaced by another', async () => {
    const { store, sent } = begin()
    const first = store.set(1, true)
    void store.set(1, false)
    sent[0]?.response(lost)
    expect(await first).toEqual({ kind: 'overtaken' })
    expect(store.get(1)).toBe(false)
    const again = store.set(1, true)
    sent[1]?.response(stored)
    expect(await again).toEqual({ kind: 'kept' })
  })

  it("take over a response, but not one older than the viewer's own change", async () => {
    const { store, sent } = begin()
    store.reported(1, true)
    store.reported(2, true)
    expect([store.get(1), store.get(2)]).toEqual([true, true])
    const done = store.set(1, false)
    sent[0]?.response(stored)
    await done
    store.reported(1, true)
    expect(store.get(1)).toBe(false)
    store.doneElsewhere(1, true)
    expect(store.get(1)).toBe(true)
  })

  it('[ACC-07] of one viewer are never shown to the next', async () => {
    const { store, sent } = begin()
    const done = store.set(1, true)
    store.forget()
    expect(store.get(1)).toBe(false)
    sent[0]?.response(lost)
    expect(await done).toEqual({ kind: 'overtaken' })
    expect(store.get(1)).toBe(false)
  })
})
