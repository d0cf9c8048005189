import { describe, expect, it } from 'vitest'
import { readUdpAddress, withoutRtp } from './udp-receiver.ts'

describe('the address of a source over UDP', () => {
  it('of a group is shared, with the named interface and senders', () => {
    expect(
      readUdpAddress('udp://@239.1.2.3:1234?localaddr=10.0.0.5&sources=10.1.1.1,10.1.1.2'),
    ).toMatchObject({
      ...{ host: '239.1.2.3', port: 1234, isGroup: true, shared: true, local: '10.0.0.5' },
      senders: ['10.1.1.1', '10.1.1.2'],
    })
  })

  it('of a unicast receiver is exclusive, on every interface when it names none', () => {
    expect(readUdpAddress('udp://:5000')).toMatchObject({
      host: '0.0.0.0',
      port: 5000,
      isGroup: false,
      shared: false,
    })
    expect(readUdpAddress('udp://127.0.0.1:5000?reuse=1')).toMatchObject({ shared: true })
  })

  it('may be IPv6', () => {
    expect(readUdpAddress('udp://[ff15::1]:5000')).toMatchObject({ host: 'ff15::1', isGroup: true })
    expect(readUdpAddress('rtp://[::1]:5000')).toMatchObject({ host: '::1', isGroup: false })
  })

  it('has a receive buffer within limits', () => {
    expect(readUdpAddress('udp://:1?buffer_size=900000000000')?.bufferBytes).toBe(64_000_000)
    expect(readUdpAddress('udp://:1?buffer_size=-5')?.bufferBytes).toBe(4_000_000)
  })

  it.each([
    'udp://host.example:1234',
    'udp://:0',
    'udp://:70000',
    'udp://:1234?fec=prompeg',
    'http://1.2.3.4:80/',
  ])('%s is left to ffmpeg', (url) => expect(readUdpAddress(url)).toBeUndefined())
})

describe('a datagram', () => {
  const packet = Buffer.from([0x47, 1, 2, 3])

  it('of plain packets stays as it is', () => {
    expect(withoutRtp(packet)).toEqual(packet)
  })

  it('loses its RTP header, with contributing sources and an extension', () => {
    const header = [0x80 | 0x10 | 2, 33, ...Array.from({ length: 10 }, () => 0)]
    const sources = Array.from({ length: 8 }, () => 9)
    const extension = [0xbe, 0xde, 0, 1, 5, 5, 5, 5]
    const datagram = Buffer.from([...header, ...sources, ...extension, ...packet])
    expect([...withoutRtp(datagram)]).toEqual([...packet])
  })
})
