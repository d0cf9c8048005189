/** The H.264 parameter sets a stream has sent last, and the decoder configuration made of them. */
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

  /** What the last sequence parameter set says. */
  get about(): SequenceParameters | undefined {
    return this.#about
  }

  /** True when there is enough to begin with, and it differs from what `configure` made last. */
  get isNew(): boolean {
    return this.#hasChanged && this.#about !== undefined && this.#pictures.size > 0
  }

  addSequence(unit: Uint8Array): void {
    const about = readSequenceParameters(unit)
    if (about === undefined) return
    // A set of another kind of frame: those of the one before say nothing any more.
    if (this.#put(this.#sequences, about.id, unit, maxSequences)) this.#about = about
    else this.#about ??= about
  }

  addPps(unit: Uint8Array): void {
    this.#put(this.#pictures, new BitReader(unit, 1, unit.length).unsigned(), unit, maxPictures)
  }

  /** AVCDecoderConfigurationRecord of all that is known; from now on only changes are new. */
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
