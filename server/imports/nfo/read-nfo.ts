import { readApart, type ApartReader } from '#server/platform/process/apart/apart.ts'
import type { NfoReading } from './parse-nfo.ts'

const nfo: ApartReader<Uint8Array, NfoReading> = {
  module: new URL('./read-nfo-apart.ts', import.meta.url),
  limits: { cpuMs: 10_000, megabytes: 600 },
}

/** A Kodi or Jellyfin NFO, or why it is none. Somebody else wrote it, so a process of its own reads it. */
export async function readNfo(bytes: Uint8Array): Promise<NfoReading> {
  const read = await readApart(nfo, bytes)
  return read.kind === 'read' ? read.value : read
}
