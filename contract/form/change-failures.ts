import type { FailureText } from './failure-text.ts'

/** Failures of changes of tariffs and of the address that cancels a renewal. Numbers 623 to 626. */
export const changeFailures = {
  change_not_planned: {
    status: 200,
    number: 623,
    ru: 'Смена тарифа не запланирована или уже произошла. Обновите страницу',
    uz: 'Tarif almashtirish rejalashtirilmagan yoki allaqachon boʻlgan. Sahifani yangilang',
  },
  renewal_link_expired: {
    status: 200,
    number: 624,
    ru: 'Ссылка больше не действует. Продление можно выключить в личном кабинете',
    uz: 'Havola endi ishlamaydi. Uzaytirishni shaxsiy kabinetda oʻchirish mumkin',
  },
} as const satisfies Record<string, FailureText>
