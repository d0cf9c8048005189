import { expect, it } from 'vitest'
import { serviceVariables } from '#server/platform/settings/services/service-fields.ts'
import { type SettingName, settings } from '#server/platform/settings/settings.ts'
import { listOtherSettings, reasonOf } from './other-settings.ts'

it('every setting either changes while the server runs or has a reason not to', () => {
  for (const name of Object.keys(settings) as SettingName[])
    expect(serviceVariables.has(name) !== (reasonOf(name) !== undefined), name).toBe(true)
  const listed = listOtherSettings({}).map(({ name }) => name)
  expect(listed.length + serviceVariables.size).toBe(Object.keys(settings).length)
})
