import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createLogFiles } from './log-files.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-log-files-'))
afterAll(() => rmSync(dir, { recursive: true }))

it('[OPS-03] log files go on after one that could not be opened, at most once a second', () => {
  let nowMs = 0
  const files = createLogFiles(8000, () => nowMs)
  const logs = join(dir, 'logs')
  const text = () => readFileSync(join(logs, 'all.jsonl'), 'utf8')
  files.open(dir, 'all')
  files.write('x'.repeat(900))
  // Where the folder is to be, nothing can be opened.
  renameSync(logs, `${logs}-away`)
  writeFileSync(logs, '')
  files.write('y'.repeat(900))
  rmSync(logs)
  renameSync(`${logs}-away`, logs)
  files.write('too early')
  expect(readdirSync(logs)).toEqual(['all.jsonl'])
  nowMs = 1000
  files.write('again')
  expect(text()).toMatch(/^x+\nagain\n$/)
  files.close()
  files.write('closed')
  expect(text()).not.toContain('closed')
})
