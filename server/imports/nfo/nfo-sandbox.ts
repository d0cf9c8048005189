import { decodeText } from '#server/imports/source/decode-text.ts'
import { parseNfo, type NfoReading } from './parse-nfo.ts'

/** Parses an NFO from its bytes. Runs in a separate process. */
export function readSandboxed(bytes: Uint8Array): NfoReading {
  return parseNfo(decodeText(bytes))
}
