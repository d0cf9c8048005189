import { describe, expect, it } from 'vitest'
import { writeDecibels, writeMoment } from './media-values.ts'

describe('[EDIT-02] numbers of a packaged file', () => {
  it('are decibels with a minus sign and the comma of the language', () => {
    expect([writeDecibels(-18.34, 'ru'), writeDecibels(4.75, 'en'), writeDecibels(-0.04, 'uz')]).toEqual([
      '−18,3',
      '4.8',
      '0,0',
    ])
  })

  it('are moments to the tenth of a second', () => {
    expect([writeMoment(0), writeMoment(75.26), writeMoment(3723.4), writeMoment(59.99)]).toEqual([
      '0:00.0',
      '1:15.2',
      '1:02:03.4',
      '0:59.9',
    ])
  })
})
