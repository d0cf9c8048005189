import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { within } from './place-of.ts'

const room = { width: 1440, height: 900, top: 72, left: 96 }
const size = { width: 400, height: 380 }

describe('[ALIVE-02] the place of a preview', () => {
  it('is over the middle of its card', () => {
    const { left, top, from } = within({ left: 600, top: 300, width: 200, height: 300 }, size, room)
    expect([left, top]).toEqual([500, 260])
    expect(from).toBe('translate(0px, 0px) scale(0.5)')
  })

  it('is within the window and below the header and beside the menu, wherever the card is', () => {
    const at = fc.integer({ min: -400, max: 1600 })
    fc.assert(
      fc.property(at, at, (x, y) => {
        const { left, top } = within({ left: x, top: y, width: 200, height: 300 }, size, room)
        expect(left).toBeGreaterThanOrEqual(room.left + 8)
        expect(left + size.width).toBeLessThanOrEqual(room.width - 8)
        expect(top).toBeGreaterThanOrEqual(room.top + 8)
        expect(top + size.height).toBeLessThanOrEqual(room.height - 8)
      }),
    )
  })
})
