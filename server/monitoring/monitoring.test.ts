import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createMetrics } from '#server/platform/metrics.ts'
import { addChannelGauges } from './gauges.ts'
import { guideUntil } from './guide-ahead.ts'
import { createGuessLimiter } from '#server/console/monitoring/guess-limit.ts'
import { operatorMount } from '#server/console/monitoring/operator-page.ts'
import { duration } from './duration.ts'
import { writeReport } from './report-file.ts'
import { judge, type ChannelFacts, type Report } from './report.ts'
import { statusOfReport } from './status-lines.ts'

const now = 1_790_000_000_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const archive = {
  oldestMs: now - 7 * dayMs,
  bytes: 237e9,
  bytesPerDay: 34e9,
  holesOfDay: { count: 1, ms: 6000 },
  holesOfWeek: { count: 3, ms: 30_000 },
  requestedMs: 7 * dayMs,
  expectedMs: 7 * dayMs,
}
const good: ChannelFacts = {
  cid: 5,
  number: 12,
  name: 'Sevimli <TV>',
  kind: 'recorded',
  isEnabled: true,
  state: 'recording',
  sourceIndex: 1,
  sources: 2,
  picture: 'ok',
  bitsPerSecond: 3_130_000,
  lastSegmentAtMs: now - 2000,
  restarts: 1,
  guideUntilMs: now + 5 * dayMs,
  archive,
}

function reportOf(...channels: readonly ChannelFacts[]): Report {
  return {
    atMs: now,
    channels: channels.map((facts) => judge(facts, now)),
    disk: {
      ...{ freeBytes: 5e11, totalBytes: 2e12, hoursLeft: 30 },
      limits: { requestedBytes: 1e9, aheadBytes: 12e9 },
    },
  }
}

describe('a channel', () => {
  it('[OPS-03] that is recorded, has video and a guide is good', () => {
    expect(judge(good, now)).toMatchObject({ level: 'good', why: [] })
  })

  it.each([
    [{ state: 'waiting', words: 'connection refused' }, 'bad', 'connection refused'],
    [{ lastSegmentAtMs: now - 30_000 }, 'bad', 'the last segment is 30 s old'],
    [{ picture: 'black' }, 'bad', 'the picture is black'],
    [{ picture: 'frozen' }, 'bad', 'the picture stands still'],
    [{ picture: 'slate' }, 'bad', 'the source shows that it is out of service'],
    [{ picture: 'silent' }, 'warning', 'there is no sound'],
    [{ sourceIndex: 2 }, 'warning', 'received from source 2 of 2'],
    [{ guideUntilMs: null }, 'warning', 'no current programme in the guide'],
    [{ guideUntilMs: now + 5 * hourMs }, 'warning', 'the guide ends in 5 h'],
  ] as const)('[OPS-03] with %j is %s: %s', (change, level, why) => {
    expect(judge({ ...good, ...change }, now)).toMatchObject({ level, why: [why] })
  })

  it('[OPS-03] whose archive has gaps or will be too shallow is a warning', () => {
    const poor = { ...archive, holesOfDay: { count: 2, ms: 90_000 }, expectedMs: 4.5 * dayMs }
    expect(judge({ ...good, archive: poor }, now)).toMatchObject({
      level: 'warning',
      why: ['90 s of the last day are missing', 'the archive will reach back 4.5 days instead of 7'],
    })
  })

  it('[OPS-03] that is switched off is no warning', () => {
    expect(judge({ ...good, isEnabled: false, state: 'stopped' }, now)).toMatchObject({ level: 'off' })
  })
})

describe('the guide ahead', () => {
  it('ends at the first gap of an hour', () => {
    const at = (fromH: number, toH: number) => ({ beginMs: now + fromH * hourMs, endMs: now + toH * hourMs })
    expect(guideUntil([at(-2, -1), at(-1, 1), at(1.5, 3), at(5, 6)], now)).toBe(now + 3 * hourMs)
    expect(guideUntil([at(2, 3)], now)).toBeNull()
    expect(guideUntil([], now)).toBeNull()
  })
})

