import { describe, expect, it } from 'vitest'
import { hasLeftBehind, takeLeave, tookLeave } from './logout-flag.ts'
import type { SessionEndNotice } from './session-rules.ts'

const sessionEndNotice: SessionEndNotice = {
  token: 'a',
  reason: 'ended',
  supportPhone: '',
  toLogin: false,
  clearing: null,
}
const viewer = { token: 'a', sessionEndNotice: null }
const guest = { token: null, sessionEndNotice: null }

describe('[ACC-07] the message about a logout', () => {
  it('is shown when a viewer became a guest, and nothing else explains why', () => {
    expect(hasLeftBehind(viewer, guest)).toBe(true)
  })

  it('is not shown for a guest, another account, an ended session, or after it was read', () => {
    expect(hasLeftBehind(guest, guest)).toBe(false)
    expect(hasLeftBehind(guest, viewer)).toBe(false)
    expect(hasLeftBehind(viewer, { token: 'b', sessionEndNotice: null })).toBe(false)
    expect(hasLeftBehind(viewer, { token: null, sessionEndNotice })).toBe(false)
    expect(
      hasLeftBehind({ token: 'a', sessionEndNotice: { ...sessionEndNotice, clearing: 'a' } }, guest),
    ).toBe(false)
  })

  it('is missing where nothing can be stored', () => {
    takeLeave()
    expect(tookLeave()).toBe(false)
  })
})
