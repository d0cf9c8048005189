import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allLogEvents, logsGuide } from './logs-guide.ts'

const root = new URL('..', import.meta.url)

describe('log events', () => {
  it('[OPS-03] are in the guide as they are; write it again with: node tools/write-logs-guide.ts', () => {
    expect(readFileSync(new URL('docs/guides/logs.md', root), 'utf8')).toBe(logsGuide())
  })

  it('are named module.event_in_snake_case', () => {
    for (const name of Object.keys(allLogEvents)) expect(name).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
  })

  it('are all logged by some code', () => {
    const listed = execFileSync('git', ['ls-files', 'server/**.ts', 'media/**.ts'], {
      cwd: root,
      encoding: 'utf8',
    })
    const files = listed.split('\n').filter((path) => /^(?!.*(?:\/log-events\/|\.test\.)).+$/.test(path))
    const text = files.map((path) => readFileSync(new URL(path, root), 'utf8')).join('')
    expect(files.length).toBeGreaterThan(500)
    expect(Object.keys(allLogEvents).filter((name) => !text.includes(`'${name}'`))).toEqual([])
  })
})
