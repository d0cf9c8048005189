import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserHref, currentAddress } from './address-bar.ts'

function openAt(href: string, isApp: boolean): void {
  vi.stubGlobal('window', { location: new URL(href) })
  vi.stubGlobal('ekranApp', isApp ? { platform: 'tizen', version: '1.0.0' } : undefined)
}
afterEach(() => vi.unstubAllGlobals())

describe('the address of a page', () => {
  it('is the path on the site', () => {
    openAt('https://tv.example.uz/uz/tv?day=1#now', false)
    expect(currentAddress()).toEqual({ pathname: '/uz/tv', search: '?day=1', hash: '#now' })
    expect(browserHref(currentAddress())).toBe('/uz/tv?day=1#now')
  })

  it('[TVSET-03] comes after # in a packaged app, whose page is a file', () => {
    openAt('file:///opt/usr/apps/index.html#/uz/tv?day=1#now', true)
    expect(currentAddress()).toEqual({ pathname: '/uz/tv', search: '?day=1', hash: '#now' })
    expect(browserHref(currentAddress())).toBe('#/uz/tv?day=1#now')
  })

  it.each(['', '#', '#main', '#//evil.example'])('[TVSET-03] is the root of an app at «%s»', (fragment) => {
    openAt(`file:///opt/usr/apps/index.html${fragment}`, true)
    expect(currentAddress().pathname).toBe('/')
  })
})
