/** Asks the server how long what is saved here may be watched, and takes away what was withdrawn. */
import { downloads } from '#contract/downloads.ts'
import { call } from '#web/session/api.ts'
import { session } from '#web/session/session.ts'
import { changeDownload, downloadList, noteTime } from './download-list.ts'
import { goOnWithAll, removeDownload } from './saving.ts'

let asking = false

async function renewLicences(): Promise<void> {
  const items = downloadList()
  if (asking || items.length === 0 || session.get().token === null || !navigator.onLine) return
  asking = true
  const held = items.map(({ vfid, startedAtSec }) => `${vfid}:${startedAtSec}`).join(',')
  const result = await call(downloads.renew, { held })
  asking = false
  if (result.kind !== 'answer') return
  noteTime(result.data.now)
  const told = new Map(result.data.downloads.item.map((licence) => [licence.vfid, licence]))
  for (const { vfid, state } of items) {
    const licence = told.get(vfid)
    if (licence !== undefined)
      changeDownload(vfid, { expiresAtSec: licence.expires_at, startedAtSec: licence.started_at })
    // What is not whole yet is granted when it goes on.
    else if (state === 'saved') await removeDownload(vfid)
  }
}

/** Asks for a new term of what is here already. Gives what was said against it, '' when nothing was. */
export async function prolong(vid: number, vfid: number): Promise<string | null> {
  const result = await call(downloads.begin, { vid, vfid })
  if (result.kind === 'unreachable') return null
  if (result.kind === 'refused') return result.message
  const { licence, now } = result.data
  noteTime(now)
  changeDownload(vfid, { expiresAtSec: licence.expires_at, startedAtSec: licence.started_at })
  return ''
}

const TIME_EVERY_MS = 60_000
let following = false

/** From now on: ends are renewed and downloads go on whenever there is a connection. */
export function followDownloads(): void {
  noteTime()
  if (following) return
  following = true
  const back = () => {
    goOnWithAll()
    void renewLicences()
  }
  addEventListener('online', back)
  session.subscribe(back)
  setInterval(noteTime, TIME_EVERY_MS, null)
  back()
}
