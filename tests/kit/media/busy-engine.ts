/**
 * A process with an engine at work, to be killed: two channels are recorded, one of them from the television source
 * that runs beside it, and a file is packaged. Prints `busy` when all of it is running.
 *
 *   node tests/kit/media/busy-engine.ts <store> <source file> <udp port> <http port>
 */
import { fileURLToPath } from 'node:url'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { startChildProgram } from '#server/platform/process/child-program.ts'
import { silentLog } from '#server/platform/log/log.ts'

const [storeDir = '', source = '', udpPort = '', httpPort = ''] = process.argv.slice(2)
const binaries = findMediaBinaries({})
const tvSource = fileURLToPath(new URL('../../../emulators/tv-source/main.ts', import.meta.url))
const ports = ['--udp-port', udpPort, '--http-port', httpPort]
startChildProgram(tvSource, [...ports, '--ffmpeg', binaries.ffmpegPath, '--tie-to-stdin'], silentLog)
const engine = createEngine({
  storeDir,
  ...binaries,
  clock: Date.now,
  ticketSecrets: ['the secret of a short life'],
  log: silentLog,
})
await engine.setChannels([
  {
    id: 'live',
    kind: 'recorded',
    sources: [{ kind: 'udp', url: `udp://127.0.0.1:${udpPort}` }],
    archiveMs: 3_600_000,
  },
  { id: 'loop', kind: 'recorded', sources: [{ kind: 'file-loop', url: source }], archiveMs: 3_600_000 },
])

function recorded() {
  return ['live', 'loop'].every((id) => {
    const { state, bytes } = engine.channelStatus(id)
    // Some seconds of each, so that there are whole segments before the end.
    return state === 'recording' && bytes > 500_000
  })
}

while (!recorded()) await new Promise((resolve) => setTimeout(resolve, 50))
await engine.packageAsset({
  assetId: 'film',
  sourcePath: source,
  encoderEffort: 'good',
  // A passthrough would be finished before anything could end it.
  copyVideo: false,
  onProgress: () => process.stdout.write('busy\n'),
})
