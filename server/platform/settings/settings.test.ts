import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingsGuide } from './services/settings-guide.ts'
import { readSettings, settings } from './settings.ts'

describe('settings', () => {
  it('have a default each, and an empty one counts as absent', () => {
    const read = readSettings({ EKRAN_PORT: '', PATH: '/bin' })
    expect(read).toMatchObject({
      kind: 'read',
      settings: { EKRAN_PORT: 8080, EKRAN_DEMO: true, DATABASE_URL: undefined },
    })
  })

  it('are parsed from text to values', () => {
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

  it('are each refused with their name and the accepted values, and a secret one is not shown', () => {
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

  it('say which gateway address is invalid and why, and show nothing of it', () => {
    const read = readSettings({
      EKRAN_SMS_ROUTES:
        'smpp://ekran:hunter2@10.0.0.1?from=EKRAN, eskiz+https://info%40ekran.uz:hunter3@notify.eskiz.uz?form=4546',
      EKRAN_VOICE_ROUTE: 'ari+http://ekran:hunter4@10.0.0.2',
    })
    const problems = (read.kind === 'refused' ? read.problems : []).join('\n')
    expect(problems).toContain('Address 2 of 2 has the parameter "form", which is not known.')
    expect(problems).toContain('Address 1 of 1 lacks the parameter "endpoint".')
    expect(problems).not.toMatch(/hunter|info%40|10\.0\.0\.1/)
    const good = readSettings({
      EKRAN_SMS_ROUTES: ' smpp://u:p@10.0.0.1 playmobile+https://u:p%40@send.smsxabar.uz,',
      EKRAN_VOICE_ROUTE: 'ari+http://u:p@[::1]:8088?endpoint=PJSIP/{phone}@trunk',
    })
    expect(good).toMatchObject({
      settings: {
        EKRAN_SMS_ROUTES: ['smpp://u:p@10.0.0.1', 'playmobile+https://u:p%40@send.smsxabar.uz'],
        EKRAN_VOICE_ROUTE: 'ari+http://u:p@[::1]:8088?endpoint=PJSIP/{phone}@trunk',
      },
    })
    expect(readSettings({})).toMatchObject({ settings: { EKRAN_SMS_ROUTES: [] } })
  })

  it('are in the guide unchanged; update it with: node tools/write-settings-guide.ts', () => {
    const guide = readFileSync(new URL('../../../docs/guides/settings.md', import.meta.url), 'utf8')
    expect(guide).toBe(settingsGuide())
    for (const name of Object.keys(settings)) expect(guide).toContain(`## \`${name}\``)
  })
})
