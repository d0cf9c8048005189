/** What the pictures show of the demo: a channel that plays, a film that is ready. */
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { createClient } from '#contract/client.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import type { Shown } from './take-screenshots.ts'

/** Films are packaged while the product already runs. */
const packagingLimitMs = 600_000
const maxTitles = 60
const pauseMs = 5000
/** So many letters of a name find it and some others. */
const queryLength = 3

function clientOf(url: string, token: string | null, language: 'ru' | 'uz') {
  return createClient({
    origin: url,
    token: () => token,
    language: () => language,
    fetch: (address, { method, headers, body }) =>
      fetch(address, {
        ...{ method, headers, signal: AbortSignal.timeout(20_000) },
        ...(body === undefined ? {} : { body }),
      }),
  })
}

/** The demo at this address, seen by its subscriber. Waits until a film is ready. */
export async function chooseFromDemo(url: string): Promise<Shown> {
  const { token, storeScript } = await logIn(url)
  return chooseContent(url, token, storeScript)
}

/** A service at this address, seen by a guest. */
export function chooseForGuest(url: string): Promise<Shown> {
  return chooseContent(url, null, '')
}

async function chooseContent(url: string, token: string | null, storeScript: string): Promise<Shown> {
  const call = clientOf(url, token, 'ru')
  const channels = await call(token === null ? api.channels.publicList : api.channels.list, {})
  if (channels.kind !== 'ok') throw new Error(`${url} returns no channels: ${JSON.stringify(channels)}`)
  const watched = channels.data.channels.item.find((one) => one.now !== null && one.is_available === 1)
  const vid = await findFilm(url, token)
  const names = await Promise.all((['ru', 'uz'] as const).map((language) => nameOf(url, vid, language)))
  const [ru = '', uz = ''] = names.map((name) => name.slice(0, queryLength).trim())
  const banners = await call(api.site.banners, { place: 'top' })
  const closedBanners = banners.kind === 'ok' ? banners.data.map(({ id }) => id) : []
  return { url, storeScript, cid: watched?.id ?? null, vid, queries: { ru, uz }, closedBanners }
}

/** The most popular film that is ready; waits for the first one. */
async function findFilm(url: string, token: string | null): Promise<number> {
  const call = clientOf(url, token, 'ru')
  for (const untilMs = Date.now() + packagingLimitMs; Date.now() < untilMs; await sleep(pauseMs)) {
    const list = await call(api.films.publicList, { kind: 'films', limit: maxTitles })
    if (list.kind !== 'ok') throw new Error(`${url} returns no list of films: ${JSON.stringify(list)}`)
    for (const { vid } of list.data.videos.item) {
      const detail = await call(api.films.publicDetail, { vid })
      if (detail.kind !== 'ok') continue
      const { files, age_rating: age } = detail.data.video
      if (age !== '18+' && files.some(({ kind, is_ready: ready }) => kind === 'film' && ready === 1))
        return vid
    }
  }
  throw new Error(`${url} has no film that is ready`)
}

async function nameOf(url: string, vid: number, language: 'ru' | 'uz'): Promise<string> {
  const detail = await clientOf(url, null, language)(api.films.publicDetail, { vid })
  return detail.kind === 'ok' ? detail.data.video.name : ''
}
