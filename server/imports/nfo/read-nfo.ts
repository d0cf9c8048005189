import { readInSandbox, type SandboxReader } from '#server/platform/process/sandbox/sandbox.ts'
import type { NfoReading } from './parse-nfo.ts'

const nfo: SandboxReader<Uint8Array, NfoReading> = {
  module: new URL('./nfo-sandbox.ts', import.meta.url),
  limits: { cpuMs: 10_000, megabytes: 600 },
}

/** A Kodi or Jellyfin NFO, or the reason why it is none. The file is untrusted, so a separate process parses it. */
export async function readNfo(bytes: Uint8Array): Promise<NfoReading> {
  const read = await readInSandbox(nfo, bytes)
  return read.kind === 'read' ? read.value : read
}
