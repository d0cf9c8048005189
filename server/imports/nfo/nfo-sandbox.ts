import { decodeText } from '#server/imports/source/decode-text.ts'
import { parseNfo, type NfoReading } from './parse-nfo.ts'

/** Reads an NFO from its bytes. Runs apart. */
export function readSandboxed(bytes: Uint8Array): NfoReading {
  return parseNfo(decodeText(bytes))
}
