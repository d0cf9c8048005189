import { describe, expect, it } from 'vitest'
import { rulesOf } from './password-rules.ts'

describe('[ACC-03] the rules of a new password', () => {
  it.each([
    ['empty', '', '', '', [false, false]],
    ['not repeated yet', 'old password', '12345678', '', [true, false]],
    ['two different new passwords', 'old password', 'registon kuz', 'registon qish', [true, false]],
    ['the same as the old one', 'registon kuz', 'registon kuz', 'registon kuz', [false, true]],
    ['good', 'old password', 'registon kuz', 'registon kuz', [true, true]],
  ] as const)('%s', (_, old, next, repeat, [different, same]) => {
    expect(rulesOf({ old, next, repeat })).toEqual({ different, same })
  })
})
