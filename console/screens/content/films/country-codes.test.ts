import { expect, it } from 'vitest'
import { countryCodes } from './country-codes.ts'

it('[EDIT-01] countries are typed as codes, or by name in Russian, Uzbek or English', () => {
  expect(countryCodes('uz, FR')).toEqual(['UZ', 'FR'])
  expect(countryCodes('UZ KZ')).toEqual(['UZ', 'KZ'])
  expect(countryCodes('Узбекистан; франция, Южная Корея')).toEqual(['UZ', 'FR', 'KR'])
  expect(countryCodes("O'zbekiston, Fransiya, Italiya, AQSH")).toEqual(['UZ', 'FR', 'IT', 'US'])
  expect(countryCodes('South Korea, Germany, USA, СССР')).toEqual(['KR', 'DE', 'US', 'SU'])
  expect(countryCodes('Узбекистан, UZ')).toEqual(['UZ'])
  expect(countryCodes(' , ')).toEqual([])
})

it('what names no country stays as it is typed, for the endpoint to refuse', () => {
  expect(countryCodes('UZ, Нарния')).toEqual(['UZ', 'Нарния'])
})
