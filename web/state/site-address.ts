/** The server this client belongs to: the page's own, or in a packaged app the operator's, which was built in or typed. */
import { appPackage } from './app-package.ts'

/** The key under which a typed address is stored; it survives the end of a session. */
export const serverKey = 'ekran.server'
/** The key of the address before, until another one is stored. */
const formerKey = 'ekran.formerServer'

/** `''` for the page's own server; an app without an address yet has none either (`needsServerAddress`). */
export function serverOrigin(): string {
  const app = appPackage()
  return app === null ? '' : (app.server ?? storedServer() ?? '')
}

/** True at the first start of an app that was built without a server address. */
export function needsServerAddress(): boolean {
  return appPackage() !== null && serverOrigin() === ''
}

/** For an app whose viewer typed the server: the server may have moved, or the address may belong to another one. */
export function mayChangeServer(): boolean {
  const app = appPackage()
  return app !== null && app.server === undefined && serverOrigin() !== ''
}

/** The origin of the site, as viewers open it in a browser: for addresses that are shown, shared or scanned. */
export function siteOrigin(): string {
  const origin = serverOrigin()
  return origin === '' ? location.origin : origin
}

/** The same without its scheme, as viewers type it. */
export function siteName(): string {
  return siteOrigin().replace(/^https?:\/\//, '')
}

/**
 * The absolute address of a path from the server, such as `/images/…`, `?ticket=…`, or an address with its own host.
 */
export function atServer(address: string): string {
  const origin = serverOrigin()
  return origin === '' || address === '' ? address : new URL(address, origin).href
}

/** The same, absolute in a browser too. */
export function absoluteAtServer(address: string): string {
  return new URL(address, serverOrigin() || location.href).href
}

/** A typed server that the storage of this device refused: it applies until the app is closed. */
let unstoredServer: string | null = null

/** Null where none is stored, or the storage is blocked. */
function storedServer(): string | null {
  if (unstoredServer !== null) return unstoredServer
  try {
    return localStorage.getItem(serverKey)
  } catch {
    return null
  }
}

/** The server that was left for another one, also where the storage is blocked. */
let unstoredFormer: string | null = null

/** The server that was left for another one; null where none was. */
export function formerServer(): string | null {
  try {
    return unstoredFormer ?? localStorage.getItem(formerKey)
  } catch {
    return unstoredFormer
  }
}

/** Stores a typed server. False where the storage is blocked or full: the app asks for it again at its next start. */
export function storeServer(origin: string): boolean {
  try {
    localStorage.setItem(serverKey, origin)
    localStorage.removeItem(formerKey)
    unstoredServer = null
    unstoredFormer = null
    return true
  } catch {
    unstoredServer = origin
    return false
  }
}

/** Removes it, so that the next start asks for another. The session stays, for the case that it is the same again. */
export function forgetServer(): void {
  const origin = storedServer()
  unstoredServer = null
  unstoredFormer = origin
  quietly(() => localStorage.removeItem(serverKey))
  if (origin !== null) quietly(() => localStorage.setItem(formerKey, origin))
}

/** Where nothing can be stored, nothing is. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // A blocked or full storage.
  }
}
