/** The channel that this device's profile watched last: a television offers it first. */
import { useEffect } from 'react'
import { profileStorage } from '#web/session/profile-storage.ts'

const storage = profileStorage('ekran.lastChannel')

/** Its id, or null when none was watched yet. */
export function lastChannel(): number | null {
  return Number(storage.read()) || null
}

export function useKeepLastChannel(cid: number | undefined): void {
  useEffect(() => {
    if (cid !== undefined) storage.write(String(cid))
  }, [cid])
}
