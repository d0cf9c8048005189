import { expect, it } from 'vitest'
import { pathOfAddress } from './own-address.ts'

it('[OPS-01] makes a path of an address of the own site, and leaves others as they are', () => {
  const path = (written: string) => pathOfAddress(written, 'http://tv.example:8080')
  expect(path(' http://tv.example:8080/movie/1?x=2#a ')).toBe('/movie/1?x=2#a')
  expect(path('TV.example:8080/movie/1')).toBe('/movie/1')
  expect(path('http://tv.example:8080')).toBe('/')
  for (const other of [
    '/tariff',
    'https://evil.example/movie/1',
    'http://tv.example/movie/1',
    'javascript:alert(1)',
    '',
  ])
    expect(path(other)).toBe(other)
})
