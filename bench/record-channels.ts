/** Records one source into several channels until it is told to stop: a process of its own, to be measured. */
import { join } from 'node:path'
import { createEngine, findMediaBinaries } from '#media/media.ts'

const [storeDir = '', url = '', count = '1'] = process.argv.slice(2)
const engine = createEngine({
  storeDir,
  ...findMediaBinaries({}),
  clock: Date.now,
  ticketSecrets: ['a secret of the bench, used nowhere else'],
  log: { info: () => undefined, warn: console.error, error: console.error },
})
await engine.setChannels(
  Array.from({ length: Number(count) }, (_, index) => ({
    id: `bench-${index}`,
    kind: 'recorded' as const,
    source: { kind: 'http-ts' as const, url },
    archiveMs: 3_600_000,
  })),
)
console.log(`recording into ${join(storeDir, 'live')}`)
process.on('SIGTERM', () => void engine.close().then(() => process.exit(0)))
