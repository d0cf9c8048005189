/**
 * The keys of remote controls on every platform, and the action of each. One table, so that no screen has codes of
 * its own.
 *
 * Sources:
 * - LG webOS: https://webostv.developer.lge.com/develop/guides/magic-remote (Back 461, colours 403 to 406, Play 415,
 *   Pause 19, Stop 413, fast forward 417, rewind 412). Remotes with keys for channels send Page Up and Page Down.
 * - Samsung Tizen: the codes and the names to register of tom-win87/tizen-demo-1, js/utils.js, which agree with
 *   fgl27/SmartTwitchTV, app/general/TVKeyValue.js, and zype/zype-tizen, lib/platforms/samsung/TvKeys.js (also the
 *   keys of its keyboard, Done 65376 and Cancel 65385).
 * - HbbTV and CE-HTML: the VK_ constants of receivers (VK_PLAY_PAUSE 402, VK_PREV 424, VK_NEXT 425, VK_INFO 457,
 *   VK_SUBTITLE 460, VK_BACK 461, VK_MENU 462).
 * - Android TV: the names of https://www.w3.org/TR/uievents-key/ (GoBack, BrowserBack, ChannelUp, MediaPlayPause,
 *   ColorF0Red), as Chromium gives them to the codes of Android (ui/events/keycodes/keyboard_code_conversion_android.cc:
 *   the last channel is MediaLast, the key Menu is ContextMenu).
 */
export type RemoteAction =
  | { readonly kind: 'digit'; readonly digit: number }
  | {
      readonly kind:
        | 'back'
        | 'ok'
        | 'menu'
        | 'channelUp'
        | 'channelDown'
        | 'lastChannel'
        | 'channelList'
        | 'info'
        | 'guide'
        | 'red'
        | 'green'
        | 'yellow'
        | 'blue'
        | 'play'
        | 'pause'
        | 'playPause'
        | 'stop'
        | 'fastForward'
        | 'rewind'
        | 'next'
        | 'previous'
        | 'subtitles'
        | 'keyboardDone'
        | 'keyboardCancel'
    }
type NamedAction = Exclude<RemoteAction['kind'], 'digit'>

/** An event of the keyboard, or its two fields that identify a remote control's key. */
interface RemoteKey {
  readonly key: string
  readonly keyCode: number
}

interface KeyRow {
  readonly action: NamedAction
  /** `KeyboardEvent.keyCode`: webOS, Tizen and HbbTV send codes without a name. */
  readonly codes: readonly number[]
  /** `KeyboardEvent.key`: Android TV and newer engines send names. */
  readonly names: readonly string[]
  /** The names under which Tizen delivers the key to a page that has registered it. */
  readonly tizen?: readonly string[]
}

export const keyTable: readonly KeyRow[] = [
  { action: 'back', codes: [461, 10009], names: ['GoBack', 'BrowserBack', 'XF86Back'] },
  { action: 'ok', codes: [13], names: ['Enter', 'Accept', 'Select'] },
  { action: 'menu', codes: [93, 462, 10135], names: ['ContextMenu', 'Menu'], tizen: ['Tools'] },
  { action: 'channelUp', codes: [33, 427], names: ['ChannelUp', 'PageUp'], tizen: ['ChannelUp'] },
  { action: 'channelDown', codes: [34, 428], names: ['ChannelDown', 'PageDown'], tizen: ['ChannelDown'] },
  {
    action: 'lastChannel',
    codes: [10190],
    names: ['NavigatePrevious', 'MediaLast'],
    tizen: ['PreviousChannel'],
  },
  { action: 'channelList', codes: [10073], names: ['ListProgram'], tizen: ['ChannelList'] },
  { action: 'info', codes: [457], names: ['Info'], tizen: ['Info'] },
  { action: 'guide', codes: [458], names: ['Guide'], tizen: ['Guide'] },
  { action: 'red', codes: [403], names: ['ColorF0Red'], tizen: ['ColorF0Red'] },
  { action: 'green', codes: [404], names: ['ColorF1Green'], tizen: ['ColorF1Green'] },
  { action: 'yellow', codes: [405], names: ['ColorF2Yellow'], tizen: ['ColorF2Yellow'] },
  { action: 'blue', codes: [406], names: ['ColorF3Blue'], tizen: ['ColorF3Blue'] },
  { action: 'play', codes: [415], names: ['MediaPlay'], tizen: ['MediaPlay'] },
  { action: 'pause', codes: [19], names: ['MediaPause', 'Pause'], tizen: ['MediaPause'] },
  {
    action: 'playPause',
    codes: [402, 10252, 179],
    names: ['MediaPlayPause'],
    tizen: ['MediaPlayPause'],
  },
  { action: 'stop', codes: [413, 178], names: ['MediaStop'], tizen: ['MediaStop'] },
  {
    action: 'fastForward',
    codes: [417],
    names: ['MediaFastForward', 'MediaSkipForward'],
    tizen: ['MediaFastForward'],
  },
  { action: 'rewind', codes: [412], names: ['MediaRewind', 'MediaSkipBackward'], tizen: ['MediaRewind'] },
  { action: 'next', codes: [425, 10233, 176], names: ['MediaTrackNext'], tizen: ['MediaTrackNext'] },
  {
    action: 'previous',
    codes: [424, 10232, 177],
    names: ['MediaTrackPrevious'],
    tizen: ['MediaTrackPrevious'],
  },
  { action: 'subtitles', codes: [460], names: ['Subtitle', 'ClosedCaptionToggle'], tizen: ['Caption'] },
  { action: 'keyboardDone', codes: [65376], names: [] },
  { action: 'keyboardCancel', codes: [65385], names: [] },
]

const byCode = new Map(keyTable.flatMap(({ action, codes }) => codes.map((code) => [code, action])))
const byName = new Map(keyTable.flatMap(({ action, names }) => names.map((name) => [name, action])))

/** Digits above the letters of a keyboard, which remote controls send, and those of a number pad. */
const digitRows = [48, 96] as const

/** The action of a key, or null for the arrows and all keys that are not a remote control's. */
export function actionOf({ key, keyCode }: RemoteKey): RemoteAction | null {
  const named = byName.get(key)
  if (named !== undefined) return { kind: named }
  if (/^\d$/.test(key)) return { kind: 'digit', digit: Number(key) }
  // A key with a character may have the same code as a remote control's key, but it is not that key.
  if (key.length === 1) return null
  const coded = byCode.get(keyCode)
  if (coded !== undefined) return { kind: coded }
  const row = digitRows.find((begin) => keyCode >= begin && keyCode <= begin + 9)
  return row === undefined ? null : { kind: 'digit', digit: keyCode - row }
}

/** The keys that Tizen reserves until a page registers them. Arrows, OK and Return need no registration. */
export const tizenKeys: readonly string[] = [
  ...keyTable.flatMap(({ tizen = [] }) => tizen),
  ...Array.from({ length: 10 }, (_, digit) => String(digit)),
]
