/**
 * A running radio station: `/live.mp3` and `/live.aac` as Icecast serves them, `/live.opus` in Ogg, and `/stream` as
 * SHOUTcast 1 does, with titles between the bytes for listeners that request them.
 *
 *   node emulators/radio-station/main.ts --http-port 5006 [--ffmpeg <path>] [--tie-to-stdin]
 *
 * Prints one line of JSON when it is ready: the address before these paths.
 */
import { parseArgs } from 'node:util'
import { endWithParent, listenOnLoopback } from '#emulators/own-program.ts'
import { findMediaBinaries } from '#media/media.ts'
import { startStation } from './station.ts'

const { values } = parseArgs({
  options: {
    'http-port': { type: 'string', default: '0' },
    ffmpeg: { type: 'string' },
    'tie-to-stdin': { type: 'boolean', default: false },
  },
})
const { ffmpegPath } = findMediaBinaries({ ffmpegPath: values.ffmpeg })
const port = await listenOnLoopback(
  startStation(ffmpegPath).server,
  'radio-station',
  Number(values['http-port']),
)
endWithParent(values['tie-to-stdin'])
process.stdout.write(`${JSON.stringify({ station: `http://127.0.0.1:${port}` })}\n`)
