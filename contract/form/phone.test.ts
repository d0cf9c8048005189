import { expect, it } from 'vitest'
import { shownPhone } from './phone.ts'

it('[OPS-01] shows a phone of Uzbekistan with its country, however it is written', () => {
  const shown = '+998 66 233-44-55'
  for (const written of ['66 233 44 55', '(66) 233-44-55', '998662334455', '+998662334455', ` ${shown} `])
    expect([written, shownPhone(written)]).toEqual([written, shown])
})

it('[OPS-01] takes short numbers, other countries and none, and refuses what is no phone', () => {
  expect(['1000', '112', '+7 495 123-45-67', ''].map(shownPhone)).toEqual(['1000', '112', '+74951234567', ''])
  for (const wrong of [
    '12',
    '66 233 44',
    'call us',
    '+998 66 233 44',
    '()-',
    '0662334455',
    '99 99 99 99 99 99 9',
  ])
    expect([wrong, shownPhone(wrong)]).toEqual([wrong, undefined])
})
