import { describe, expect, it } from 'vitest'
import { exclusiveAddress, inputArguments, type LiveSource } from './live-source.ts'

function inputOf(source: LiveSource, proxiedUrl?: string) {
  const { args, protocols, ...limits } = inputArguments(source, proxiedUrl)
  return { url: args.at(-1) ?? '', args, protocols, ...limits }
}

describe('how ffmpeg reads a source', () => {
  it('UDP: with a time limit, a buffer and a shared socket, unless the address says otherwise', () => {
    const plain = new URL(inputOf({ kind: 'udp', url: 'udp://@239.1.2.3:1234' }).url)
    expect(Object.fromEntries(plain.searchParams)).toMatchObject({
      timeout: '3000000',
      overrun_nonfatal: '1',
    })
    const own = new URL(inputOf({ kind: 'udp', url: 'udp://@239.1.2.3:1234?timeout=9' }).url)
    expect(own.searchParams.get('timeout')).toBe('9')
  })

  it('RTP is read as RTP, although it comes over UDP', () => {
    const { args, protocols } = inputOf({ kind: 'udp', url: 'rtp://@239.1.2.3:1234' })
    expect(args[args.indexOf('-f') + 1]).toBe('rtp')
    expect(protocols).toEqual(['rtp', 'udp'])
  })

  it('RTMP: waits for an encoder where it listens', () => {
    expect(inputOf({ kind: 'rtmp', url: 'rtmp://0.0.0.0:1935/live' }).args).toContain('-listen')
    const called = inputOf({ kind: 'rtmp', url: 'rtmp://encoder.example/live?listen=1' })
    expect([called.args.includes('-listen'), called.url]).toEqual([true, 'rtmp://encoder.example/live'])
    expect(inputOf({ kind: 'rtmp', url: 'rtmp://server.example/live' }).args).not.toContain('-listen')
  })

  it('HLS: from the last but one segment, with the configured user agent and referer', () => {
    const { args, silenceMs } = inputOf({
      ...{ kind: 'hls', url: 'https://tv.example/live.m3u8' },
      ...{ userAgent: 'Box/1', referer: 'https://tv.example/' },
    })
    expect(args.join(' ')).toContain(
      '-live_start_index -2 -rw_timeout 4000000 -user_agent Box/1 -referer https://tv.example/',
    )
    expect(silenceMs).toBe(20_000)
  })

  it('proxy: only plain HTTP, so that a playlist cannot lead elsewhere', () => {
    const { url, protocols } = inputOf(
      { kind: 'hls', url: 'https://tv.example/live.m3u8' },
      'http://tv.example/live.m3u8',
    )
    expect(url).toBe('http://tv.example/live.m3u8')
    expect(protocols).toEqual(['http', 'tcp', 'crypto'])
  })

  it('file: at its own speed, in a loop, and only files', () => {
    const { args, url, protocols } = inputOf({ kind: 'file-loop', url: 'file:///srv/a%20film.ts' })
    expect(url).toBe('/srv/a film.ts')
    expect(args).toEqual(expect.arrayContaining(['-re', '-stream_loop', '-1']))
    expect(protocols).toEqual(['file'])
  })

  it.each(['udp', 'srt', 'rtmp', 'hls', 'http-ts', 'file-loop'] as const)(
    '%s: a standby is started before this source times out',
    (kind) => {
      const { quietMs, silenceMs, startMs } = inputOf({ kind, url: 'udp://:1' })
      expect(quietMs).toBeLessThan(silenceMs)
      expect(silenceMs).toBeLessThan(startMs)
    },
  )
})

describe('an address that only one recording may use', () => {
  it.each([
    [{ kind: 'udp', url: 'udp://@239.1.2.3:1234?ttl=2' }, 'udp://239.1.2.3:1234'],
    [{ kind: 'udp', url: 'rtp://@239.1.2.3:1234' }, 'udp://239.1.2.3:1234'],
    [{ kind: 'srt', url: 'srt://0.0.0.0:9000?mode=listener' }, 'srt://0.0.0.0:9000'],
    [{ kind: 'srt', url: 'srt://sender.example:9000' }, undefined],
    [{ kind: 'rtmp', url: 'rtmp://0.0.0.0:1935/live' }, 'rtmp://0.0.0.0:1935'],
    [{ kind: 'hls', url: 'https://tv.example/live.m3u8' }, undefined],
  ] as const)('%j: %s', (source, address) => {
    expect(exclusiveAddress(source)).toBe(address)
  })
})
