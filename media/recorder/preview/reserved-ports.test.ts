import { describe, expect, it } from 'vitest'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import { ReservedPorts } from './reserved-ports.ts'

function source(kind: LiveSource['kind'], url: string): LiveSource {
  return { kind, url }
}

const ports = new ReservedPorts()
ports.set([
  {
    id: '1',
    sources: [
      source('hls', 'http://10.0.0.1/a.m3u8'),
      source('udp', 'udp://127.0.0.1:18777?fifo_size=1'),
      source('udp', 'udp://239.1.1.1:1234'),
    ],
  },
  {
    id: '2',
    sources: [source('rtmp', 'rtmp://0.0.0.0/live/a'), source('srt', 'srt://0.0.0.0:9000?mode=listener')],
  },
  { id: '3' },
])

describe('[CHAN-04] ports that recorders need', () => {
  it.each([
    ['a backup', source('udp', 'udp://127.0.0.1:18777'), '1'],
    ['another address of this machine', source('udp', 'udp://@0.0.0.0:18777'), '1'],
    ['RTP at the same port', source('udp', 'rtp://127.0.0.1:18777'), '1'],
    ['an encoder that sends RTMP', source('rtmp', 'rtmp://0.0.0.0:1935/live/b'), '2'],
    ['an encoder that sends SRT', source('srt', 'srt://0.0.0.0:9000?mode=listener&latency=1'), '2'],
    ['another port', source('udp', 'udp://127.0.0.1:18778'), undefined],
    ['a group that many receive', source('udp', 'udp://239.1.1.1:1234'), undefined],
    ['a source that is requested', source('hls', 'http://10.0.0.1/a.m3u8'), undefined],
    ['an RTMP server', source('rtmp', 'rtmp://example.com/live/a'), undefined],
  ])('%s', (_, one, channelId) => {
    expect(ports.receiverOf(one)).toBe(channelId)
  })

  it('are free when their channels are off', () => {
    const changed = new ReservedPorts()
    changed.set([{ id: '1', sources: [source('udp', 'udp://127.0.0.1:18777')] }])
    changed.set([])
    expect(changed.receiverOf(source('udp', 'udp://127.0.0.1:18777'))).toBeUndefined()
  })
})
