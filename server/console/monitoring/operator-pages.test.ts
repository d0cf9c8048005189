import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import type { ChannelReport, PlaySums, Report } from '#server/monitoring/monitoring.ts'
import { noSums } from '#server/monitoring/plays/play-sums.ts'
import { drawAppsPage, type AppsPageFacts } from './apps-page.ts'
import { escaped, operatorPage, pagePolicy } from './page-html.ts'
import { playPage, type PlayPageFacts } from './play-tables.ts'

const nowMs = Date.UTC(2026, 10, 22, 7, 0, 30)
const hourMs = 3_600_000

function channel(own: Partial<ChannelReport> = {}): ChannelReport {
  return {
    cid: 1,
    number: 7,
    name: 'Sevimli',
    kind: 'recorded',
    isEnabled: true,
    state: 'recording',
    sources: 2,
    sourceIndex: 1,
    picture: 'ok',
    restarts: 0,
    guideUntilMs: nowMs + 26 * hourMs,
    lastSegmentAtMs: nowMs - 4000,
    bitsPerSecond: 4_250_000,
    level: 'good',
    why: [],
    ...own,
  }
}

function report(channels: readonly ChannelReport[], own: Partial<Report> = {}): Report {
  return { atMs: nowMs - 5000, channels, disk: null, ...own }
}

/** The cells of every row of a page; throws when the page is not well-formed. */
function rowsOf(page: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  let isCell = false
  parser.on('opentag', ({ name }) => {
    if (name === 'tr') rows.push([])
    if (name !== 'td' && name !== 'th') return
    rows.at(-1)?.push('')
    isCell = true
  })
  parser.on('closetag', ({ name }) => (isCell &&= name !== 'td' && name !== 'th'))
  parser.on('text', (text) => {
    const row = rows.at(-1)
    if (isCell && row !== undefined) row.push((row.pop() ?? '') + text)
  })
  const body = page.slice(page.indexOf('<body>'), page.indexOf('</body>') + '</body>'.length)
  parser.write(body).close()
  return rows
}

