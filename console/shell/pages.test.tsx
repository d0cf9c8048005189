import { describe, expect, it } from 'vitest'
import { pages } from './pages.ts'

describe('the pages of the navigation', () => {
  it('have each an address and a letter of its own', () => {
    const keys = pages.flatMap(({ key }) => (key === undefined ? [] : [key]))
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  })
})
