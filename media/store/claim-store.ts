/** Whose a store is: a mark in it names the installation that used it first. */
import { buffer } from 'node:stream/consumers'
import { type MediaStore, StoreFailed } from './interface/store.ts'

const markName = 'ekran-installation.json'
const longestMark = 1000

/** The installation that a store belongs to; undefined for a store without a mark, '' when its mark is unreadable. */
export async function ownerOfStore(store: MediaStore): Promise<string | undefined> {
  let text: string
  try {
    text = (await buffer(store.read(markName, { begin: 0, end: longestMark }))).toString()
  } catch (error) {
    if (error instanceof StoreFailed && error.failure === 'not_found') return undefined
    throw error
  }
  try {
    const mark = JSON.parse(text) as { installation?: unknown } | null
    return typeof mark?.installation === 'string' ? mark.installation : ''
  } catch {
    return ''
  }
}

/**
 * Marks a store without an owner; false when it belongs to another installation. A mark that is there stays: of two
 * installations at once, only one reads its own.
 */
export async function claimStore(store: MediaStore, installation: string): Promise<boolean> {
  if ((await ownerOfStore(store)) === undefined)
    await store.put(markName, markOf(installation), { onlyNew: true }).catch((error: unknown) => {
      if (!(error instanceof StoreFailed) || error.failure !== 'exists') throw error
    })
  return (await ownerOfStore(store)) === installation
}

/** Makes a store another installation's, whosever it was: for one that took over from that. */
export async function takeOverStore(store: MediaStore, installation: string): Promise<void> {
  await store.put(markName, markOf(installation))
}

function markOf(installation: string): Buffer {
  return Buffer.from(JSON.stringify({ installation }))
}
