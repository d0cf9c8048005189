/** The time of now, for words such as "5 min ago". */
import { useEffect, useState } from 'react'

const everyMs = 30_000

/** Unix seconds, renewed twice a minute. */
export function useNowSec(): number {
  const [nowSec, setNowSec] = useState(() => Math.floor(Date.now() / 1000))
  useEffect(() => {
    const timer = setInterval(() => setNowSec(Math.floor(Date.now() / 1000)), everyMs)
    return () => clearInterval(timer)
  }, [])
  return nowSec
}
