import { describe, expect, it } from 'vitest'
import { beginsAlike, joined, pageAfter } from './page-rules.ts'

function self(id: number) {
  return id
}

describe('a list loaded page by page', () => {
  it('requests the page that follows the loaded items', () => {
    expect(pageAfter(0, 24)).toBe(1)
    expect(pageAfter(24, 24)).toBe(2)
    expect(pageAfter(48, 24)).toBe(3)
  })

  it('[ACC-15] has no gap after some were removed: the page they moved up into is requested again', () => {
    expect(pageAfter(24 - 3, 24)).toBe(1)
    expect(pageAfter(48 - 3, 24)).toBe(2)
  })

  it('[ACC-15] has no duplicates', () => {
    expect(joined([1, 2, 3], [3, 4], self)).toEqual([1, 2, 3, 4])
  })

  it('detects whether a list is unchanged', () => {
    expect(beginsAlike([1, 2, 3], [1, 2], self)).toBe(true)
    expect(beginsAlike([1, 2, 3], [4, 1], self)).toBe(false)
    expect(beginsAlike([1], [1, 2], self)).toBe(false)
    expect(beginsAlike([], [], self)).toBe(true)
  })
})
