import { describe, expect, it } from 'vitest'
import { foldAlias } from '#server/television/channels/channel-aliases.ts'
import { readRecordingOverrides } from '#server/television/channels/recording.ts'
import { Guide } from '#server/television/guide/guide.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import { channelConfigs } from './channel-configs.ts'
import { channelsOfNotification, type LiveTelevision } from './live-television.ts'
import type { ChannelRecord } from '#server/television/channels/channel.ts'

function configsOf(...channels: readonly ChannelRecord[]) {
  const snapshot = { channels, categories: [], guide: Guide.empty, channel: () => undefined }
  return channelConfigs({ now: () => snapshot } as unknown as LiveTelevision, () => [])
}

const sources = [{ url: 'udp://@239.1.1.7:5000', protocol: 'udp', userAgent: 'Ekran' }] as const
const recorded = { kind: 'recorded', sources } as const

describe('[TV-10] the media engine’s channel configuration', () => {
  it('contains every enabled channel with a source', () => {
    const configs = configsOf(
      buildChannelRecord(1),
      buildChannelRecord(2, { source: recorded }),
      buildChannelRecord(3, { isEnabled: false }),
      buildChannelRecord(4, { source: { kind: 'none' } }),
      buildChannelRecord(5, { source: { kind: 'recorded', sources: [] } }),
    )
    expect(configs.map(({ id, kind }) => [id, kind])).toEqual([
      ['1', 'linear'],
      ['2', 'recorded'],
    ])
  })

  it('[GUIDE-03] has an archive depth as long as the channel’s archive', () => {
    const [config] = configsOf(buildChannelRecord(1, { archiveDays: 3 }))
    expect(config?.archiveMs).toBe(3 * 86_400_000)
  })

  it('[CHAN-04] lists a channel’s sources in their order, with each one’s request headers', () => {
    const [config] = configsOf(buildChannelRecord(2, { source: recorded, lowLatency: true }))
    expect(config).toMatchObject({
      sources: [{ url: 'udp://@239.1.1.7:5000', kind: 'udp', userAgent: 'Ekran' }],
      lowLatency: true,
      encoding: {},
      watch: {},
    })
  })

  it('contains an operator’s overrides and nothing else', () => {
    const recording = { heights: [720, 480] as const, watch: false, hevc: 'copy' as const }
    const wished = buildChannelRecord(2, {
      source: recorded,
      recording: { ...recording, heights: [720, 480] },
    })
    expect(configsOf(wished)[0]).toMatchObject({
      encoding: { heights: [720, 480], hevc: 'copy' },
      watch: { isOff: true },
    })
  })
})

describe('an operator’s overrides for a recording', () => {
  it('are parsed as stored', () => {
    const overrides = {
      heights: [1080, 480],
      reencode: true,
      hevc: 'encode',
      watch: false,
      stillPictures: true,
    }
    expect(readRecordingOverrides(overrides)).toEqual(overrides)
    expect(readRecordingOverrides({})).toEqual({})
  })

  it.each([[null], ['text'], [{ heights: [] }], [{ heights: [333] }], [{ hevc: 'drop' }], [{ watch: 'no' }]])(
    'are empty for the invalid value %j',
    (value) => {
      expect(readRecordingOverrides(value)).toEqual({})
    },
  )
})

describe('a notification that the guide has changed', () => {
  it('lists its channels, or means all of them', () => {
    expect(channelsOfNotification('5,7')).toEqual([5, 7])
    for (const payload of ['', 'all', '5,x', '5,,7.5'])
      expect(channelsOfNotification(payload), payload).toBeUndefined()
  })
})

it('[MATCH-01] a guide means the same channel in any notation of its name', () => {
  const written = ['Ёшлар ТВ', 'ешлар  тв', ' ЁШЛАР_ТВ ', 'Ёшлар\u00a0ТВ', 'Ешлар ТВ']
  expect(new Set(written.map(foldAlias)).size).toBe(1)
  expect(foldAlias('Спорт 1')).not.toBe(foldAlias('Спорт 2'))
})
