import { describe, expect, it } from 'vitest'
import { commandOf, commandOfAction, remoteCommandOf } from './key-commands.ts'

const plain = { ctrl: false, alt: false, meta: false, shift: false }

describe('keys', () => {
  it('[PLAYER-04] are identified by their position, for any layout', () => {
    expect(commandOf({ ...plain, code: 'KeyK', key: 'л' }, 'film')).toEqual({ kind: 'toggle_play' })
    expect(commandOf({ ...plain, code: 'Digit7', key: '?', shift: true }, 'television')).toEqual({
      kind: 'shortcuts',
    })
  })
  it('[PLAYER-04] [TV-09] change the channel on television and the position in a film', () => {
    const digit = { ...plain, code: 'Digit5', key: '5' }
    expect(commandOf(digit, 'film')).toEqual({ kind: 'jump', share: 0.5 })
    expect(commandOf(digit, 'television')).toEqual({ kind: 'digit', digit: 5 })
    expect(commandOf({ ...plain, code: 'ArrowUp', key: 'ArrowUp' }, 'television')).toEqual({
      kind: 'channel',
      step: 1,
    })
    expect(commandOf({ ...plain, code: 'ArrowUp', key: 'ArrowUp' }, 'film')).toMatchObject({ kind: 'volume' })
  })
  it('[PLAYER-04] [TV-09] of a remote control zap, and open the controls, the guide and the number entry', () => {
    const named = (key: string) => ({ ...plain, code: '', key })
    expect(remoteCommandOf(named('ArrowDown'), 'television')).toEqual({ kind: 'channel', step: -1 })
    expect(remoteCommandOf(named('ArrowUp'), 'television')).toEqual({ kind: 'channel', step: 1 })
    expect(remoteCommandOf(named('Info'), 'television')).toEqual({ kind: 'info' })
    expect(remoteCommandOf(named('ArrowUp'), 'film')).toEqual({ kind: 'controls' })
    expect(remoteCommandOf({ ...plain, code: 'Enter', key: 'Enter' }, 'television')).toEqual({ kind: 'ok' })
    expect(remoteCommandOf(named('ArrowDown'), 'film')).toEqual({ kind: 'controls' })
    expect(remoteCommandOf(named('ChannelUp'), 'television')).toEqual({ kind: 'channel', step: 1 })
  })
  it('[REMOTE-01] that only remote controls have act on a channel and on a film', () => {
    const kinds = (mode: 'film' | 'television', ...actions: string[]) =>
      actions.map((kind) => commandOfAction({ kind }, mode)?.kind)
    expect(kinds('television', 'red', 'green', 'yellow', 'blue')).toEqual([
      'toggle_favourite',
      'to_start',
      'settings',
      'channel_list',
    ])
    expect(kinds('television', 'channelUp', 'lastChannel', 'info', 'guide', 'stop')).toEqual([
      'channel',
      'last_channel',
      'info',
      'guide',
      'stop',
    ])
    expect(kinds('film', 'playPause', 'stop', 'yellow', 'red')).toEqual([
      'toggle_play',
      'stop',
      'settings',
      undefined,
    ])
    expect(commandOfAction({ kind: 'rewind' }, 'film')).toEqual({ kind: 'skip', seconds: -30 })
    expect(commandOfAction({ kind: 'digit', digit: 4 }, 'television')).toEqual({ kind: 'digit', digit: 4 })
    expect(commandOfAction({ kind: 'digit', digit: 4 }, 'film')).toEqual({ kind: 'jump', share: 0.4 })
  })
  it('[PLAYER-04] do not override the browser’s shortcuts', () => {
    expect(commandOf({ ...plain, ctrl: true, code: 'KeyF', key: 'f' }, 'film')).toBeNull()
    expect(commandOf({ ...plain, meta: true, code: 'KeyL', key: 'l' }, 'film')).toBeNull()
  })
})
