/** Polls `account/status` while the server is unreachable, to find out when the connection is back (SHELL-08). */
import { useEffect } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { call } from './api.ts'
import { connection, useDoubts } from './connection.ts'

const askEveryMs = 4000
/**
 * A server that does not respond in this time counts as unreachable; the next request is better than a longer wait.
 */
const responseLimitMs = 6000

let asking: AbortController | null = null

/** Requests the status now; a request under way is aborted, because the network may have changed. */
export function askAtOnce(): void {
  asking?.abort()
  const own = new AbortController()
  asking = own
  const timer = setTimeout(() => {
    own.abort()
    connection.report('network_error')
  }, responseLimitMs)
  void call(accounts.status, {}, own.signal).then(() => {
    clearTimeout(timer)
    if (asking === own) asking = null
  })
}

/** A slow response is waited for. */
function askUnlessAsking(): void {
  if (asking === null) askAtOnce()
}

/** Polls while the server is unreachable, and at once after an event that suggests it is back. */
export function useAskingForStatus(reachable: boolean): void {
  const doubts = useDoubts()
  // The browser's network events only trigger a request: a network may exist without access to the server.
  useEffect(() => {
    for (const event of ['online', 'offline']) window.addEventListener(event, askAtOnce)
    // The network may have gone while the page was starting, before this listener existed.
    if (!navigator.onLine) askAtOnce()
    return () => {
      for (const event of ['online', 'offline']) window.removeEventListener(event, askAtOnce)
    }
  }, [])
  useEffect(() => {
    if (reachable) return
    const timer = setInterval(askUnlessAsking, askEveryMs)
    return () => clearInterval(timer)
  }, [reachable])
  useEffect(() => {
    if (doubts > 0) askUnlessAsking()
  }, [doubts])
}
