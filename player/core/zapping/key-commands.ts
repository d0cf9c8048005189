/**
 * The commands of keys. Keys are identified by their position (`KeyK`), so a Russian or Uzbek layout changes
 * nothing.
 */

/** A key press as reported by the page. */
export interface KeyPress {
  readonly code: string
  readonly key: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly shift: boolean
}

/** The command of a key. Seconds; `share` and `change` are parts of 1. */
export type Command =
  | { readonly kind: 'toggle_play' }
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'skip'; readonly seconds: number }
  | { readonly kind: 'jump'; readonly share: number }
  | { readonly kind: 'to_start' }
  | { readonly kind: 'to_end' }
  | { readonly kind: 'volume'; readonly change: number }
  | { readonly kind: 'toggle_mute' }
  | { readonly kind: 'toggle_fullscreen' }
  | { readonly kind: 'toggle_text' }
  | { readonly kind: 'toggle_pip' }
  | { readonly kind: 'frame'; readonly step: 1 | -1 }
  | { readonly kind: 'next' }
  | { readonly kind: 'skip_marker' }
  | { readonly kind: 'shortcuts' }
  /** Shows the statistics. */
  | { readonly kind: 'statistics' }
  | { readonly kind: 'channel'; readonly step: 1 | -1 }
  | { readonly kind: 'last_channel' }
  | { readonly kind: 'digit'; readonly digit: number }
  | { readonly kind: 'confirm' }
  /** Moves the focus to the controls: on a television only this key does. */
  | { readonly kind: 'controls' }
  /** Opens or closes the mini-guide over the video. */
  | { readonly kind: 'guide' }
  /** OK on a remote control: completes a number being typed, else shows the controls. */
  | { readonly kind: 'ok' }
  /** Leaves the recording for live, or the film. */
  | { readonly kind: 'stop' }
  /** Shows or hides the card about the programme. */
  | { readonly kind: 'info' }
  /** Opens or closes the list of channels. */
  | { readonly kind: 'channel_list' }
  | { readonly kind: 'toggle_favourite' }
  /** Opens or closes the choice of audio and subtitles. */
  | { readonly kind: 'settings' }
  /** Closes what is shown over the video. */
  | { readonly kind: 'back' }

const everywhere: Readonly<Record<string, Command>> = {
  Space: { kind: 'toggle_play' },
  KeyK: { kind: 'toggle_play' },
  MediaPlayPause: { kind: 'toggle_play' },
  MediaPlay: { kind: 'play' },
  MediaPause: { kind: 'pause' },
  KeyJ: { kind: 'skip', seconds: -10 },
  KeyL: { kind: 'skip', seconds: 10 },
  ArrowLeft: { kind: 'skip', seconds: -5 },
  ArrowRight: { kind: 'skip', seconds: 5 },
  KeyM: { kind: 'toggle_mute' },
  KeyF: { kind: 'toggle_fullscreen' },
  KeyC: { kind: 'toggle_text' },
  KeyP: { kind: 'toggle_pip' },
  KeyI: { kind: 'statistics' },
  Home: { kind: 'to_start' },
  End: { kind: 'to_end' },
}
const film: Readonly<Record<string, Command>> = {
  ArrowUp: { kind: 'volume', change: 0.1 },
  ArrowDown: { kind: 'volume', change: -0.1 },
  Comma: { kind: 'frame', step: -1 },
  Period: { kind: 'frame', step: 1 },
  KeyN: { kind: 'next' },
  KeyS: { kind: 'skip_marker' },
}
// Up is the next channel, like P+ on a remote control.
const television: Readonly<Record<string, Command>> = {
  ArrowUp: { kind: 'channel', step: 1 },
  ArrowDown: { kind: 'channel', step: -1 },
  PageUp: { kind: 'channel', step: 1 },
  PageDown: { kind: 'channel', step: -1 },
  ChannelUp: { kind: 'channel', step: 1 },
  ChannelDown: { kind: 'channel', step: -1 },
  Backspace: { kind: 'last_channel' },
  Enter: { kind: 'confirm' },
  KeyG: { kind: 'guide' },
  Info: { kind: 'info' },
  Guide: { kind: 'guide' },
}

