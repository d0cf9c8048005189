import { expect, it } from 'vitest'
import { removeAssDrawings } from './remove-ass-drawings.ts'

it('[FILM-04] removes ASS drawings from subtitles, and keeps words that look like them', () => {
  const vtt = [
    'WEBVTT\n',
    '00:01.000 --> 00:03.000\nПривет\nm 0 0 l 100 0 100 100\n',
    '00:04.000 --> 00:05.000\n<i>m -5.5 0 b 1 2 3 4 5 6 l 7 8</i>\n',
    '00:06.000 --> 00:07.000\nm 10\nl 5 km\n',
  ].join('\n')
  expect(removeAssDrawings(vtt)).toBe(
    ['WEBVTT\n', '00:01.000 --> 00:03.000\nПривет\n', '00:06.000 --> 00:07.000\nm 10\nl 5 km\n'].join('\n'),
  )
})
