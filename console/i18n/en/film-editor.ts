import type { EnglishFor } from '#console/i18n/texts.ts'
import type { ru } from '#console/i18n/ru/film-editor.ts'

export const en: EnglishFor<typeof ru> = {
  windows: 'Windows',
  windowsHint: 'Tashkent time. Without a window the title is available always and everywhere',
  window: 'Window {number}',
  from: 'Opens',
  until: 'Closes',
  territory: 'Where',
  'territory.everywhere': 'Everywhere',
  'territory.inside': 'In the network of Uzbekistan',
  'territory.outside': 'Outside that network',
  addWindow: 'Add a window',
  removeWindow: 'Remove window {number}',
  now: 'Now: {state}',
  'state.always': 'always available',
  'state.open': 'open',
  'state.openFor': '{left} left',
  'state.upcoming': 'opens in {left}',
  'state.ended': 'ended',
  days: { one: '{count} day', other: '{count} days' },
  hours: { one: '{count} hour', other: '{count} hours' },
  minutes: { one: '{count} minute', other: '{count} minutes' },
  problemPeriod: 'Window {number}: the end must be later than the beginning',
  problemOverlap: 'Windows {number} and {other} overlap in one territory',
}
