/** The question that brings the connection flag back: `account/status`, while nothing gets through (SHELL-08). */
import { useEffect } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { call } from './api.ts'
import { connection, useDoubts } from './connection.ts'

const askEveryMs = 4000
/** A server that does not answer this in time is not reached; the next question is better than a longer wait. */
const answerLimitMs = 6000

let asking: AbortController | null = null

/** Asks for the status now; a question that is still open is given up, for the network may have changed under it. */
export function askAtOnce(): void {
  asking?.abort()
  const own = new AbortController()
  asking = own
  const timer = setTimeout(() => {
    own.abort()
    connection.report('network_error')
  }, answerLimitMs)
  void call(accounts.status, {}, own.signal).then(() => {
    clearTimeout(timer)
    if (asking === own) asking = null
  })
}

/** A slow answer is waited for. */
function askUnlessAsking(): void {
  if (asking === null) askAtOnce()
}

/** Asks again and again while the flag is down, and at once when there is a reason to. */
export function useAskingForStatus(reachable: boolean): void {
  const doubts = useDoubts()
  // The network's own events are a reason to ask, not an answer: a network without a way out says nothing of us.
  useEffect(() => {
    for (const event of ['online', 'offline']) window.addEventListener(event, askAtOnce)
    // The network may have gone while the page was being brought to life, before anybody listened.
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
