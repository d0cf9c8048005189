import { describe, expect, it } from 'vitest'
import { areSameTracks } from './same-tracks.ts'

/** An audio track's sample description, as ffmpeg writes it; its bit rate was estimated. */
function audio(rate: string, rest = '058080800211880680808001020000001462747274'): Buffer {
  const decoder = `0480808014401500000000${rate}00${rate}`
  const esds = `00000033657364730000000003808080220001${'00'}${decoder}${rest}`
  const entry = `000000000000000100000000${'6d703461'}0000000000000001000000000000000000020010000000${'00bb8000'}00${esds}`
  return Buffer.from(`${entry}0000000000${rate}00${rate}`, 'hex')
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4)
  return Buffer.concat([head, content])
}

function track(entry: Buffer) {
  const bytes = ['stsd', 'stbl', 'minf', 'mdia', 'trak', 'moov'].reduce(
    (inner, name) => box(name, inner),
    entry,
  )
  return {
    rendition: 'a0',
    init: { bytes, description: { kind: 'audio', timescale: 48_000, codec: '' } as never },
  }
}

describe('[CHAN-06] tracks of two readings of a provider', () => {
  it('are the same whatever bit rates were estimated', () => {
    expect(areSameTracks([track(audio('010591'))], [track(audio('01059c'))])).toBe(true)
  })

  it('are others with another decoder configuration, or in another number', () => {
    const other = audio('010591', '058080800212080680808001020000001462747274')
    expect(areSameTracks([track(audio('010591'))], [track(other)])).toBe(false)
    expect(areSameTracks([track(audio('010591'))], [])).toBe(false)
  })
})
