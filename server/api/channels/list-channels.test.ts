import { describe, expect, it } from 'vitest'
import type { SharedRequestContext } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { Guide } from '#server/television/guide/guide.ts'
import type { ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import { applyRules, findChannel, listChannels, listIds } from './list-channels.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)

const channels = [
  buildChannelRecord(1, { worldPlace: 1 }),
  buildChannelRecord(2, { name: { ru: 'Без узбекского', uz: '' } }),
  buildChannelRecord(3, { worldPlace: 0, isSocial: true, source: { kind: 'none' } }),
]

const programme: ProgrammeRecord = {
  pid: 11,
  cid: 1,
  beginMs: nowMs - 60_000,
  endMs: nowMs + 60_000,
  title: { ru: 'Новости', uz: 'Yangiliklar' },
  description: { ru: 'Много слов', uz: 'Koʻp soʻz' },
  genreCode: null,
  ageRating: '',
  assetId: null,
}

const television: TelevisionSnapshot = {
  channels,
  categories: [],
  guide: Guide.of([programme]),
  channel: (cid) => channels.find((one) => one.cid === cid),
}

const api = {
  television: { now: () => television },
  clock: { nowMs: () => nowMs },
  engine: { hasRecording: () => true },
  entitlement: {
    channelAccess: async (viewer: unknown) => (channel: { readonly cid: number }) =>
      viewer !== undefined && channel.cid !== 2,
  },
  viewing: { favouriteChannels: async () => [3] },
}

function request(more: Partial<SharedRequestContext> = {}): SharedRequestContext {
  return {
    viewer: undefined,
    language: 'ru',
    audience: 'inside',
    serviceId: 1,
    requestId: 'r',
    log: silentLog,
    ...more,
  }
}

const viewer = { accountId: 7, sessionId: 's' }
const everything = { allowed: undefined, isCompact: false }

describe('a list of channels', () => {
  it('[TV-07] lists the channels of tariffs in their order, and abroad the world list in its own', () => {
    expect(listIds(television, 'inside', undefined)).toEqual([1, 2, 3])
    expect(listIds(television, 'inside', new Set([3, 1]))).toEqual([1, 3])
    expect(listIds(television, 'outside', undefined)).toEqual([3, 1])
  })

  it('[TV-05] [TV-08] marks what the viewer may watch and the favourites; nothing for a guest', async () => {
    const flags = async (more: Partial<SharedRequestContext>) =>
      (await listChannels(api, request(more), everything)).map((one) => [
        one.id,
        one.is_available,
        one.is_favorited,
      ])
    expect(await flags({ viewer })).toEqual([
      [1, 1, 0],
      [2, 0, 0],
      [3, 1, 1],
    ])
    expect(await flags({})).toEqual([
      [1, 0, 0],
      [2, 0, 0],
      [3, 0, 0],
    ])
  })

  it('reads the rights and the favourites once, however many channels there are', async () => {
    const reads: string[] = []
    const counting = {
      entitlement: {
        channelAccess: async () => {
          reads.push('rights')
          return () => true
        },
      },
      viewing: {
        favouriteChannels: async () => {
          reads.push('favourites')
          return []
        },
      },
    }
    await applyRules(counting, request({ viewer }), [...channels, ...channels])
    expect(reads).toEqual(['rights', 'favourites'])
  })

  it('omits the descriptions of programmes when it is compact', async () => {
    const now = async (isCompact: boolean) =>
      (await listChannels(api, request(), { allowed: undefined, isCompact }))[0]?.now
    expect(await now(false)).toMatchObject({ title: 'Новости', description: 'Много слов' })
    expect(await now(true)).toMatchObject({ title: 'Новости', description: '' })
  })

  it('shows the name in the other language where its own is empty, and no archive where nothing is recorded', async () => {
    const shown = await listChannels(api, request({ language: 'uz' }), everything)
    expect(shown.map(({ name }) => name)).toEqual(['Kanal 1', 'Без узбекского', 'Kanal 3'])
    expect(shown.map(({ has_archive }) => has_archive)).toEqual([1, 1, 0])
  })

  it('finds one channel, or none', async () => {
    expect(await findChannel(api, request({ viewer }), 3)).toMatchObject({ id: 3, is_social: 1, next: null })
    expect(await findChannel(api, request(), 4)).toBeUndefined()
  })
})