const remoteEverywhere: Readonly<Record<string, Command>> = {
  ArrowLeft: { kind: 'skip', seconds: -10 },
  ArrowRight: { kind: 'skip', seconds: 10 },
  ArrowUp: { kind: 'controls' },
}
// Up and down change the channel here too; OK shows the controls, a long OK the guide.
const remoteTelevision: Readonly<Record<string, Command>> = {
  ...remoteEverywhere,
  ArrowUp: { kind: 'channel', step: 1 },
  ArrowDown: { kind: 'channel', step: -1 },
  Enter: { kind: 'ok' },
  NumpadEnter: { kind: 'ok' },
}
const remoteFilm: Readonly<Record<string, Command>> = {
  ...remoteEverywhere,
  ArrowDown: { kind: 'controls' },
  Enter: { kind: 'toggle_play' },
  NumpadEnter: { kind: 'toggle_play' },
}

/** A longer step than that of the arrows: these keys are next to Play. */
const windSec = 30

/** The commands of a remote control's own keys, by the action of each. */
const remoteActions: Readonly<Record<string, Command>> = {
  back: { kind: 'back' },
  play: { kind: 'play' },
  pause: { kind: 'pause' },
  playPause: { kind: 'toggle_play' },
  stop: { kind: 'stop' },
  fastForward: { kind: 'skip', seconds: windSec },
  rewind: { kind: 'skip', seconds: -windSec },
  yellow: { kind: 'settings' },
  subtitles: { kind: 'toggle_text' },
}
const remoteTelevisionActions: Readonly<Record<string, Command>> = {
  ...remoteActions,
  channelUp: { kind: 'channel', step: 1 },
  channelDown: { kind: 'channel', step: -1 },
  next: { kind: 'channel', step: 1 },
  previous: { kind: 'channel', step: -1 },
  lastChannel: { kind: 'last_channel' },
  channelList: { kind: 'channel_list' },
  info: { kind: 'info' },
  guide: { kind: 'guide' },
  red: { kind: 'toggle_favourite' },
  green: { kind: 'to_start' },
  blue: { kind: 'channel_list' },
}
const remoteFilmActions: Readonly<Record<string, Command>> = {
  ...remoteActions,
  next: { kind: 'next' },
  green: { kind: 'to_start' },
  info: { kind: 'controls' },
}

/** The command of an action of a remote control, or null. A digit is a channel, or a tenth of a film. */
export function commandOfAction(
  action: { readonly kind: string; readonly digit?: number },
  mode: 'film' | 'television',
): Command | null {
  const { kind, digit } = action
  if (digit !== undefined)
    return mode === 'film' ? { kind: 'jump', share: digit / 10 } : { kind: 'digit', digit }
  return (mode === 'film' ? remoteFilmActions : remoteTelevisionActions)[kind] ?? null
}

/** The command of a remote control's key; it has channel keys but neither Tab nor a mouse. */
export function remoteCommandOf(press: KeyPress, mode: 'film' | 'television'): Command | null {
  const own = mode === 'film' ? remoteFilm : remoteTelevision
  // Many remote controls send a name and no position.
  return own[press.code === '' ? press.key : press.code] ?? commandOf(press, mode)
}

/** The command of a press, or null. Presses with Ctrl, Alt or Meta belong to the browser. */
export function commandOf(press: KeyPress, mode: 'film' | 'television'): Command | null {
  if (press.ctrl || press.alt || press.meta) return null
  // By its character: on a Russian layout the question mark is Shift+7.
  if (press.key === '?') return { kind: 'shortcuts' }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(press.code)?.[1]
  if (digit !== undefined && !press.shift)
    return mode === 'film'
      ? { kind: 'jump', share: Number(digit) / 10 }
      : { kind: 'digit', digit: Number(digit) }
  const own = mode === 'film' ? film : television
  const name = press.code === '' ? press.key : press.code
  return own[name] ?? everywhere[name] ?? null
}
