import { decodeText } from './decode-text.ts'
import { parseNfo, type NfoReading } from './nfo/parse-nfo.ts'

/** Reads an NFO from its bytes. Runs apart. */
export const readApart = (bytes: Uint8Array): NfoReading => parseNfo(decodeText(bytes))
