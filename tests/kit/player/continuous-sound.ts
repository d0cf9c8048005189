/** Whether the sound of the page's video was ever interrupted, measured in the page. */

export interface HeardSound {
  /** What a continuous playback never reports. */
  readonly events: readonly string[]
  /** Bytes of audio decoded so far (Chromium counts them). */
  readonly decodedBytes: number
  /** How far the position fell behind the clock at most. */
  readonly longestLagMs: number
  /** The longest run of samples that are all exactly zero. */
  readonly longestSilenceMs: number
}

/**
 * Runs in the page: listens to its video from now on. `window.heard()` returns what was heard since its last call, a
 * `HeardSound`.
 */
export function watchSound(): void {
  const video = document.querySelector('video')
  if (video === null) throw new Error('there is no video on the page')
  video.setAttribute('data-heard', '')
  let events: string[] = []
  for (const name of ['pause', 'waiting', 'emptied', 'seeking', 'stalled', 'abort'])
    video.addEventListener(name, () => events.push(name))

  let [minLagMs, maxLagMs] = [Number.POSITIVE_INFINITY, 0]
  const sample = () => {
    const lagMs = performance.now() - video.currentTime * 1000
    minLagMs = Math.min(minLagMs, lagMs)
    maxLagMs = Math.max(maxLagMs, lagMs - minLagMs)
    requestAnimationFrame(sample)
  }
  sample()

  let [silence, longestSilence] = [0, 0]
  const sound = new AudioContext()
  const { captureStream } = video as HTMLVideoElement & { captureStream: () => MediaStream }
  const tap = sound.createScriptProcessor(1024, 1, 1)
  tap.addEventListener('audioprocess', ({ inputBuffer }) => {
    for (const value of inputBuffer.getChannelData(0)) {
      silence = value === 0 ? silence + 1 : 0
      longestSilence = Math.max(longestSilence, silence)
    }
  })
  sound.createMediaStreamSource(captureStream.call(video)).connect(tap)
  tap.connect(sound.destination)

  const counted = video as HTMLVideoElement & { webkitAudioDecodedByteCount?: number }
  Object.assign(window, {
    heard: (): HeardSound => {
      const heard = {
        events,
        decodedBytes: counted.webkitAudioDecodedByteCount ?? 0,
        longestLagMs: maxLagMs,
        longestSilenceMs: (longestSilence / sound.sampleRate) * 1000,
      }
      ;[events, minLagMs, maxLagMs, longestSilence] = [[], Number.POSITIVE_INFINITY, 0, 0]
      return heard
    },
  })
}