describe('the operator’s output', () => {
  it('[OPS-03] status lists problems first, and says when nothing is recorded any more', () => {
    const report = reportOf(good, { ...good, number: 7, name: 'Yoshlar', state: 'waiting', words: 'timeout' })
    expect(statusOfReport(report, now + 5000)).toEqual([
      'Recording: 1 channels ok, 0 warning, 1 failing',
      '  bad      7 Yoshlar: timeout',
      'Disk: 500.0 GB of 2000.0 GB free; recordings will be deleted before their time in 1 d 6 h, below 12.0 GB, which three minutes of recording take (EKRAN_FREE_SPACE_GB is less)',
    ])
    expect(statusOfReport(report, now + 2 * hourMs)).toEqual(['Recording: not running (last seen 2 h ago)'])
    expect(statusOfReport(undefined, now)).toEqual(['Recording: nothing has been reported yet'])
  })

  it('[OPS-03] the gauges have each channel by its number', async () => {
    const metrics = createMetrics()
    addChannelGauges(metrics, () =>
      reportOf(good, { ...good, number: 13, isEnabled: false, picture: 'black' }),
    )
    const text = await metrics.registry.metrics()
    metrics.close()
    expect(text).toContain('ekran_channel_up{channel="12"} 1')
    expect(text).not.toContain('ekran_channel_up{channel="13"}')
    expect(text).toContain('ekran_channel_last_segment_age_seconds{channel="12"} 2')
    expect(text).toContain('ekran_channel_picture_black{channel="13"} 1')
    expect(text).toContain('ekran_media_disk_hours_left 30')
  })

  it('durations have two units at most', () => {
    expect([0, 999, 61_000, dayMs + 3 * hourMs + 5, 7 * dayMs].map(duration)).toEqual([
      '0 s',
      '0 s',
      '1 min 1 s',
      '1 d 3 h',
      '7 d',
    ])
  })
})

describe('the page of channels', () => {
  const open: { server: Server; dir: string }[] = []
  afterEach(async () => {
    for (const { server, dir } of open.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(dir, { recursive: true })
    }
  })
  const serve = async (
    password: string | undefined,
    client: string | (() => string) = '127.0.0.1',
    pause?: () => Promise<unknown>,
  ) => {
    const dir = await mkdtemp(join(tmpdir(), 'ekran-monitoring-'))
    await writeReport(dir, reportOf(good))
    const clock = { nowMs: () => now + 3000 }
    const mount = operatorMount({
      dataDir: dir,
      clock,
      password,
      clientAddress: () => (typeof client === 'string' ? client : client()),
      ...(pause === undefined ? {} : { guessLimiter: createGuessLimiter(clock, pause) }),
      plays: async () => 'the page of plays',
      apps: async () => 'the page of apps',
    })
    const server = createServer((request, response) => {
      void mount.handle(request, response).then((did) => (did ? undefined : response.writeHead(418).end()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ server, dir })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/operator/channels`
  }
  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`,
  })

  it('[OPS-03] is open only to this machine while there is no password', async () => {
    const here = await fetch(await serve(undefined))
    expect(here.status).toBe(200)
    expect(here.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await here.text()
    expect(html).toContain('Sevimli &#60;TV&#62;')
    expect(html).toContain('3.13')
    expect(await (await fetch((await serve(undefined)).replace('channels', 'plays'))).text()).toBe(
      'the page of plays',
    )
    expect((await fetch((await serve(undefined)).replace('channels', 'constructor'))).status).toBe(418)
    expect((await fetch(await serve(undefined, '10.1.2.3'))).status).toBe(404)
    const forwarded = await fetch(await serve(undefined), { headers: { 'x-forwarded-for': '9.9.9.9' } })
    expect(forwarded.status).toBe(404)
  })

  it('[OPS-03] requires the password, and blocks a client that guesses it', async () => {
    const url = await serve('сорок два попугая', '10.1.2.3')
    const request = await fetch(url)
    expect([request.status, request.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Ekran operator", charset="UTF-8"',
    ])
    expect((await fetch(url, { headers: basic('сорок два попугая') })).status).toBe(200)
    for (let tries = 0; tries < 10; tries += 1)
      expect((await fetch(url, { headers: basic('сорок два') })).status).toBe(401)
    expect((await fetch(url, { headers: basic('сорок два попугая') })).status).toBe(429)
  })

  it('[OPS-03] slows down guesses from many networks, and lets an operator at work through', async () => {
    let client = '10.1.2.3'
    const active: (() => void)[] = []
    const pause = () => new Promise<void>((resolve) => active.push(resolve))
    const url = await serve('сорок два попугая', () => client, pause)
    const ask = async (from: string, password: string) => {
      client = from
      return (await fetch(url, { headers: basic(password) })).status
    }
    expect(await ask('10.1.2.3', 'сорок два попугая')).toBe(200)
    for (let index = 0; index < 31; index += 1) expect(await ask(`10.9.${index}.1`, 'сорок два')).toBe(401)
    expect(active).toHaveLength(0)
    // From now on an unknown network waits for its turn, and its right password is accepted nevertheless.
    const stranger = ask('10.8.0.1', 'сорок два попугая')
    await expect.poll(() => active.length).toBe(1)
    expect(await ask('10.1.2.3', 'сорок два попугая')).toBe(200)
    active.splice(0).forEach((go) => go())
    expect(await stranger).toBe(200)
    // The queue is bounded: above it attempts are refused and not stored.
    const many = Array.from({ length: 12 }, (_, index) => ask(`10.7.${index}.1`, 'сорок два'))
    const first = await Promise.race(many)
    expect(first).toBe(429)
    const release = setInterval(() => active.splice(0).forEach((go) => go()), 5)
    const statuses = await Promise.all(many)
    clearInterval(release)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})
