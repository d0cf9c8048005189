import { describe, expect, it } from 'vitest'
import { filterStaff, type Member, readStaffFilter, withEntry } from './staff-filter.ts'

function member(name: string, more: Partial<Member> = {}): Member {
  return {
    staff_id: 1,
    login: 'login',
    name,
    role: 'support',
    language: 'ru',
    is_blocked: false,
    has_totp: true,
    passkeys: 0,
    sessions: 0,
    created_at: 0,
    last_login_at: 0,
    last_changed_by: '',
    last_changed_at: 0,
    ...more,
  }
}

const members = [
  member('Алёна Ким', { login: 'alyona@example.uz' }),
  member('Oʻtkir Karimov', { role: 'finance' }),
  member('Dilshod Rahimov', { is_blocked: true }),
]

function names(address: string) {
  return filterStaff(members, readStaffFilter(new URLSearchParams(address))).map(({ name }) => name)
}

describe('the filter of the list of staff', () => {
  it('finds words of the name and the login in any order and any spelling of ё and ʻ', () => {
    expect(names('q=ким+ален')).toEqual(['Алёна Ким'])
    expect(names("q=o'tkir")).toEqual(['Oʻtkir Karimov'])
    expect(names('q=example.uz')).toEqual(['Алёна Ким'])
  })

  it('narrows by role and state from the address, and ignores what an address has wrong', () => {
    expect(names('role=finance')).toEqual(['Oʻtkir Karimov'])
    expect(names('state=blocked')).toEqual(['Dilshod Rahimov'])
    expect(names('role=king&state=asleep')).toHaveLength(3)
  })

  it('leaves the rest of an address as it was', () => {
    const query = new URLSearchParams('q=kim&sort=-seen')
    expect(withEntry(query, 'q', '').toString()).toBe('sort=-seen')
    expect(withEntry(query, 'role', 'owner').toString()).toBe('q=kim&sort=-seen&role=owner')
    expect(query.toString()).toBe('q=kim&sort=-seen')
  })
})
