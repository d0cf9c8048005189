/**
 * Makes a media element louder than its source, through Web Audio. An element that is connected stays connected, and is
 * silent while Web Audio is suspended: so it is connected only once Web Audio runs.
 */

/** The gain of one media element. */
export interface Amplifier {
  /** 1 changes nothing. */
  setBoost(boost: number): void
  /** Continues after the device suspended it. */
  resume(): void
}

/** A change is spread over this time, seconds, so that it does not click. */
const smoothSec = 0.03
const resumeLimitMs = 500

const amplifiers = new WeakMap<HTMLMediaElement, Amplifier>()
/** One for the page: browsers limit their number. */
let shared: AudioContext | undefined

/** Undefined where it is not possible, or not yet: before a press of the viewer, or for media of another origin. */
export async function amplifierOf(video: HTMLMediaElement): Promise<Amplifier | undefined> {
  const existing = amplifiers.get(video)
  if (existing !== undefined) return existing
  if (!canConnect(video)) return undefined
  const context = await runningContext()
  // It may have been connected, or have got another source, meanwhile.
  const connected = amplifiers.get(video)
  if (context === undefined || connected !== undefined || !canConnect(video)) return connected
  const node = context.createGain()
  context.createMediaElementSource(video).connect(node).connect(context.destination)
  const amplifier = {
    setBoost: (boost: number) => void node.gain.setTargetAtTime(boost, context.currentTime, smoothSec),
    resume: () => void resumed(context),
  }
  amplifiers.set(video, amplifier)
  return amplifier
}

/** Media of another origin would be silent; a remote screen plays by itself. */
function canConnect(video: HTMLMediaElement): boolean {
  const { state } = (video as { readonly remote?: RemotePlayback }).remote ?? {}
  return video.currentSrc.startsWith('blob:') && (state ?? 'disconnected') === 'disconnected'
}

async function runningContext(): Promise<AudioContext | undefined> {
  const { userActivation } = navigator as { readonly userActivation?: { readonly hasBeenActive: boolean } }
  if (typeof AudioContext === 'undefined' || userActivation?.hasBeenActive === false) return undefined
  if (shared === undefined) {
    shared = new AudioContext()
    followSuspension(shared)
  }
  return (await resumed(shared)) ? shared : undefined
}

/** A device may suspend it, for a call or another output: the next press of the viewer continues at the latest. */
function followSuspension(context: AudioContext): void {
  const resume = () => {
    if (context.state !== 'running') void resumed(context)
  }
  context.addEventListener('statechange', resume)
  for (const event of ['pointerdown', 'keydown', 'visibilitychange'])
    document.addEventListener(event, resume, { capture: true, passive: true })
}

/** Whether it runs. A resume that is not allowed may never settle. */
async function resumed(context: AudioContext): Promise<boolean> {
  if (context.state !== 'running') {
    let timer: ReturnType<typeof setTimeout> | undefined
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, resumeLimitMs)
    })
    await Promise.race([context.resume().catch(() => undefined), limit])
    clearTimeout(timer)
  }
  return context.state === 'running'
}
