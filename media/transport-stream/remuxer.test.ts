import { describe, expect, it } from 'vitest'
import {
  byFfmpeg,
  continuous,
  datagrams,
  decodes,
  made,
  videoArgs,
  remux,
  sameSamples,
  samplesOf,
  audioArgs,
  type Outcome,
  type Sample,
  type Track,
} from '#tests/kit/media/transport-streams.ts'

function only({ runs, unfit }: Outcome): Track[] {
  expect(unfit).toBeUndefined()
  expect(runs).toHaveLength(1)
  return runs[0] ?? []
}

describe('a transport stream made by ffmpeg', () => {
  it.each([
    ['with B pictures', `${videoArgs} ${audioArgs}`],
    [
      'with open groups and several slices',
      `${videoArgs} -x264-params open-gop=1:slices=4:bframes=3 ${audioArgs}`,
    ],
    ['without B pictures, in stereo', `-ac 2 ${videoArgs} -bf 0 -tune zerolatency ${audioArgs}`],
    ['at 29.97, with 44.1 kHz', `-r 30000/1001 -ar 44100 ${videoArgs} ${audioArgs}`],
    [
      'with pixels that are not square',
      `-vf scale=352:288,setsar=16/11 ${videoArgs} -profile:v high ${audioArgs}`,
    ],
    [
      'with a height that is cropped',
      `-vf scale=322:182 ${videoArgs} -profile:v baseline -bf 0 ${audioArgs}`,
    ],
    [
      'at a constant rate, full of filler',
      `${videoArgs} -x264-params nal-hrd=cbr -b:v 900k -maxrate 900k -bufsize 900k ${audioArgs} -muxrate 1500k`,
    ],
  ])(
    '%s is remuxed as by ffmpeg',
    async (name, how) => {
      const bytes = await made(how)
      const [video, audio] = only(remux(datagrams(bytes)))
      const [otherVideo, otherAudio] = await byFfmpeg(bytes)
      if (!video || !audio || !otherVideo || !otherAudio) throw new Error('a track is missing')
      expect(video.description).toEqual(otherVideo.description)
      expect(audio.description).toEqual(otherAudio.description)
      const [own, other] = [samplesOf(video.parts), samplesOf(otherVideo.parts)]
      // Only the last frame is left out: nothing shows that it is complete.
      expect(own.length).toBe(other.length - 1)
      const isFull = name.includes('filler')
      const seen = isFull ? withoutFiller(other) : other
      const videoMs = sameSamples(own, seen, video.description.timescale, 0)
      const audioMs = sameSamples(
        samplesOf(audio.parts),
        samplesOf(otherAudio.parts),
        audio.description.timescale,
        1,
      )
      expect(Math.abs(videoMs - audioMs)).toBeLessThan(0.1)
      expect([continuous(video.parts), continuous(audio.parts)]).toEqual([true, true])
      for (const track of [video, audio]) {
        for (const part of track.parts.slice(0, -1))
          expect(part.durationTicks / track.description.timescale).toBeLessThan(0.4001)
        await decodes(track)
      }
    },
    120_000,
  )
})

/** Units that ffmpeg keeps and we drop: they are only filler data. */
function withoutFiller(samples: readonly Sample[]): Sample[] {
  return samples.map((sample) => {
    const bytes = Buffer.from(sample.bytes, 'base64')
    const received: Buffer[] = []
    for (let at = 0; at < bytes.length;) {
      const end = at + 4 + bytes.readUInt32BE(at)
      if (((bytes[at + 4] ?? 0) & 31) !== 12) received.push(bytes.subarray(at, end))
      at = end
    }
    return { ...sample, bytes: Buffer.concat(received).toString('base64') }
  })
}
