import { describe, expect, it } from 'vitest'
import { differencesOf, momentOf } from './differences.ts'

describe('the differences of an audit entry', () => {
  it('STAFF-03: lists each field that differs, and none that stayed', () => {
    const before = { role: 'support', name: 'Aziza', limits: { day: 5, week: 9 }, tags: ['a'] }
    const after = { role: 'finance', name: 'Aziza', limits: { day: 7, week: 9 }, tags: ['a', 'b'] }
    expect(differencesOf(before, after)).toEqual([
      { field: 'role', before: 'support', after: 'finance' },
      { field: 'limits.day', before: 5, after: 7 },
      { field: 'tags', before: ['a'], after: ['a', 'b'] },
    ])
  })

  it('shows what was created or removed as fields without the other side', () => {
    expect(differencesOf(null, { login: 'aziza' })).toEqual([
      { field: 'login', before: undefined, after: 'aziza' },
    ])
    expect(differencesOf({ login: 'aziza' }, null)).toEqual([
      { field: 'login', before: 'aziza', after: undefined },
    ])
    expect(differencesOf(null, null)).toEqual([])
  })

  it('shows a record that has become a plain value as one field', () => {
    expect(differencesOf({ a: { b: 1 } }, { a: 2 })).toEqual([{ field: 'a', before: { b: 1 }, after: 2 }])
  })
})

describe('a moment among the values', () => {
  it('[STAFF-03] is told from other numbers and texts', () => {
    expect(momentOf('paid_until', '2026-11-30T05:00:00.000Z')).toBe(1_796_014_800)
    expect(momentOf('created_at', 1_796_014_800)).toBe(1_796_014_800)
    expect(momentOf('terms.to', 1_796_014_800)).toBe(1_796_014_800)
    expect(momentOf('to', 15)).toBeUndefined()
    expect(momentOf('amount', 1_796_014_800)).toBeUndefined()
    expect(momentOf('created_at', 1_796_014_800_000)).toBeUndefined()
    expect(momentOf('from', '2026-11-30')).toBeUndefined()
    expect(momentOf('until', null)).toBeUndefined()
  })
})
