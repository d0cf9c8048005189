import { describe, expect, it } from 'vitest'
import { allowedLive, fileInput, refusalOf } from './allowed-input.ts'

describe('what ffmpeg may read', () => {
  it('is only this file, whatever its name looks like', () => {
    for (const path of ['http://host/a.mkv', 'concat:a|b', '-y', '/a b.mkv']) {
      const [flag, input = ''] = fileInput(path).slice(-2)
      expect(flag).toBe('-i')
      expect(input).toMatch(/^file:\//)
    }
  })

  it('does not include playlists for a film, but does for a live stream', () => {
    const formats = (args: readonly string[]) => args[args.indexOf('-format_whitelist') + 1]?.split(',') ?? []
    expect(formats(fileInput('a.mkv'))).toContain('matroska')
    for (const name of ['hls', 'concat', 'dash', 'image2'])
      expect(formats(fileInput('a.mkv'))).not.toContain(name)
    expect(formats(allowedLive('network'))).toContain('hls')
    expect(formats(allowedLive('network'))).not.toContain('concat')
    expect(formats(allowedLive('file'))).toEqual(formats(fileInput('a.mkv')))
  })

  it('is detected from ffmpeg’s messages when it was rejected', () => {
    expect(refusalOf(["[smk @ 0x55] Format not on whitelist 'mov,matroska'"])).toEqual({ container: 'smk' })
    expect(refusalOf(['Input #0', '[mov,mp4 @ 0x1] Format not on whitelist'])).toEqual({
      container: 'mov,mp4',
    })
    expect(refusalOf(["[cinepak @ 0x1] Codec (cinepak) not on whitelist 'h264'"])).toEqual({
      codec: 'cinepak',
    })
    expect(refusalOf([])).toBeUndefined()
    expect(refusalOf(['moov atom not found', 'x'.repeat(5000)])).toBeUndefined()
  })
})
