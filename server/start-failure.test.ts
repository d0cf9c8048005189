import { describe, expect, it } from 'vitest'
import { databaseRefused, explainStartFailure, folderRefused } from './start-failure.ts'

function coded(code: string) {
  return Object.assign(new Error('connect to user:hunter22@host'), { code })
}

describe('a start that fails', () => {
  it('[OPS-03] says in one sentence what is wrong with an external database, without its password', () => {
    const said = explainStartFailure(databaseRefused(coded('ECONNREFUSED')))
    expect(said).toContain('DATABASE_URL cannot be used: nothing answers there')
    expect(said).not.toContain('hunter22')
    expect(said.split('\n')).toHaveLength(2)
    expect(explainStartFailure(databaseRefused(coded('28P01')))).toContain('the password is wrong')
  })

  it('says what is wrong with the data folder', () => {
    const said = explainStartFailure(folderRefused(coded('EACCES'), '/srv/ekran'))
    expect(said).toContain('/srv/ekran cannot be used: this user has no rights to it')
    expect(said).toContain('EKRAN_DATA')
  })

  it('prints an unknown error in full', () => {
    const error = new Error('odd')
    expect(explainStartFailure(databaseRefused(error))).toContain('start-failure.test.ts')
  })
})
