import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/television/reminders.ts'

export const uz: UzbekFor<typeof ru> = {
  add: 'Eslatish',
  remove: 'Eslatmaslik',
  addOf: 'Eslatish: {title}',
  removeOf: 'Eslatmaslik: {title}',
  added: { one: '{count}\u00a0daqiqa oldin eslatamiz', other: '{count}\u00a0daqiqa oldin eslatamiz' },
  addedAtStart: 'Boshlanganda eslatamiz',
  removed: 'Eslatma oʻchirildi',
  follow: 'Kuzatib borish',
  unfollow: 'Kuzatmaslik',
  followed: 'Barcha sonlari «Meniki» boʻlimida',
  unfollowed: 'Endi kuzatilmaydi',
  failed: 'Boʻlmadi. Aloqani tekshiring va yana urinib koʻring.',
  switchOver: 'Oʻtish',
  close: 'Yopish',
  hint: 'OK — oʻtish, «Orqaga» — yopish',
}
