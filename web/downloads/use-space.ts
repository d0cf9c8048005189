import { useState } from 'react'
import { useOnChange } from '#web/state/use-on-change.ts'

/** The bytes the browser still allows this site; null where it does not say. Read again when `key` changes. */
export function useFreeSpace(key: unknown): number | null {
  const [free, setFree] = useState<number | null>(null)
  useOnChange([key], () => {
    let isOver = false
    const storage = navigator.storage as StorageManager | undefined
    void storage
      ?.estimate?.()
      .then(({ quota, usage }) => {
        if (!isOver && quota !== undefined && usage !== undefined) setFree(Math.max(0, quota - usage))
      })
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  })
  return free
}
