import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffFields, planUndo, type Fields } from './fields.ts'

const names = ['a', 'b', 'c', '_lock.a', '_hash'] as const
const state = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.constantFrom(1, 2, null)])) as Record<
    (typeof names)[number],
    fc.Arbitrary<number | null>
  >,
)
const maybe = fc.option(state, { nil: null })

describe('[CHAN-01] a change and taking it back', () => {
  it('restores the former state when nothing was changed since', () => {
    fc.assert(
      fc.property(maybe, maybe, (before, after) => {
        const change = diffFields(before, after)
        if (change === undefined) return
        const step = planUndo(change, after)
        expect(step?.conflicts).toEqual([])
        const restored = step?.fields === null ? null : { ...after, ...step?.fields }
        expect(restored).toEqual(before)
      }),
    )
  })

  it('never touches a field that somebody changed since', () => {
    fc.assert(
      fc.property(state, state, state, (before, after, now) => {
        const change = diffFields(before, after)
        if (change === undefined || change.after === null) return
        const step = planUndo(change, now)
        for (const [name, value] of Object.entries(step?.fields ?? {})) {
          expect(now[name as keyof typeof now]).toEqual(change.after[name])
          expect(value).toEqual((before as Fields)[name])
        }
        for (const [name, value] of step?.conflicts ?? []) {
          expect(step?.fields).not.toHaveProperty([name])
          expect(value).not.toEqual((before as Fields)[name])
        }
      }),
    )
  })

  it('leaves a thing that was created and edited since, and restores one that was deleted', () => {
    const created = { before: null, after: { name: 'one', _hash: 1 } }
    expect(planUndo(created, { name: 'one', _hash: 2 })).toEqual({ fields: null, conflicts: [] })
    expect(planUndo(created, { name: 'two', _hash: 1 })).toEqual({ fields: {}, conflicts: [['', true]] })
    // It had no such value when it was created.
    expect(planUndo(created, { name: 'one', hidden: true })).toEqual({ fields: {}, conflicts: [['', true]] })
    expect(planUndo(created, null)).toBeUndefined()
    const deleted = { before: { name: 'one' }, after: null }
    expect(planUndo(deleted, null)).toEqual({ fields: { name: 'one' }, conflicts: [] })
    expect(planUndo(deleted, { name: 'one' })).toEqual({ fields: {}, conflicts: [['', true]] })
  })

  it('takes back what was created although the service has filled its empty fields, unless somebody did', () => {
    const created = { before: null, after: { name: 'one', poster: null, still: null, _later: ['poster'] } }
    const undone = { fields: null, conflicts: [] }
    expect(planUndo(created, { name: 'one', poster: 'p', still: null })).toEqual(undone)
    const stays = { fields: {}, conflicts: [['', true]] }
    expect(planUndo(created, { name: 'one', poster: 'p', still: null, '_lock.poster': true })).toEqual(stays)
    expect(planUndo(created, { name: 'one', poster: 'p', still: 's' })).toEqual(stays)
  })

  it('leaves what was created where it has got parts since, and takes it back where it has lost some', () => {
    const created = { before: null, after: { name: 'one', _parts: [1, 2] } }
    const stays = { fields: {}, conflicts: [['', true]] }
    expect(planUndo(created, { name: 'one', _parts: [2, 3] })).toEqual(stays)
    expect(planUndo(created, { name: 'one', _parts: [2] })).toEqual({ fields: null, conflicts: [] })
    expect(planUndo(created, { name: 'one', _parts: [1, 2] })).toEqual({ fields: null, conflicts: [] })
  })

  it('keeps the lock of a field that stays', () => {
    const change = { before: { a: 1, '_lock.a': null }, after: { a: 2, '_lock.a': true } }
    expect(planUndo(change, { a: 3, '_lock.a': true })).toEqual({ fields: {}, conflicts: [['a', 3]] })
    expect(planUndo(change, { a: 2, '_lock.a': true })).toEqual({
      fields: { a: 1, '_lock.a': null },
      conflicts: [],
    })
  })

  it('is no change when only bookkeeping differs, also within a field', () => {
    expect(diffFields({ a: { id: 'x', _ms: 0 } }, { a: { id: 'x', _ms: 5 } })).toBeUndefined()
    const change = { before: { a: { id: 'w', _ms: 3 } }, after: { a: { id: 'x', _ms: 0 } } }
    expect(planUndo(change, { a: { id: 'x', _ms: 5 } })).toEqual({ fields: change.before, conflicts: [] })
    expect(planUndo(change, { a: { id: 'y', _ms: 5 } })?.conflicts).toEqual([['a', { id: 'y', _ms: 5 }]])
    expect(diffFields({ a: 1, _hash: 1 }, { a: 1, _hash: 2 })).toBeUndefined()
  })
})
