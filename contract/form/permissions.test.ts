import { describe, expect, it } from 'vitest'
import { levels, permissionsOf, roleMay, rolePermissions, roles, sections } from './permissions.ts'

describe('[STAFF-02] the roles', () => {
  it('that may change or act in a section may also read it', () => {
    for (const role of roles)
      for (const section of sections)
        for (const level of levels)
          if (roleMay(role, { section, level }))
            expect(roleMay(role, { section, level: 'view' }), `${role} ${section} ${level}`).toBe(true)
  })

  it('keep staff, settings and the audit to owners and administrators', () => {
    for (const role of roles) {
      const isAbove = role === 'owner' || role === 'administrator'
      for (const section of ['staff', 'settings', 'audit'] as const)
        for (const level of levels)
          expect(roleMay(role, { section, level }), `${role} ${section}`).toBe(isAbove)
    }
  })

  it('let only finance and those above it move money, and no dealer see all subscribers', () => {
    const mayPayBack = roles.filter((role) => roleMay(role, { section: 'payments', level: 'act' }))
    expect(mayPayBack).toEqual(['owner', 'administrator', 'finance'])
    expect(permissionsOf('dealer')).toEqual(['dealer.view', 'dealer.act'])
  })

  it('let an analyst only read', () => {
    expect(permissionsOf('analyst').filter((permission) => !permission.endsWith('.view'))).toEqual([])
    expect(permissionsOf('analyst')).toContain('reports.view')
  })

  it('name no section or level twice', () => {
    for (const role of roles)
      for (const allowed of Object.values(rolePermissions[role]))
        expect(new Set(allowed).size).toBe(allowed.length)
    expect(new Set(sections).size).toBe(sections.length)
  })
})
