import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insideOf, middleFrame, pixelsOf } from './crop-rules.ts'

const side = fc.integer({ min: 50, max: 4000 })
const picture = fc.record({ width: side, height: side })
const share = fc.double({ min: -2, max: 3, noNaN: true })

describe('[EDIT-01] the frame of a picture', () => {
  it('stays inside the picture and keeps its aspect wherever it is dragged', () => {
    fc.assert(
      fc.property(
        picture,
        share,
        share,
        share,
        fc.constantFrom(2 / 3, 16 / 9),
        (size, x, y, scale, aspect) => {
          const pixels = pixelsOf(insideOf({ x, y, size: scale }, size, aspect), size, aspect)
          expect(pixels.left).toBeGreaterThanOrEqual(0)
          expect(pixels.top).toBeGreaterThanOrEqual(0)
          // Each side is rounded to a pixel.
          expect(pixels.left + pixels.width).toBeLessThanOrEqual(size.width + 1)
          expect(pixels.top + pixels.height).toBeLessThanOrEqual(size.height + 1)
          expect(Math.abs(pixels.width - pixels.height * aspect)).toBeLessThanOrEqual(2)
        },
      ),
    )
  })

  it('begins as the largest one in the middle', () => {
    const size = { width: 1600, height: 900 }
    expect(pixelsOf(middleFrame(size, 16 / 9), size, 16 / 9)).toEqual({
      ...{ left: 0, top: 0, width: 1600, height: 900 },
    })
    expect(pixelsOf(middleFrame(size, 2 / 3), size, 2 / 3)).toEqual({
      ...{ left: 500, top: 0, width: 600, height: 900 },
    })
  })
})
