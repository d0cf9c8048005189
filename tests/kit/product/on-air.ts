/** Television helpers for journeys: which channels play now, their programmes, and the state of a page's video. */
import { expect, vi } from 'vitest'
import type { Page } from 'playwright-core'
import type { Channel, Programme } from '#contract/channels/channels.ts'
import { requestWhenFree } from './retry-when-busy.ts'

/** A request of a viewer's page, sent beside it. */
export async function fetchData<Data>(
  origin: string,
  path: string,
  token: string | null,
  body?: object,
): Promise<{ readonly isGood: boolean; readonly failure?: string; readonly data: Data }> {
  const response = await requestWhenFree(() =>
    fetch(origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const answer = (await response.json()) as { data: Data; failure?: string }
  return { ...answer, isGood: response.ok && answer.failure === undefined }
}

export async function channelList(origin: string, token: string): Promise<readonly Channel[]> {
  const { data } = await fetchData<{ channels: { item: readonly Channel[] } }>(
    origin,
    '/middleware/channel/list',
    token,
  )
  return data.channels.item
}

/** The first channels of the list that play now, in its order; waits for a product that has just started. */
export async function playing(origin: string, token: string, count: number): Promise<readonly Channel[]> {
  let matches: Channel[] = []
  const look = async () => {
    matches = []
    for (const channel of await channelList(origin, token)) {
      if (matches.length === count) break
      const path = `/middleware/channel/url?cid=${channel.id}&warm=1&beats=1`
      if (channel.is_available === 1 && (await fetchData(origin, path, token)).isGood) matches.push(channel)
    }
    expect(matches.length, 'channels on the air').toBe(count)
  }
  await vi.waitFor(look, { timeout: 90_000, interval: 1000 })
  return matches
}

function isMidProgramme({ now }: Channel, nowSec: number) {
  return now !== null && now.begin_time < nowSec - 120 && now.end_time > nowSec + 180
}

/** Three times a day every channel of the demo starts again: a request at that moment waits for at most this long. */
export const midProgrammeMs = 330_000

/**
 * Channels that play and whose current programme started a while ago and continues for a while, according to the list.
 */
export async function midProgrammes(
  origin: string,
  token: string,
  count: number,
): Promise<readonly Channel[]> {
  let matches: Channel[] = []
  const look = async () => {
    const nowSec = Date.now() / 1000
    matches = (await playing(origin, token, 12)).filter((channel) => isMidProgramme(channel, nowSec))
    expect(matches.length, 'channels in the middle of a programme').toBeGreaterThanOrEqual(count)
  }
  await vi.waitFor(look, { timeout: midProgrammeMs, interval: 3000 })
  return matches
}

/** The first of them. */
export async function midProgramme(origin: string, token: string): Promise<Channel> {
  const [matches] = await midProgrammes(origin, token, 1)
  if (matches === undefined) throw new Error('no channel is in the middle of a programme')
  return matches
}

/** The programmes of a channel around now, oldest first. */
export async function guideOf(
  origin: string,
  token: string,
  cid: number,
  [fromSec, toSec]: readonly [number, number] = [-100_000, 20_000],
): Promise<readonly Programme[]> {
  const now = Math.floor(Date.now() / 1000)
  const { data } = await fetchData<{ programs: { item: readonly Programme[] } }>(
    origin,
    `/middleware/program/list?cid=${cid}&time_from=${now + fromSec}&time_to=${now + toSec}`,
    token,
  )
  return data.programs.item
}

/** A programme that has just ended may still get its last seconds. */
const settledAfterSec = 900

/** The newest recorded programme that ended a while ago, is long enough, and is followed by another such one. */
export async function recorded(origin: string, token: string, cid: number) {
  const all = await guideOf(origin, token, cid)
  const settled = Date.now() / 1000 - settledAfterSec
  const at = all.findLastIndex(
    (one, index) =>
      one.url !== null &&
      one.end_time - one.begin_time > 600 &&
      (all[index + 1]?.end_time ?? Number.POSITIVE_INFINITY) < settled &&
      all[index + 1]?.begin_time === one.end_time &&
      all[index + 1]?.url !== null,
  )
  const [programme, next] = [all[at], all[at + 1]]
  if (programme === undefined || next === undefined) throw new Error(`nothing of channel ${cid} is recorded`)
  return { programme, next }
}

/** The playback position on the wall clock, unix seconds: the value the timeline announces to a screen reader too. */
export async function clockOf(page: Page): Promise<number> {
  const bar = page.locator('[role="slider"][aria-label="Перемотка"]')
  return Number(await bar.getAttribute('aria-valuenow'))
}

/** Counts the sources that have shown their first frame, from before the page's own scripts on. */
export function countPictures() {
  const counted = globalThis as unknown as { pictures: number }
  counted.pictures = 0
  document.addEventListener('loadeddata', () => (counted.pictures += 1), true)
}

export function pictures(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { pictures: number }).pictures)
}

/** Waits until the video advances by this many seconds. A new source has another time: the wait then starts again. */
export async function goesOn(page: Page, seconds = 1, limitMs = 45_000): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { goesOnFrom: undefined }))
  await page.waitForFunction(
    (seconds) => {
      const video = document.querySelector('video')
      if (video === null || video.paused) return false
      const stored = globalThis as { goesOnFrom?: { readonly at: number; readonly source: string } }
      const { currentTime, currentSrc } = video
      const from = stored.goesOnFrom
      if (from === undefined || from.source !== currentSrc || currentTime < from.at)
        stored.goesOnFrom = { at: currentTime, source: currentSrc }
      else return currentTime >= from.at + seconds
      return false
    },
    seconds,
    { timeout: limitMs },
  )
}
