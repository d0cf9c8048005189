import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSettings, settings, settingsGuide } from '#server/platform/settings.ts'

describe('settings', () => {
  it('have a usual value each, and an empty one counts as absent', () => {
    const read = readSettings({ EKRAN_PORT: '', PATH: '/bin' })
    expect(read).toMatchObject({
      kind: 'read',
      settings: { EKRAN_PORT: 8080, EKRAN_DEMO: true, DATABASE_URL: undefined },
    })
  })

  it('are read from text to values', () => {
    const read = readSettings({
      EKRAN_PORT: ' 9000 ',
      EKRAN_DEMO: 'off',
      EKRAN_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      DATABASE_URL: 'postgresql://u:p@db/ekran',
    })
    expect(read).toMatchObject({
      settings: {
        EKRAN_PORT: 9000,
        EKRAN_DEMO: false,
        EKRAN_TRUSTED_PROXIES: ['10.0.0.0/8', '::1'],
        DATABASE_URL: 'postgresql://u:p@db/ekran',
      },
    })
  })

  it('are each refused with their name and what would be accepted, and a secret one is not shown', () => {
    const read = readSettings({
      EKRAN_PORT: '99999',
      EKRAN_DEMO: 'yes',
      EKRAN_TRUSTED_PROXIES: '10.0.0.0/99',
      DATABASE_URL: 'mysql://u:hunter2@db/x',
      EKRAN_PROT: '1',
    })
    const problems = read.kind === 'refused' ? read.problems : []
    expect(problems.map((problem) => problem.split(/[: ]/, 1)[0]).toSorted()).toEqual([
      'DATABASE_URL',
      'EKRAN_DEMO',
      'EKRAN_PORT',
      'EKRAN_PROT',
      'EKRAN_TRUSTED_PROXIES',
    ])
    expect(problems.join('\n')).toContain('Did you mean EKRAN_PORT?')
    expect(problems.join('\n')).not.toContain('hunter2')
  })

  it('stand in the guide as they are; write it anew with: node tools/write-settings-guide.ts', () => {
    const guide = readFileSync(new URL('../../docs/guides/settings.md', import.meta.url), 'utf8')
    expect(guide).toBe(settingsGuide())
    for (const name of Object.keys(settings)) expect(guide).toContain(`## \`${name}\``)
  })
})
