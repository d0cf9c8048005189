import type { FailureText } from './failure-text.ts'

/** Failures of reminders and followed programmes. Numbers from 649. */
export const reminderFailures = {
  reminder_begun: {
    status: 200,
    number: 649,
    ru: 'Эта передача уже началась: включите канал',
    uz: 'Bu koʻrsatuv allaqachon boshlangan: kanalni yoqing',
  },
  reminders_full: {
    status: 200,
    number: 650,
    ru: 'Напоминаний уже {limit}. Удалите лишние в разделе «Моё», чтобы добавить новое',
    uz: 'Eslatmalar soni {limit} taga yetdi. Yangisini qoʻshish uchun «Meniki» boʻlimida keraksizlarini oʻchiring',
  },
  followed_full: {
    status: 200,
    number: 651,
    ru: 'Вы следите уже за {limit} передачами. Уберите лишние в разделе «Моё», чтобы добавить новую',
    uz: 'Siz {limit} ta koʻrsatuvni kuzatyapsiz. Yangisini qoʻshish uchun «Meniki» boʻlimida keraksizlarini olib tashlang',
  },
  not_a_show: {
    status: 200,
    number: 652,
    ru: 'По названию этой передачи её выпуски не узнать, поэтому следить за ней нельзя. Можно поставить напоминание',
    uz: 'Bu koʻrsatuvning nomidan uning sonlarini tanib boʻlmaydi, shuning uchun uni kuzatib boʻlmaydi. Eslatma qoʻyish mumkin',
  },
  followed_not_found: {
    status: 404,
    number: 653,
    ru: 'Вы за этой передачей уже не следите. Обновите страницу',
    uz: 'Siz bu koʻrsatuvni endi kuzatmayapsiz. Sahifani yangilang',
  },
} as const satisfies Record<string, FailureText>
