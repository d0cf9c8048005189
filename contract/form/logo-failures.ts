import type { FailureText } from './failure-text.ts'

/** Failures of logos in bulk and of previews. Numbers from 430. */
export const logoFailures = {
  logos_not_found: {
    status: 404,
    number: 430,
    ru: 'Этой загрузки логотипов больше нет: её применили или отклонили. Загрузите файлы снова',
    uz: 'Bu logotiplar endi yoʻq: ular qoʻllangan yoki rad etilgan. Fayllarni qayta yuklang',
  },
  logos_incomplete: {
    status: 200,
    number: 431,
    ru: 'Логотипы загружены не полностью. Загрузите файлы снова',
    uz: 'Logotiplar toʻliq yuklanmagan. Fayllarni qayta yuklang',
  },
  logos_too_large: {
    status: 200,
    number: 432,
    ru: 'Слишком много за один раз: можно до {limit}\u00a0МБ. Разделите логотипы на части',
    uz: 'Bir martaga juda koʻp: {limit}\u00a0MB gacha mumkin. Logotiplarni qismlarga boʻling',
  },
  logos_twice: {
    status: 200,
    number: 433,
    ru: 'Для одного канала выбраны два логотипа. Оставьте один из них',
    uz: 'Bitta kanalga ikkita logotip tanlangan. Ulardan birini qoldiring',
  },
  logos_outdated: {
    status: 200,
    number: 434,
    ru: 'Каналы с тех пор изменились. Нажмите «Подобрать каналы заново» и проверьте выбор',
    uz: 'Kanallar shundan beri oʻzgardi. «Kanallarni qayta tanlash» tugmasini bosing va tanlovni tekshiring',
  },
  previews_full: {
    status: 200,
    number: 436,
    ru: 'Сейчас смотрят {limit} источника, больше сервер не открывает. Попробуйте через минуту',
    uz: 'Hozir {limit} ta manba koʻrilmoqda, server koʻproq ochmaydi. Bir daqiqadan keyin urinib koʻring',
  },
  preview_reserved: {
    status: 200,
    number: 437,
    ru: 'На этом порту сигнал принимает только одна программа, и он нужен для записи включённого канала. Чтобы посмотреть источник отдельно, выключите канал',
    uz: 'Bu portda signalni faqat bitta dastur qabul qiladi, u yoqilgan kanalni yozib olish uchun kerak. Manbani alohida koʻrish uchun kanalni oʻchiring',
  },
} as const satisfies Record<string, FailureText>
