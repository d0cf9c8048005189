import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { HealthHistory, readHealth, withoutAddresses } from './health-history.ts'
import { probeLiveSource } from '#media/recorder/failover/probe-source.ts'

const dir = mkdtempSync(join(tmpdir(), 'health-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('checking whether a source is reachable', () => {
  it('returns the reason as text, without its address', async () => {
    const stop = new AbortController()
    const refused = await probeLiveSource(
      { kind: 'http-ts', url: 'http://127.0.0.1:1/a.ts?token=t' },
      stop.signal,
    )
    expect(refused).toBe('the connection is refused')
    const away = join(dir, 'no-such-film.mp4')
    expect(await probeLiveSource({ kind: 'file-loop', url: away }, stop.signal)).toBe('there is no such file')
  })
})

describe('the history of a source', () => {
  it('survives a restart, has a size limit, and stores an outage as one event', async () => {
    const folder = join(dir, 'bounded')
    const history = new HealthHistory(folder)
    for (let turn = 0; turn < 900; turn++) {
      history.add({ atMs: turn, sourceIndex: 0, kind: 'died', words: `in words ${turn}` })
      history.add({ atMs: turn, sourceIndex: 0, kind: 'died', words: 'the same outage, tried again' })
      history.add({ atMs: turn, sourceIndex: 0, kind: 'up' })
    }
    await history.written()
    expect(history.events).toHaveLength(200)
    expect(readFileSync(join(folder, 'health.jsonl'), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(
      400,
    )
    expect(readHealth(folder)).toEqual(history.events)
    expect(new HealthHistory(folder).events.at(-1)).toEqual({ atMs: 899, sourceIndex: 0, kind: 'up' })
    expect(history.events.filter(({ kind }) => kind === 'died')).toHaveLength(100)
  })

  it('ignores a truncated line and lines that are not events', async () => {
    const folder = join(dir, 'torn')
    const history = new HealthHistory(folder)
    history.add({ atMs: 1, sourceIndex: 0, kind: 'up' })
    await history.written()
    appendFileSync(join(folder, 'health.jsonl'), 'null\n{"atMs":2,"place":0,"kind":"other"}\n{"atMs":3,"pla')
    expect(readHealth(folder)).toEqual([{ atMs: 1, sourceIndex: 0, kind: 'up' }])
    expect(readHealth(join(dir, 'nowhere'))).toEqual([])
  })

  it('contains no address and no credentials', async () => {
    const history = new HealthHistory(join(dir, 'secret'))
    const words = 'Error opening http://user:secret@tv.example/a.ts?token=abc: 403; srt://h:1?passphrase=p'
    history.add({ atMs: 1, sourceIndex: 0, kind: 'died', words })
    expect(history.events[0]?.words).toBe('Error opening the source 403; the source')
    expect(withoutAddresses('rtmps://live.example/app/KEY refused')).toBe('the source refused')
    expect(withoutAddresses('connect ECONNREFUSED 10.1.2.3:8080')).toBe('connect ECONNREFUSED the source')
    expect(withoutAddresses('connect ECONNREFUSED 2001:db8::7:8080')).toBe('connect ECONNREFUSED the source')
    expect(withoutAddresses('getaddrinfo ENOTFOUND tv.example')).toBe('getaddrinfo ENOTFOUND the source')
    expect(withoutAddresses('Failed to resolve hostname tv.example: x')).toBe(
      'Failed to resolve hostname the source: x',
    )
    expect(withoutAddresses('silent for 6 s, at 12:30:01, version 7.0.2')).toBe(
      'silent for 6 s, at 12:30:01, version 7.0.2',
    )
    await history.written()
  })
})
