import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  continuous,
  datagrams,
  decodes,
  made,
  videoArgs,
  remux,
  samplesOf,
  audioArgs,
  type Outcome,
  type Sample,
  type Track,
} from '#tests/kit/media/transport-streams.ts'

const packetBytes = 188
const seed = 20_261_122
let plain: Buffer
let whole: { video: Sample[]; audio: Sample[] }

beforeAll(async () => {
  plain = await made(`${videoArgs} ${audioArgs}`)
  whole = samples(remux(datagrams(plain)))
}, 60_000)

function tracks({ runs, unfit }: Outcome, run = 0): { video: Track; audio: Track } {
  expect(unfit).toBeUndefined()
  const [video, audio] = runs[run] ?? []
  if (video === undefined || audio === undefined) throw new Error('a track is missing')
  return { video, audio }
}

function samples(outcome: Outcome, run = 0): { video: Sample[]; audio: Sample[] } {
  const { video, audio } = tracks(outcome, run)
  return { video: samplesOf(video.parts), audio: samplesOf(audio.parts) }
}

/** Packets with other bytes around them. */
function wrapped(stride: number, before: number): Buffer {
  const out = Buffer.alloc((plain.length / packetBytes) * stride, 0x5a)
  for (let packet = 0; packet * packetBytes < plain.length; packet++)
    plain.copy(out, packet * stride + before, packet * packetBytes, (packet + 1) * packetBytes)
  return out
}

/** Every sample is one of the source's, complete, at its own time, in order. */
function expectOnlyTrue(received: readonly Sample[], all: readonly Sample[], slack: number): void {
  let at = -1
  for (const sample of received) {
    const next = all.findIndex((one, index) => index > at && one.bytes === sample.bytes)
    expect(next).toBeGreaterThan(at)
    expect(Math.abs((all[next]?.dts ?? 0) - sample.dts)).toBeLessThanOrEqual(slack)
    at = next
  }
}

describe('packets', () => {
  it.each([
    ['with a time stamp before each', 192, 4],
    ['with a checksum behind each', 204, 0],
  ])('are found %s', (_name, stride, before) => {
    const { video, audio } = samples(remux(datagrams(wrapped(stride, before), 1000)))
    expect(video).toEqual(whole.video)
    // The data after the last packet stays pending.
    expect(audio).toEqual(whole.audio.slice(0, audio.length))
    expect(audio.length).toBeGreaterThan(whole.audio.length - 20)
  })

  it('are found in pieces of any size, and after foreign bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 40 }),
        fc.uint8Array({ maxLength: 500 }),
        (sizes, before) => {
          const all = Buffer.concat([before, plain])
          function* pieces() {
            for (let at = 0, index = 0; at < all.length; index++) {
              const size = sizes[index % sizes.length] ?? 1
              yield { bytes: all.subarray(at, at + size), atMs: (at / all.length) * 5000 }
              at += size
            }
          }
          const { video, audio } = samples(remux(pieces()))
          // Two sync bytes among the foreign ones may cost a table, never more.
          expectOnlyTrue(video, whole.video, 0)
          expectOnlyTrue(audio, whole.audio, 1)
          expect(video.length).toBeGreaterThan(whole.video.length - 30)
        },
      ),
      { numRuns: 25, seed: seed },
    )
  }, 60_000)
})

describe('a damaged stream', () => {
  it('causes no exception, whatever its bytes are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(plain.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 400 }),
        fc.uint8Array({ maxLength: 2000 }),
        (changes, foreign) => {
          const bytes = Buffer.from(plain)
          for (const [at, value] of changes) bytes[at] = value
          const middle = bytes.length >> 1
          const all = Buffer.concat([bytes.subarray(0, middle), foreign, bytes.subarray(middle)])
          for (const run of remux(datagrams(all)).runs)
            for (const { parts } of run) {
              let before = Number.NEGATIVE_INFINITY
              for (const sample of samplesOf(parts)) {
                expect(sample.dts).toBeGreaterThan(before)
                before = sample.dts
              }
            }
        },
      ),
      { numRuns: 40, seed: seed },
    )
  }, 60_000)

  it('yields nothing incomplete when datagrams are lost or reordered', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('intact', 'intact', 'intact', 'intact', 'intact', 'intact', 'lost', 'swapped'),
          {
            minLength: 50,
            maxLength: 100,
          },
        ),
        (fates) => {
          const all = [...datagrams(plain)]
          const sent = all.flatMap((one, index) => {
            // Not the first ones: without a first frame there is nothing to compare. Not two in a row: the counter
            // cannot distinguish a shift by sixteen packets from none.
            const isSpared = index < 60 || fates[(index - 1) % fates.length] !== 'intact'
            const fate = isSpared ? 'intact' : fates[index % fates.length]
            if (fate === 'lost') return []
            const next = all[index + 1]
            if (fate === 'swapped' && next !== undefined) {
              all[index + 1] = one
              return [next]
            }
            return [one]
          })
          const outcome = remux(sent)
          const { video, audio } = samples(outcome)
          expectOnlyTrue(video, whole.video, 0)
          expectOnlyTrue(audio, whole.audio, 24)
          if (sent.length < all.length) expect(outcome.losses).toBeGreaterThan(0)
        },
      ),
      { numRuns: 30, seed: seed },
    )
  }, 60_000)

  it('is rejected with a reason when it is no transport stream, encrypted, or without tables or video', () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) & 0x3f))
    expect(remux(datagrams(noise)).unfit).toBe('what arrives is no transport stream')
    const encrypted = Buffer.from(plain)
    for (let at = 0; at < encrypted.length; at += packetBytes)
      if (
        (encrypted.readUInt16BE(at + 1) & 0x1fff) >= 0x100 &&
        (encrypted.readUInt16BE(at + 1) & 0x1fff) < 0x110
      )
        encrypted[at + 3] = (encrypted[at + 3] ?? 0) | 0x80
    expect(remux(datagrams(encrypted)).unfit).toBe('it is encrypted')
    const without = (pid: number) => {
      const intact = []
      for (let at = 0; at < plain.length; at += packetBytes)
        if ((plain.readUInt16BE(at + 1) & 0x1fff) !== pid) intact.push(plain.subarray(at, at + packetBytes))
      return Buffer.concat(intact)
    }
    const slowly = (bytes: Buffer) => remux(datagrams(bytes, 1316, 0, 15_000)).unfit
    expect(slowly(without(0))).toBe('it does not describe its streams')
    expect(slowly(without(0x100))).toBe('no key frame to start with')
  })
})

