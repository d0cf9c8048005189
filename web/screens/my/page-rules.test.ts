import { describe, expect, it } from 'vitest'
import { beginsAlike, joined, pageAfter } from './page-rules.ts'

function self(id: number) {
  return id
}

describe('a list that comes page by page', () => {
  it('asks for the page that goes on from what is here', () => {
    expect(pageAfter(0, 24)).toBe(1)
    expect(pageAfter(24, 24)).toBe(2)
    expect(pageAfter(48, 24)).toBe(3)
  })

  it('[ACC-15] leaves no gap after some were removed: the page they moved up into is asked again', () => {
    expect(pageAfter(24 - 3, 24)).toBe(1)
    expect(pageAfter(48 - 3, 24)).toBe(2)
  })

  it('[ACC-15] shows nothing twice', () => {
    expect(joined([1, 2, 3], [3, 4], self)).toEqual([1, 2, 3, 4])
  })

  it('knows whether a list is still what it was', () => {
    expect(beginsAlike([1, 2, 3], [1, 2], self)).toBe(true)
    expect(beginsAlike([1, 2, 3], [4, 1], self)).toBe(false)
    expect(beginsAlike([1], [1, 2], self)).toBe(false)
    expect(beginsAlike([], [], self)).toBe(true)
  })
})
