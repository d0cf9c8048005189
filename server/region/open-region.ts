import { open } from 'node:fs/promises'
import type { PrefixTable } from './prefix-table.ts'
import { prefixTable } from './prefix-table.ts'
import { ownPrefixes, readPrefixes } from './rules.ts'
import type { Log } from '#server/platform/log.ts'

/** Which public somebody belongs to, by the address they come from. */
export type Audience = 'inside' | 'outside'

export interface RegionOptions {
  /** The list of the national network's prefixes; undefined: everybody is inside. */
  readonly prefixesPath: string | undefined
  readonly log: Log
  /** How often the file is looked at for changes; default 15,000. */
  readonly checkEveryMs?: number
}

/** The room, opened. */
export interface Region {
  /** Whether an address belongs to the national network. One that cannot be read does not. */
  isInside(address: string): boolean
  audienceOf(address: string): Audience
  /** Reads the file again if it changed. A file that cannot be used leaves the former list in force. */
  refresh(): Promise<'unchanged' | 'loaded' | 'refused'>
  close(): void
}

const mostBytes = 16 * 1024 * 1024

/** Reads the list and begins to watch it. A list that cannot be used at the start is thrown: it was asked for. */
export async function openRegion(options: RegionOptions): Promise<Region> {
  const { prefixesPath: path, log } = options
  let table: PrefixTable | undefined
  let loadedMark = ''

  const refresh = async () => {
    if (path === undefined) return 'unchanged'
    try {
      const read = await readChanged(path, loadedMark)
      if (read === undefined) return 'unchanged'
      const { prefixes, badLines, badCount } = readPrefixes(read.text)
      if (prefixes.length === 0) throw new Error(`${path} holds no prefix`)
      table = prefixTable([...ownPrefixes, ...prefixes])
      loadedMark = read.mark
      const skipped = badCount === 0 ? {} : { badCount, badLines }
      log.info('network prefixes were read', { path, prefixes: prefixes.length, ...skipped })
      return 'loaded'
    } catch (error) {
      if (table === undefined) throw error
      log.warn('network prefixes could not be read; the former ones stay', { path, error })
      return 'refused'
    }
  }
  await refresh()
  const timer =
    path === undefined ? undefined : setInterval(() => void refresh(), options.checkEveryMs ?? 15_000)
  timer?.unref()

  const isInside = (address: string) => (path === undefined ? true : (table?.lookUp(address) ?? false))
  return {
    isInside,
    audienceOf: (address) => (isInside(address) ? 'inside' : 'outside'),
    refresh,
    close: () => clearInterval(timer),
  }
}

/** The file's text and a mark of its state, or undefined while the mark is `formerMark`. */
async function readChanged(
  path: string,
  formerMark: string,
): Promise<{ readonly text: string; readonly mark: string } | undefined> {
  const file = await open(path, 'r')
  try {
    const { mtimeMs, size, ino } = await file.stat()
    const mark = `${mtimeMs}:${size}:${ino}`
    if (mark === formerMark) return undefined
    if (size > mostBytes) throw new Error(`${path} is larger than ${mostBytes} bytes`)
    return { text: await file.readFile('utf8'), mark }
  } finally {
    await file.close()
  }
}