describe('the operator’s page of channels', () => {
  it('reports when nothing has been recorded', () => {
    expect(operatorPage(undefined, nowMs)).toContain('Nothing has been recorded yet.')
  })

  it('has a row for each channel, the worst first, with its figures', () => {
    const page = operatorPage(
      report([
        channel(),
        channel({ cid: 2, number: 1, name: 'Lost', level: 'bad', why: ['no source', 'no guide'] }),
        channel({ cid: 3, number: 2, name: 'Off', level: 'off', state: 'stopped' }),
      ]),
      nowMs,
    )
    const [heads, ...rows] = rowsOf(page)
    expect(heads).toHaveLength(11)
    expect(rows.map((row) => row[1])).toEqual(['Lost', 'Sevimli', 'Off'])
    expect(rows[0]?.at(-1)).toBe('no source; no guide')
    expect(rows[1]).toEqual([
      ...['7', 'Sevimli', 'good recording', '1 of 2 ', '4.25', '4 s ago'],
      ...['ok', '1 d 2 h', '', '', ''],
    ])
    expect(page).toContain('1 bad, 0 warning, 1 good, 1 off.')
  })

  it('shows the depth of an archive and its gaps', () => {
    const archive = {
      oldestMs: nowMs - 49 * hourMs,
      bytes: 1_500_000_000,
      holesOfDay: { count: 2, ms: 65_000 },
      holesOfWeek: { count: 3, ms: hourMs },
      requestedMs: 7 * 24 * hourMs,
      expectedMs: null,
    } as NonNullable<ChannelReport['archive']>
    const [, row] = rowsOf(operatorPage(report([channel({ archive })]), nowMs))
    expect(row?.slice(8, 10)).toEqual(['2 d 1 h, 1.5 GB', '2 (1 min 5 s) / 3 (1 h)'])
  })

  it('shows the age of its figures when the recorder no longer reports', () => {
    expect(operatorPage(report([], { atMs: nowMs - 5000 }), nowMs)).toContain('As of 2026-11-22 12:00:25')
    expect(operatorPage(report([], { atMs: nowMs - hourMs }), nowMs)).toContain(
      'The recorder has not reported for 1 h.',
    )
  })

  it('shows when hours of the archive will be deleted, and by which limit', () => {
    const disk = { freeBytes: 5e9, totalBytes: 1e12, hoursLeft: 30 }
    const limits = { requestedBytes: 10e9, aheadBytes: 2e9 }
    expect(operatorPage(report([], { disk: { ...disk, limits } }), nowMs)).toContain(
      'Disk: 5.0 GB of 1000.0 GB free; the oldest recordings will be deleted in 1 d 6 h, below 10.0 GB, as EKRAN_FREE_SPACE_GB has it.',
    )
    expect(operatorPage(report([], { disk: { ...disk, hoursLeft: null } }), nowMs)).toContain(
      'it holds the whole depth.',
    )
  })

  it('shows a name as text, whatever it contains', () => {
    const name = `<script>alert("x")</script>&'`
    const [, row] = rowsOf(operatorPage(report([channel({ name, why: [name] })]), nowMs))
    expect(row?.[1]).toBe(name)
    expect(row?.at(-1)).toBe(name)
    expect(escaped(name)).not.toMatch(/[<>"']/)
  })

  it('may load only its own style', () => {
    expect(pagePolicy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+='; base-uri 'none'/)
    expect(operatorPage(undefined, nowMs)).not.toMatch(/<script|<img|src=|style="/)
  })
})

describe('the operator’s page of plays', () => {
  function sums(own: Partial<PlaySums> = {}): PlaySums {
    return { ...noSums(), ...own }
  }

  const none = { all: sums(), groups: [], codes: [], worst: [] }

  function page(own: Partial<PlayPageFacts> = {}) {
    return playPage({ atMs: nowMs, hour: none, day: none, days: [], ...own }, (kind, subject) =>
      subject === 404 ? undefined : `${kind} ${subject}`,
    )
  }

  it('reports when nothing was played', () => {
    expect(page().match(/Nothing was played\./g)).toHaveLength(3)
    expect(page()).toContain('until 2026-11-22 12:00 in Tashkent')
  })

  it('has the figures of all, then of each device and kind', () => {
    const all = sums({
      plays: 40,
      abandoned: 2,
      failures: 4,
      starts: [0, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0],
      playedMs: 2 * hourMs,
      stalls: 3,
      stalledMs: 72_000,
      ratedMs: hourMs,
      ratedBits: 3600 * 4e6,
      ratedLineMs: hourMs * 720,
      switches: 6,
    })
    const group = { device: 'tv', kind: 'live', sums: sums({ plays: 1 }) } as const
    const [, whole, tv] = rowsOf(page({ hour: { ...none, all, groups: [group] } }))
    expect(whole).toEqual([
      ...['all', '', '40', '2', '4 (10.0 %)', '0.54 s', '0.73 s', '2.0', '1.50', '1.0 %'],
      ...['4.00', '720', '3.0'],
    ])
    expect(tv?.slice(0, 3)).toEqual(['television', 'live', '1'])
  })

  it('omits figures that too few plays cannot support', () => {
    const [, whole] = rowsOf(page({ hour: { ...none, all: sums({ plays: 1 }) } }))
    expect(whole?.slice(4)).toEqual(['0', '–', '–', '0.0', '–', '–', '–', '–', '–'])
  })

  it('names what had problems, also deleted items, and the meaning of a failure', () => {
    const worst = [
      { kind: 'film', subject: 12, sums: sums({ plays: 3 }) },
      { kind: 'live', subject: 404, sums: sums({ plays: 3 }) },
    ] as const
    const codes = [
      { code: 'P2-503', count: 5 },
      { code: 'X9', count: 1 },
    ]
    const rows = rowsOf(page({ hour: { all: sums({ plays: 6 }), groups: [], codes, worst } }))
    expect(rows.map((row) => row[0])).toEqual(
      expect.arrayContaining(['film 12', '№ 404, which is gone', 'P2-503', 'X9']),
    )
    expect(rows.find((row) => row[0] === 'P2-503')).toEqual(['P2-503', '5', 'the stream did not answer'])
    expect(rows.find((row) => row[0] === 'X9')?.[2]).toBe('')
  })

  it('has a row for each day in Tashkent', () => {
    const days = [{ dayMs: Date.UTC(2026, 10, 21, 19), sums: sums({ plays: 9 }) }]
    expect(rowsOf(page({ days })).at(-1)?.slice(0, 2)).toEqual(['2026-11-22', '9'])
  })
})

describe('the operator’s page of apps', () => {
  const none: AppsPageFacts = { atMs: nowMs, releases: [], switches: [], reports: [] }
  const open = { from: '', to: '' }

  it('[REMOTE-03] reports when nothing is set and nothing was reported', () => {
    const page = drawAppsPage(none)
    expect(page).toContain('every version may be used')
    expect(page).toContain('Nothing was reported in 30 days.')
  })

  it('[REMOTE-03] has a row for each release, switch and group of reports, as text', () => {
    const message = '<script>alert(1)</script>'
    const rows = rowsOf(
      drawAppsPage({
        ...none,
        releases: [
          {
            ...{
              platform: 'webos',
              minimumVersion: '1.2',
              recommendedVersion: '',
              storeUrl: 'https://lg.example',
            },
            note: { ru: '', uz: '' },
          },
        ],
        switches: [
          {
            ...{
              switchId: 3,
              platform: 'webos',
              model: '',
              firmware: { from: '', to: '5.4' },
              version: open,
            },
            ...{ engine: 'mse', lowLatency: false, previews: true, maxHeight: 1080, reason: 'stalls' },
          },
        ],
        reports: [
          {
            ...{ day: '2026-11-22', kind: 'start_failed', reports: 4, platform: 'webos', version: '1.3' },
            ...{ model: 'OLED55', firmware: '', messages: [{ at: nowMs, message, page: '/tv' }] },
          },
        ],
      }),
    )
    expect(rows[1]).toEqual(['webos', '1.2', '–', 'https://lg.example'])
    expect(rows[3]).toEqual([
      ...['3', 'webos', 'all', 'to 5.4', 'all'],
      ...['engine mse, low latency off, previews on, at most 1080p', 'stalls'],
    ])
    expect(rows[5]).toEqual([
      ...['2026-11-22', 'start failed', '4', 'webos', '1.3', 'OLED55', '–'],
      `${message} /tv`,
    ])
  })
})
