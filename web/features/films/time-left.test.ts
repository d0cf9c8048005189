import { expect, it } from 'vitest'
import { timeLeft } from './time-left.ts'

it('[FOLLOW-04] how long a recording stays is said in days, on its last day in hours', () => {
  const left = (seconds: number) => timeLeft(1_000_000 + seconds, 1_000_000)
  expect(left(2.9 * 86_400)).toEqual({ unit: 'days', count: 2 })
  expect(left(86_400)).toEqual({ unit: 'days', count: 1 })
  expect(left(86_399)).toEqual({ unit: 'hours', count: 23 })
  expect(left(3599)).toEqual({ unit: 'minutes', count: 0 })
  expect(left(-5)).toEqual({ unit: 'minutes', count: 0 })
  expect(timeLeft(null, 1_000_000)).toBeNull()
})
