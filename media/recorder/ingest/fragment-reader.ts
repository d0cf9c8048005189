/** Reads one pipe of ffmpeg: bytes in, an init segment and then complete fragments out. */
import { BoxSplitter } from '#media/containers/box-splitter.ts'
import { readInit, type InitDescription } from '#media/containers/init-segment.ts'
import { clampLastSample, parseMoof } from '#media/containers/movie-fragment.ts'

/** A moof with its mdat. Ticks of the track's own timescale, as ffmpeg wrote them (each run starts near 0). */
export interface Part {
  readonly bytes: Buffer
  readonly decodeTicks: number
  readonly durationTicks: number
  /** Can be decoded without earlier fragments. */
  readonly startsWithSync: boolean
  readonly frameTicks: number
}

export type Read =
  | { readonly kind: 'init'; readonly bytes: Buffer; readonly description: InitDescription }
  | { readonly kind: 'part'; readonly part: Part }

/** Maximum plausible duration of a single video or audio frame: more is a hole that ffmpeg filled. */
const maxSampleSec = 1

/** Throws MalformedBoxError when the pipe does not carry fragmented MP4; the run is then lost. */
export class FragmentReader {
  readonly #splitter = new BoxSplitter()
  #ftyp: Buffer = Buffer.alloc(0)
  #moof: Buffer | undefined
  #description: InitDescription | undefined

  push(piece: Buffer): Read[] {
    const out: Read[] = []
    for (const { type, bytes } of this.#splitter.push(piece)) {
      if (type === 'ftyp') this.#ftyp = Buffer.from(bytes)
      else if (type === 'moov') {
        const init = Buffer.concat([this.#ftyp, bytes])
        this.#description = readInit(init)
        out.push({ kind: 'init', bytes: init, description: this.#description })
      } else if (type === 'moof') this.#moof = bytes
      else if (type === 'mdat' && this.#moof !== undefined && this.#description !== undefined) {
        out.push({ kind: 'part', part: toPart(this.#moof, bytes, this.#description) })
        this.#moof = undefined
      }
    }
    return out
  }
}

function toPart(moof: Buffer, mdat: Buffer, description: InitDescription): Part {
  const bytes = Buffer.concat([moof, mdat])
  const durationTicks = clampLastSample(bytes.subarray(0, moof.length), description.timescale * maxSampleSec)
  const fragment = parseMoof(moof)
  return {
    bytes,
    decodeTicks: fragment.decodeTicks,
    durationTicks,
    startsWithSync: description.kind === 'audio' || fragment.startsWithSync,
    frameTicks: fragment.samples[0]?.durationTicks ?? durationTicks,
  }
}
