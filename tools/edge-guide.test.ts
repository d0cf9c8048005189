import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('[EDGE-01] the edge guide shows the configuration that is tested', () => {
  const guide = readFileSync('docs/guides/edge.md', 'utf8')
  const [, shown] = /```nginx\n(.*?)```/s.exec(guide) ?? []
  expect(shown).toBe(readFileSync('deploy/edge/ekran.conf', 'utf8'))
})
