/** Uzbek: what happened to an account, for its timeline and for the audit log. */
import type { UzbekFor } from '#web/i18n/texts.ts'
import type { accountEvents as ru } from '#console/i18n/ru/account-events.ts'

export const accountEvents: UzbekFor<typeof ru> = {
  'event.account_pin_set': 'PIN oʻrnatildi',
  'event.account_pin_removed': 'PIN olib tashlandi',
  'event.telegram_linked': 'Telegram ulandi',
  'event.telegram_unlinked': 'Telegram uzildi',
  'event.account_blocked': 'Abonent bloklandi',
  'event.account_opened': 'Abonent qayta ochildi',
  'event.account_added': 'Abonent yaratildi',
  'event.registered': 'Roʻyxatdan oʻtdi',
  'event.phone_confirmed': 'Telefon tasdiqlandi',
  'event.card_saved': 'Karta saqlandi',
  'event.tv_login_allowed': 'Televizorga kirishga ruxsat berildi',
  'event.login_refused_full': 'Kirib boʻlmadi: barcha qurilma joylari band',
  'event.registration_begun': 'Roʻyxatdan oʻtish boshlandi',
  'event.code_guessed_wrong': 'Notoʻgʻri kod kiritildi',
  'event.password_rehashed': 'Parol yangi usulda saqlandi',
  'event.token_reused': 'Seans tugatildi: kaliti ikki marta ishlatilgan',
  'event.token_on_other_device': 'Seans tugatildi: kaliti boshqa qurilmadan keldi',
  'event.tv_login_asked': 'Televizor kirishni soʻradi',
  'event.tv_login_denied': 'Televizorga kirish rad etildi',
  'event.auto_renew_set': 'Avtomatik uzaytirish yoqildi yoki oʻchirildi',
  'event.card_auto_pay_set': 'Kartadan avtotoʻlov yoqildi yoki oʻchirildi',
  'event.card_forgotten': 'Karta oʻchirildi',
  'event.promotion_activated': 'Promokod yoki aksiya faollashtirildi',
  'event.other_players_address_made': 'Boshqa pleyerlar uchun manzil berildi',
  'event.other_players_address_taken_back': 'Boshqa pleyerlar manzili bekor qilindi',
  'event.notification_sent': 'Bildirishnoma yuborildi',
  'event.complaint_closed': 'Shikoyat yopildi',
  'event.card_refund_asked': 'Kartaga qaytarish soʻraldi',
}
