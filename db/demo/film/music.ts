/** Music for the films, generated note by note: a plucked lute, a frame drum and a soft pad. */
import { between, randomFrom, seedOf, type Random } from '#db/demo/painting/random.ts'

const rate = 48_000
const table = Float32Array.from({ length: 4096 }, (_, i) => Math.sin((i / 4096) * Math.PI * 2))

export interface Music {
  readonly seed: string
  readonly seconds: number
  /** Semitones above A2 (110 Hz). */
  readonly key: number
  /** Beats per minute. */
  readonly tempo: number
  readonly manner: 'ru' | 'uz'
}

// Steps of the mode in semitones: a minor one, and the hijaz mode of maqom music.
const modes = { ru: [0, 2, 3, 5, 7, 8, 10], uz: [0, 1, 4, 5, 7, 8, 10] } as const
const chords = { ru: [0, 5, 3, 4], uz: [0, 0, 3, 1] } as const

function pitch(key: number, mode: readonly number[], step: number): number {
  const octave = Math.floor(step / 7)
  return 110 * Math.pow(2, (key + octave * 12 + (mode[((step % 7) + 7) % 7] ?? 0)) / 12)
}

/** A plucked string (Karplus–Strong). */
function pluck(out: Float32Array, at: number, hz: number, gain: number, r: Random, bright: number): void {
  const period = Math.max(2, Math.round(rate / hz))
  const string = Float32Array.from({ length: period }, () => r() * 2 - 1)
  const end = Math.min(out.length, at + Math.round(rate * 1.6))
  let k = 0
  for (let i = at; i < end; i += 1) {
    const now = string[k] ?? 0
    const next = string[k + 1 === period ? 0 : k + 1] ?? 0
    string[k] = (now * bright + next * (1 - bright)) * 0.9965
    out[i] = (out[i] ?? 0) + now * gain
    k = k + 1 === period ? 0 : k + 1
  }
}

/** A frame drum: a low stroke in the middle, a dry one at the rim. */
function drum(out: Float32Array, at: number, low: boolean, gain: number, r: Random): void {
  const length = Math.round(rate * (low ? 0.32 : 0.11))
  let phase = 0
  for (let i = 0; i < length && at + i < out.length; i += 1) {
    const fall = Math.pow(1 - i / length, low ? 2 : 4)
    phase += ((low ? 62 + 60 * fall : 330) / rate) * 4096
    const tone = table[phase & 4095] ?? 0
    out[at + i] =
      (out[at + i] ?? 0) + (tone * (low ? 1 : 0.3) + (r() - 0.5) * (low ? 0.12 : 0.9)) * fall * gain
  }
}

function pad(out: Float32Array, at: number, length: number, hz: readonly number[], gain: number): void {
  const end = Math.min(out.length, at + length)
  const rise = rate * 0.5
  for (const one of hz) {
    const step = (one / rate) * 4096
    let phase = 0
    for (let i = at; i < end; i += 1) {
      phase += step
      const shape = Math.min(1, (i - at) / rise, (end - i) / rise)
      out[i] =
        (out[i] ?? 0) + ((table[phase & 4095] ?? 0) + 0.3 * (table[(phase * 2) & 4095] ?? 0)) * shape * gain
    }
  }
}

function bar(out: Float32Array, music: Music, index: number, beat: number, r: Random): void {
  const mode = modes[music.manner]
  const root = chords[music.manner][index % 4] ?? 0
  const start = Math.round(index * beat * 4)
  const hz = (step: number): number => pitch(music.key, mode, step)
  pad(
    out,
    start,
    Math.round(beat * 4.4),
    [hz(root), hz(root + 2), hz(root + 4)],
    music.manner === 'ru' ? 0.055 : 0.03,
  )
  pluck(out, start, hz(root - 7), 0.34, r, 0.5)
  const grid = music.manner === 'ru' ? 8 : 12
  let step = root + 7
  for (let i = 0; i < grid; i += 1) {
    if (r() < (i % 2 === 0 ? 0.12 : 0.38)) continue
    step = Math.max(root + 5, Math.min(root + 13, step + Math.round(between(r, -2.4, 2.4))))
    pluck(
      out,
      start + Math.round((i * beat * 4) / grid),
      hz(i % 4 === 0 ? root + 7 + (i % 3) * 2 : step),
      0.2,
      r,
      music.manner === 'ru' ? 0.42 : 0.58,
    )
  }
  const beats =
    music.manner === 'ru'
      ? ['L', '', 'h', '', 'L', '', 'h', 'h']
      : ['L', 'h', 'h', 'L', 'h', '', 'L', 'h', 'h', 'L', 'h', 'h']
  if (index < 1) return
  beats.forEach((kind, i) => {
    if (kind !== '')
      drum(
        out,
        start + Math.round((i * beat * 4) / beats.length),
        kind === 'L',
        kind === 'L' ? 0.42 : 0.16,
        r,
      )
  })
}

/** The piece as 48 kHz mono samples between -1 and 1. */
export function composeMusic(music: Music): Float32Array {
  const out = new Float32Array(Math.round(music.seconds * rate))
  const r = randomFrom(seedOf(`${music.seed} ${music.manner}`))
  const beat = (60 / music.tempo) * rate
  const bars = Math.ceil(out.length / (beat * 4))
  for (let i = 0; i < bars; i += 1) bar(out, music, i, beat, r)
  const fade = rate * 2
  for (let i = 0; i < out.length; i += 1) {
    const edge = Math.min(1, (out.length - i) / fade, i / (rate * 0.05))
    out[i] = Math.tanh((out[i] ?? 0) * 1.1) * edge * 0.8
  }
  return out
}

/** A WAV file (16 bit, 48 kHz, mono) of the samples. */
export function waveFile(samples: Float32Array): Buffer {
  const file = Buffer.alloc(44 + samples.length * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + samples.length * 2, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples.length * 2, 40)
  const body = new Int16Array(file.buffer, file.byteOffset + 44, samples.length)
  samples.forEach((value, i) => {
    body[i] = Math.round(value * 32_000)
  })
  return file
}
