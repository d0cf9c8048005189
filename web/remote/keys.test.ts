import { describe, expect, it } from 'vitest'
import { actionOf, keyTable, tizenKeys } from './keys.ts'

const coded = (keyCode: number) => actionOf({ key: 'Unidentified', keyCode })?.kind
const named = (key: string) => actionOf({ key, keyCode: 0 })?.kind

describe("[REMOTE-01] a remote control's key", () => {
  it.each([
    [
      'webOS',
      {
        461: 'back',
        33: 'channelUp',
        34: 'channelDown',
        403: 'red',
        404: 'green',
        405: 'yellow',
        406: 'blue',
      },
    ],
    [
      'webOS with keys of a player',
      { 415: 'play', 19: 'pause', 413: 'stop', 417: 'fastForward', 412: 'rewind', 457: 'info', 458: 'guide' },
    ],
    [
      'Tizen',
      {
        10009: 'back',
        427: 'channelUp',
        428: 'channelDown',
        10252: 'playPause',
        10190: 'lastChannel',
        10135: 'menu',
      },
    ],
    ['the keyboard of Tizen', { 65376: 'keyboardDone', 65385: 'keyboardCancel' }],
    ['HbbTV', { 402: 'playPause', 424: 'previous', 425: 'next', 460: 'subtitles', 461: 'back' }],
  ])('of %s is recognised by its code', (_, codes) => {
    for (const [code, action] of Object.entries(codes))
      expect([code, coded(Number(code))]).toEqual([code, action])
  })

  it('of Android TV is recognised by its name', () => {
    expect(
      ['GoBack', 'BrowserBack', 'ChannelUp', 'MediaPlayPause', 'ColorF0Red', 'ContextMenu'].map(named),
    ).toEqual(['back', 'back', 'channelUp', 'playPause', 'red', 'menu'])
  })

  it('with a digit is that digit, by its name or by its code alone', () => {
    expect(actionOf({ key: '7', keyCode: 55 })).toEqual({ kind: 'digit', digit: 7 })
    expect(actionOf({ key: 'Unidentified', keyCode: 57 })).toEqual({ kind: 'digit', digit: 9 })
    expect(actionOf({ key: '', keyCode: 96 })).toEqual({ kind: 'digit', digit: 0 })
  })

  it('that writes a character or moves the focus is no action', () => {
    // The letters and signs of a keyboard share no codes with the table.
    expect(actionOf({ key: 'a', keyCode: 65 })).toBeNull()
    expect(actionOf({ key: '!', keyCode: 33 })).toBeNull()
    expect(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map(named)).toEqual(Array(4).fill(undefined))
  })

  it('means one action only', () => {
    const codes = keyTable.flatMap((row) => row.codes)
    const names = keyTable.flatMap((row) => row.names)
    expect(new Set(codes).size).toBe(codes.length)
    expect(new Set(names).size).toBe(names.length)
  })

  it('that Tizen reserves is registered once, with every digit', () => {
    expect(new Set(tizenKeys).size).toBe(tizenKeys.length)
    for (const key of ['0', '9', 'ChannelUp', 'PreviousChannel', 'ColorF3Blue', 'MediaPlayPause', 'Guide'])
      expect(tizenKeys).toContain(key)
  })
})
