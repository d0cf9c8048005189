import { describe, expect, it } from 'vitest'
import { partName, partsFolder } from './kept-parts.ts'

const at = (ticket: string) => `https://ekran.uz/p/${ticket}/film/a-film/v480.mp4`

describe('parts of a film that is being saved', () => {
  it('[PLAYER-08] are found again by a download that is begun later with another ticket', () => {
    expect(partName(at('first'), 'bytes=0-99')).toBe(partName(at('second'), 'bytes=0-99'))
    expect(partName(at('first'), 'bytes=0-99')).not.toContain('first')
  })

  it('are told apart by film, file and stretch, and hold no address of media', () => {
    const names = [
      partName(at('t'), 'bytes=0-99'),
      partName(at('t'), 'bytes=100-199'),
      partName(at('t').replace('v480', 'v720'), 'bytes=0-99'),
      partName(at('t').replace('a-film', 'another'), 'bytes=0-99'),
      partName(at('t'), undefined),
    ]
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).not.toMatch(/^\/p\//)
  })

  it('lie in one folder a film', () => {
    expect(partsFolder('https://ekran.uz/p/t/film/a-film/master.m3u8')).toBe('/kept-parts/film/a-film/')
    expect(partName(at('t'), 'bytes=0-99').startsWith(partsFolder(at('t')))).toBe(true)
  })
})
