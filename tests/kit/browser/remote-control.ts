/** A remote control: presses keys as a television sends them, by code, and counts the presses. */
import type { CDPSession, Page } from 'playwright-core'

/** Codes of LG webOS; arrows, OK and digits are the same everywhere. */
const codes = {
  left: 37,
  up: 38,
  right: 39,
  down: 40,
  ok: 13,
  back: 461,
  menu: 93,
  channelUp: 33,
  channelDown: 34,
  red: 403,
  green: 404,
  yellow: 405,
  blue: 406,
  pause: 19,
  play: 415,
  rewind: 412,
  forward: 417,
  info: 457,
  guide: 458,
  lastChannel: 10190,
} as const
export type RemoteKeyName = keyof typeof codes

/** What an engine reports to a page besides the code; a television's own keys have nothing more. */
const names: Partial<Readonly<Record<RemoteKeyName, string>>> = {
  left: 'ArrowLeft',
  up: 'ArrowUp',
  right: 'ArrowRight',
  down: 'ArrowDown',
  ok: 'Enter',
  menu: 'ContextMenu',
}

export interface RemoteControl {
  press(...keys: RemoteKeyName[]): Promise<void>
  /** Presses OK and releases it once `until` is true. */
  holdOk(until: () => Promise<unknown>): Promise<void>
  digits(number: number): Promise<void>
  /** How often a key was pressed so far. */
  readonly presses: number
}

export async function remoteControl(page: Page): Promise<RemoteControl> {
  const devtools = await page.context().newCDPSession(page)
  let presses = 0
  return {
    get presses() {
      return presses
    },
    async press(...keys) {
      for (const key of keys) {
        presses++
        await send(devtools, 'down', codes[key], names[key])
        await send(devtools, 'up', codes[key], names[key])
      }
    },
    async holdOk(until) {
      presses++
      await send(devtools, 'down', codes.ok, names.ok)
      await until()
      // A television repeats the key while it is pressed.
      await send(devtools, 'repeat', codes.ok, names.ok)
      await send(devtools, 'up', codes.ok, names.ok)
    },
    async digits(number) {
      for (const digit of String(number)) {
        presses++
        await send(devtools, 'down', 48 + Number(digit))
        await send(devtools, 'up', 48 + Number(digit))
      }
    },
  }
}

async function send(devtools: CDPSession, way: 'down' | 'up' | 'repeat', code: number, name?: string) {
  // Enter presses a button by the character that comes with it.
  const text = name === 'Enter' && way !== 'up' ? { text: '\r' } : {}
  await devtools.send('Input.dispatchKeyEvent', {
    type: way === 'up' ? 'keyUp' : 'text' in text ? 'keyDown' : 'rawKeyDown',
    windowsVirtualKeyCode: code,
    nativeVirtualKeyCode: code,
    autoRepeat: way === 'repeat',
    ...(name === undefined ? {} : { key: name, code: name }),
    ...text,
  })
}