describe('time', () => {
  const sync = ({ video, audio }: { video: Sample[]; audio: Sample[] }) =>
    (video.at(-1)?.pts ?? 0) / 90_000 - (audio.at(-1)?.dts ?? 0) / 48_000

  it('continues when the timestamps restart at 0', async () => {
    const bytes = await made(`${videoArgs} ${audioArgs} -output_ts_offset 95440`)
    const outcome = remux(datagrams(bytes))
    const { video, audio } = tracks(outcome)
    expect([continuous(video.parts), continuous(audio.parts)]).toEqual([true, true])
    expect(samplesOf(video.parts)).toHaveLength(whole.video.length)
    expect(samplesOf(video.parts).at(-1)?.dts).toBeGreaterThan(2 ** 33)
    expect(sync(samples(outcome))).toBeCloseTo(sync(whole), 1)
  })

  it.each([
    ['back, as when a file restarts', 0],
    ['an hour forward', 3600],
  ])(
    'continues when the timestamps jump %s',
    async (_name, offset) => {
      const after = offset === 0 ? plain : await made(`${videoArgs} ${audioArgs} -output_ts_offset ${offset}`)
      const outcome = remux([...datagrams(plain), ...datagrams(after, 1316, 5000)])
      const { video, audio } = samples(outcome)
      const lengthSec = ((video.at(-1)?.dts ?? 0) - (video[0]?.dts ?? 0)) / 90_000
      expect(lengthSec).toBeGreaterThan(9.8)
      expect(lengthSec).toBeLessThan(10.2)
      // Audio and video stay synchronised: within the duration of a frame.
      expect(Math.abs(sync({ video, audio }) - sync(whole))).toBeLessThan(0.04)
      for (const track of Object.values(tracks(outcome))) await decodes(track)
    },
    60_000,
  )

  it('keeps a hole while a source was away', () => {
    const all = [...datagrams(plain)]
    const [from, to] = [Math.floor(all.length * 0.3), Math.floor(all.length * 0.7)]
    const { video } = samples(remux([...all.slice(0, from), ...all.slice(to)]))
    expectOnlyTrue(video, whole.video, 0)
    expect(video.length).toBeLessThan(whole.video.length * 0.75)
  })
})

describe('another configuration', () => {
  it('starts with a new init when the video changes its size, and time continues', async () => {
    const larger = await made(`${videoArgs} ${audioArgs} -output_ts_offset 5`, 5, 'size=480x270:rate=25')
    const outcome = remux([...datagrams(plain), ...datagrams(larger, 1316, 5000)])
    expect(outcome.runs).toHaveLength(2)
    const [before, after] = [tracks(outcome, 0), tracks(outcome, 1)]
    expect([before.video.description.width, after.video.description.width]).toEqual([320, 480])
    for (const kind of ['video', 'audio'] as const) {
      const last = before[kind].parts.at(-1)
      const first = after[kind].parts[0]
      const gap = (first?.decodeTicks ?? 0) - (last?.decodeTicks ?? 0) - (last?.durationTicks ?? 0)
      expect(gap).toBeGreaterThanOrEqual(0)
      expect(gap / after[kind].description.timescale).toBeLessThan(0.3)
      await decodes(after[kind])
    }
  }, 60_000)

  it('of the audio starts a new init too', async () => {
    const other = await made(`-ar 44100 -ac 2 ${videoArgs} ${audioArgs} -output_ts_offset 5`)
    const outcome = remux([...datagrams(plain), ...datagrams(other, 1316, 5000)])
    expect(outcome.runs).toHaveLength(2)
    const { audio } = tracks(outcome, 1)
    expect([audio.description.sampleRate, audio.description.channels]).toEqual([44_100, 2])
    await decodes(audio)
  }, 60_000)
})

describe('programmes', () => {
  it('with video are preferred, with their languages', async () => {
    const maps = '-map 1:a -map 0:v -map 1:a -map 1:a'
    const said = '-metadata:s:a:1 language=rus -metadata:s:a:2 language=uzb'
    const groups = '-program title=radio:st=0 -program title=tv:st=1:st=2:st=3'
    const bytes = await made(`${maps} ${videoArgs} ${audioArgs} ${said} ${groups}`)
    const { runs, unfit } = remux(datagrams(bytes))
    expect(unfit).toBeUndefined()
    const [run = []] = runs
    expect(run.map(({ description, language }) => [description.kind, language])).toEqual([
      ['video', undefined],
      ['audio', 'rus'],
      ['audio', 'uzb'],
    ])
    for (const track of run) await decodes(track)
  }, 60_000)

  it('with only audio are recorded from their start', async () => {
    const bytes = await made(`-map 1:a ${audioArgs}`)
    const [run = []] = remux(datagrams(bytes)).runs
    const [audio] = run
    if (run.length !== 1 || audio === undefined) throw new Error('one track is expected')
    expect(samplesOf(audio.parts).length).toBeGreaterThan(230)
    await decodes(audio)
  }, 60_000)
})
