/** The latest H.264 parameter sets of a stream, and the decoder configuration made from them. */
import { BitReader } from './bit-reader.ts'
import { decoderConfiguration, readSequenceParameters, type SequenceParameters } from './h264.ts'

const maxSequences = 31
const maxPictures = 255
const maxBytes = 0xffff

export class ParameterSets {
  readonly #sequences = new Map<number, Buffer>()
  readonly #pictures = new Map<number, Buffer>()
  #about: SequenceParameters | undefined
  #hasChanged = false

  /** The values of the last sequence parameter set. */
  get about(): SequenceParameters | undefined {
    return this.#about
  }

  /** True when the sets are complete and differ from those `configure` used last. */
  get isNew(): boolean {
    return this.#hasChanged && this.#about !== undefined && this.#pictures.size > 0
  }

  addSequence(unit: Uint8Array): void {
    const about = readSequenceParameters(unit)
    if (about === undefined) return
    // The format changed: the values of the previous set are not valid any more.
    if (this.#put(this.#sequences, about.id, unit, maxSequences)) this.#about = about
    else this.#about ??= about
  }

  addPps(unit: Uint8Array): void {
    this.#put(this.#pictures, new BitReader(unit, 1, unit.length).unsigned(), unit, maxPictures)
  }

  /** AVCDecoderConfigurationRecord of all stored sets; from now on only changes are new. */
  configure(): Buffer | undefined {
    if (this.#about === undefined) return undefined
    this.#hasChanged = false
    return decoderConfiguration([...this.#sequences.values()], [...this.#pictures.values()], this.#about)
  }

  #put(into: Map<number, Buffer>, id: number, unit: Uint8Array, limit: number): boolean {
    if (into.get(id)?.equals(unit) === true || unit.length > maxBytes) return false
    if (id > 255 || (!into.has(id) && into.size >= limit)) return false
    into.set(id, Buffer.from(unit))
    this.#hasChanged = true
    return true
  }
}
