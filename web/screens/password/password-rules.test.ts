import { describe, expect, it } from 'vitest'
import { rulesOf } from './password-rules.ts'

describe('[ACC-03] the rules of a new password', () => {
  it.each([
    ['nothing typed', '', '', '', [false, false, false]],
    ['too short', 'old password', '1234567', '1234567', [false, true, true]],
    ['long enough', 'old password', '12345678', '', [true, true, false]],
    ['not the same twice', 'old password', 'registon kuz', 'registon qish', [true, true, false]],
    ['the old one', 'registon kuz', 'registon kuz', 'registon kuz', [true, false, true]],
    ['good', 'old password', 'registon kuz', 'registon kuz', [true, true, true]],
    ['seven signs of two units each', 'old', '🎬🎬🎬🎬🎬🎬🎬', '🎬🎬🎬🎬🎬🎬🎬', [false, true, true]],
  ] as const)('%s', (_, old, next, repeat, [long, different, same]) => {
    expect(rulesOf({ old, next, repeat })).toEqual({ long, different, same })
  })
})
