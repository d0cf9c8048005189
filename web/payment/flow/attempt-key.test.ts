import { expect, it } from 'vitest'
import { createAttemptKey } from './attempt-key.ts'

it('[PAY-05] an attempt keeps its key until its outcome is known', () => {
  let made = 0
  const keys = createAttemptKey(() => `key ${(made += 1)}`)
  expect([keys.of('card 1'), keys.of('card 1')]).toEqual(['key 1', 'key 1'])
  expect(keys.of('card 2')).toBe('key 2')
  keys.settled()
  expect(keys.of('card 2')).toBe('key 3')
})
