import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastOf } from './colours.ts'
import { tariffColourProblem, tariffColours, tariffIcons } from './tariff-look.ts'

const channel = fc.integer({ min: 0, max: 255 })
const colours = fc
  .tuple(channel, channel, channel)
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

describe('[TARIFF-01] the colour of a tariff', () => {
  it('is seen on dark and on light pages when it is one of those to choose from', () => {
    for (const colour of tariffColours) {
      expect(tariffColourProblem(colour), colour).toBeUndefined()
      expect(contrastOf(colour, '#1a2630')).toBeGreaterThanOrEqual(3)
      expect(contrastOf(colour, '#efece3')).toBeGreaterThanOrEqual(3)
    }
  })

  it('that is lost in one theme is refused with the theme and a shade that is seen in both', () => {
    expect(tariffColourProblem('#102040')).toMatchObject({ theme: 'dark', needs: 3 })
    expect(tariffColourProblem('#ffe066')).toMatchObject({ theme: 'light', needs: 3 })
    expect(tariffColourProblem('')).toBeUndefined()
    fc.assert(
      fc.property(colours, (colour) => {
        const problem = tariffColourProblem(colour)
        if (problem === undefined) return
        expect(problem.has).toBeLessThan(problem.needs)
        expect(tariffColourProblem(problem.instead)).toBeUndefined()
      }),
    )
  })
})

describe('[TARIFF-01] the icons of tariffs', () => {
  it('are drawn inside the grid', () => {
    for (const [name, path] of Object.entries(tariffIcons))
      for (const [at] of path.matchAll(/(?<=[MLHV ])\d+(?:\.\d+)?/g))
        expect(Number(at), name).toBeLessThan(24)
  })
})
