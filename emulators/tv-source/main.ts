/**
 * A running television source: two channels with a moving picture, a clock and a tone that changes each second.
 * The first is MPEG-TS over UDP to 127.0.0.1, the second MPEG-TS over HTTP at /live.ts.
 *
 *   node emulators/tv-source/main.ts --udp-port 5004 --http-port 5005 [--ffmpeg <path>] [--tie-to-stdin]
 *
 * Ends on SIGTERM and SIGINT, when its parent ends, and with --tie-to-stdin when stdin closes.
 */
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { findMediaBinaries } from '#media/media.ts'
import { httpFeed, udpFeed } from './picture.ts'
import { keepRunning } from './keep-running.ts'
import { startRelay } from './relay.ts'

const usage = 'usage: main.ts --udp-port <1-65535> --http-port <0-65535> [--ffmpeg <path>] [--tie-to-stdin]'

function refuse(reason: string): never {
  process.stderr.write(`tv-source: ${reason}\n${usage}\n`)
  process.exit(2)
}

function port(text: string | undefined, name: string, lowest: number): number {
  const value = Number(text)
  if (text === undefined || !Number.isInteger(value) || value < lowest || value > 65_535)
    refuse(`--${name} is missing or not a port`)
  return value
}

function readArguments(): { udpPort: number; httpPort: number; ffmpegPath: string; tied: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        'udp-port': { type: 'string' },
        'http-port': { type: 'string' },
        ffmpeg: { type: 'string' },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    return {
      udpPort: port(values['udp-port'], 'udp-port', 1),
      httpPort: port(values['http-port'], 'http-port', 0),
      ffmpegPath: findMediaBinaries({ ffmpegPath: values.ffmpeg }).ffmpegPath,
      tied: values['tie-to-stdin'],
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

function run(): void {
  const { udpPort, httpPort, ffmpegPath, tied } = readArguments()
  const fontFile = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/onest/700Bold/Onest_700Bold.ttf',
  )
  const relay = startRelay()
  relay.server.once('error', (error) => {
    process.stderr.write(`tv-source: cannot serve on 127.0.0.1:${httpPort}: ${error.message}\n`)
    process.exit(1)
  })
  relay.server.listen(httpPort, '127.0.0.1', () => {
    const address = relay.server.address()
    const bound = typeof address === 'object' && address !== null ? address.port : httpPort
    const first = keepRunning({ name: 'udp', programPath: ffmpegPath, args: udpFeed({ udpPort, fontFile }) })
    const second = keepRunning({
      name: 'http',
      programPath: ffmpegPath,
      args: httpFeed({ udpPort, fontFile }),
      onStart: relay.feed,
    })
    let ending = false
    const end = (): void => {
      if (ending) return
      ending = true
      void Promise.all([first.stop(), second.stop(), relay.close()]).then(() => process.exit(0))
    }
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && end(), 1000)
    if (tied) process.stdin.on('end', end).on('close', end).on('error', end).resume()
    process.stdout.write(`tv-source runs: udp://127.0.0.1:${udpPort} http://127.0.0.1:${bound}/live.ts\n`)
  })
}

run()
