/**
 * Playing the address of a video element on another screen: AirPlay in Safari, the Remote Playback API in other
 * browsers (https://www.w3.org/TR/remote-playback/). The browser finds the screens and lists them itself. An element
 * with `disableRemotePlayback` has no address that another screen could read.
 */

/** What the browser reports about other screens. */
export interface RemotePlaybackState {
  /** There is a screen to choose, or one is in use. */
  readonly isAvailable: boolean
  readonly connection: 'none' | 'connecting' | 'connected'
}

/** No other screen, and none in use. */
export const noRemotePlayback: RemotePlaybackState = { isAvailable: false, connection: 'none' }

/** Safari's own interface (https://developer.apple.com/documentation/webkitjs/adding_an_airplay_button_to_your_safari_media_controls). */
interface AppleVideo extends HTMLVideoElement {
  readonly webkitCurrentPlaybackTargetIsWireless?: boolean
  webkitShowPlaybackTargetPicker(): void
}

type Report = (state: RemotePlaybackState) => void

function hasAirPlay(video: HTMLVideoElement): video is AppleVideo {
  return 'webkitShowPlaybackTargetPicker' in video
}

/**
 * Calls back with the current state soon, and after every change, until the returned function is called. Browsers look
 * for screens only while somebody listens: call it while the controls are on the page, and no longer.
 */
export function followRemotePlayback(video: HTMLVideoElement, report: Report): () => void {
  if (hasAirPlay(video)) return followAirPlay(video, report)
  return 'remote' in video ? followRemote(video, report) : () => undefined
}

/** Opens the browser's list of screens; in use, it also ends playback there. Needs a press of the viewer. */
export async function chooseRemoteScreen(video: HTMLVideoElement): Promise<void> {
  try {
    if (hasAirPlay(video)) video.webkitShowPlaybackTargetPicker()
    else await video.remote.prompt()
  } catch {
    // The viewer closed the list, or the screen has gone meanwhile: nothing changes.
  }
}

function followAirPlay(video: AppleVideo, report: Report): () => void {
  let hasTargets = false
  const tell = () => {
    const isInUse = video.webkitCurrentPlaybackTargetIsWireless === true
    report({
      isAvailable: isInUse || (hasTargets && !video.disableRemotePlayback),
      connection: isInUse ? 'connected' : 'none',
    })
  }
  const noteTargets = (event: Event) => {
    hasTargets = (event as Event & { readonly availability?: string }).availability === 'available'
    tell()
  }
  // The player library allows other screens once it has given the element an address for them.
  const allowed = new MutationObserver(tell)
  allowed.observe(video, { attributes: true, attributeFilter: ['disableremoteplayback'] })
  video.addEventListener('webkitplaybacktargetavailabilitychanged', noteTargets)
  video.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', tell)
  tell()
  return () => {
    allowed.disconnect()
    video.removeEventListener('webkitplaybacktargetavailabilitychanged', noteTargets)
    video.removeEventListener('webkitcurrentplaybacktargetiswirelesschanged', tell)
  }
}

async function stopWatching(remote: RemotePlayback, watchId: number): Promise<void> {
  try {
    await remote.cancelWatchAvailability(watchId)
  } catch {
    // The element has gone, and its watching with it.
  }
}

const remoteEvents = ['connecting', 'connect', 'disconnect'] as const
const connections = { connecting: 'connecting', connected: 'connected', disconnected: 'none' } as const

function followRemote({ remote }: HTMLVideoElement, report: Report): () => void {
  let hasScreens = false
  let isOver = false
  let watchId: number | null = null
  const tell = () => {
    if (isOver) return
    const connection = connections[remote.state]
    report({ isAvailable: hasScreens || connection !== 'none', connection })
  }
  const cancel = () => {
    if (watchId !== null) void stopWatching(remote, watchId)
    watchId = null
  }
  const changed = (isAvailable: boolean) => {
    hasScreens = isAvailable
    tell()
  }
  remote.watchAvailability(changed).then(
    (id) => {
      watchId = id
      if (isOver) cancel()
    },
    // The element's source is no address, or the browser does not look for screens by itself: no button is shown.
    () => undefined,
  )
  for (const name of remoteEvents) remote.addEventListener(name, tell)
  tell()
  return () => {
    isOver = true
    for (const name of remoteEvents) remote.removeEventListener(name, tell)
    cancel()
  }
}
