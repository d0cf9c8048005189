import { expect, it } from 'vitest'
import { TlsOrigins, rewriteAddresses } from './plain-playlist.ts'

const base = new URL('https://tv.example.com/live/a.m3u8')

it('rewrites https addresses to http, and restores them', () => {
  const origins = new TlsOrigins()
  const turned = rewriteAddresses(
    [
      '#EXTM3U',
      '#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example.com/k?next=https://b/"',
      '#EXT-X-MAP:URI="init.mp4"',
      'https://user:word@CDN.example.com:8443/a.ts\r',
      '//other.example.com/b.ts',
      'http://plain.example.com/c.ts?from=https://d/',
      'e.ts',
    ].join('\n'),
    (address) => origins.plain(address, base),
  )
  expect(turned.split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-KEY:METHOD=AES-128,URI="http://keys.example.com:443/k?next=https://b/"',
    '#EXT-X-MAP:URI="init.mp4"',
    'http://user:word@cdn.example.com:8443/a.ts\r',
    'http://other.example.com:443/b.ts',
    'http://plain.example.com/c.ts?from=https://d/',
    'e.ts',
  ])
  const meant = (address: string) => origins.meant(new URL(address)).href
  expect(meant('http://keys.example.com:443/k')).toBe('https://keys.example.com/k')
  expect(meant('http://cdn.example.com:8443/a.ts')).toBe('https://cdn.example.com:8443/a.ts')
  expect(meant('http://plain.example.com:80/c.ts')).toBe('http://plain.example.com/c.ts')
})

it.each(['httpproxy://10.0.0.5:80/x:1', 'udp://239.0.0.1:1234', 'file:///etc/passwd', 'data:text/plain,a'])(
  'rejects a playlist with %s',
  (address) => expect(() => rewriteAddresses(`#EXTM3U\n${address}\n`, (same) => same)).toThrow('of the kind'),
)
