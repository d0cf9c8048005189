import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { api } from '#contract/api.ts'

/** Long polls, which the server keeps open until there is news: a page always has one of them. */
const longPolls = Object.values(api)
  .flatMap((subject) => Object.values(subject))
  .filter(({ waitsSec }) => waitsSec > 0)
  .map(({ path }) => path)
const quietMs = 500

/** Call before the page is opened; the returned function waits until only long polls were under way for 500 ms. */
export function followRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  let changedMs = performance.now()
  const isLongPoll = (request: Request) => longPolls.some((path) => new URL(request.url()).pathname === path)
  page.on('request', (request) => {
    if (isLongPoll(request)) return
    pending.add(request)
    changedMs = performance.now()
  })
  const end = (request: Request) => {
    if (pending.delete(request)) changedMs = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const isQuiet = () => pending.size === 0 && performance.now() - changedMs >= quietMs
  return () => expect.poll(isQuiet, { timeout: 60_000, interval: 100 }).toBe(true)
}
