import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#console/i18n/ru/film-editor.ts'

export const uz: UzbekFor<typeof ru> = {
  windows: 'Ochilish muddatlari',
  windowsHint: 'Toshkent vaqti. Muddatsiz film doim va hamma joyda ochiq',
  window: '{number}-muddat',
  from: 'Ochiladi',
  until: 'Yopiladi',
  territory: 'Qayerda',
  'territory.everywhere': 'Hamma joyda',
  'territory.inside': 'Oʻzbekiston tarmogʻida',
  'territory.outside': 'Tarmoqdan tashqarida',
  addWindow: 'Muddat qoʻshish',
  removeWindow: '{number}-muddatni olib tashlash',
  now: 'Hozir: {state}',
  'state.always': 'doim ochiq',
  'state.open': 'ochiq',
  'state.openFor': 'yana {left}',
  'state.upcoming': '{left}dan keyin ochiladi',
  'state.ended': 'muddati tugagan',
  days: { one: '{count} kun', other: '{count} kun' },
  hours: { one: '{count} soat', other: '{count} soat' },
  minutes: { one: '{count} daqiqa', other: '{count} daqiqa' },
  problemPeriod: '{number}-muddat: oxiri boshlanishidan keyin boʻlishi kerak',
  problemOverlap: '{number} va {other}-muddatlar bitta hududda kesishmoqda',
}
