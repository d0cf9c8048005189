import { expect, it } from 'vitest'
import { isAt } from './location.ts'

function at(pathname: string) {
  return { pathname, search: '', hash: '' }
}

it('[SHELL-03] a menu link is current on its page in both languages, and not on pages that only start with the same text', () => {
  expect(isAt(at('/tv'), at('/tv'), false)).toBe(true)
  expect(isAt(at('/tv'), at('/uz/tv/'), false)).toBe(true)
  expect(isAt(at('/news'), at('/ru/news/7'), false)).toBe(true)
  expect(isAt(at('/news'), at('/ru/news/7'), true)).toBe(false)
  expect(isAt(at('/tv'), at('/tvArchive/1/2'), false)).toBe(false)
  expect(isAt(at('/uzb'), at('/uz/tv'), false)).toBe(false)
  expect(isAt(at('/'), at('/uz/tv'), true)).toBe(false)
})
