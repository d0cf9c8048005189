import { decodeText } from './decode-text.ts'
import { parseNfo, type NfoReading } from './nfo/parse-nfo.ts'

/** Reads an NFO from its bytes. Runs apart. */
export function readApart(bytes: Uint8Array): NfoReading {
  return parseNfo(decodeText(bytes))
}
