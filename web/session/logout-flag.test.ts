import { describe, expect, it } from 'vitest'
import { hasLeftBehind, takeLeave, tookLeave } from './logout-flag.ts'
import type { Farewell } from './session-rules.ts'

const farewell: Farewell = { token: 'a', reason: 'ended', supportPhone: '', toLogin: false, clearing: null }
const viewer = { token: 'a', farewell: null }
const guest = { token: null, farewell: null }

describe('[ACC-07] the message about a logout', () => {
  it('is shown when a viewer became a guest, and nothing else explains why', () => {
    expect(hasLeftBehind(viewer, guest)).toBe(true)
  })

  it('is not shown for a guest, another account, an ended session, or after it was read', () => {
    expect(hasLeftBehind(guest, guest)).toBe(false)
    expect(hasLeftBehind(guest, viewer)).toBe(false)
    expect(hasLeftBehind(viewer, { token: 'b', farewell: null })).toBe(false)
    expect(hasLeftBehind(viewer, { token: null, farewell })).toBe(false)
    expect(hasLeftBehind({ token: 'a', farewell: { ...farewell, clearing: 'a' } }, guest)).toBe(false)
  })

  it('is missing where nothing can be stored', () => {
    takeLeave()
    expect(tookLeave()).toBe(false)
  })
})
