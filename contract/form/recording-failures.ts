import type { FailureText } from './failure-text.ts'

/** Failures of recordings. Numbers 631, 632, 634 to 637. */
export const recordingFailures = {
  recording_not_possible: {
    status: 200,
    number: 631,
    ru: 'Передачи этого канала не сохраняются. Пока они в архиве, их можно посмотреть там',
    uz: 'Bu kanalning koʻrsatuvlari saqlanmaydi. Arxivda turganida ularni oʻsha yerda koʻrish mumkin',
  },
  recording_no_hours: {
    status: 200,
    number: 632,
    ru: 'В вашем тарифе нет часов для записей. Подключите тариф, в котором они есть',
    uz: 'Tarifingizda yozuvlar uchun soatlar yoʻq. Ular bor tarifni ulang',
  },
  recordings_full: {
    status: 200,
    number: 634,
    ru: 'Не хватает часов: занято {used} из {granted}, а передача длится {needed}. Удалите лишние записи в разделе «Моё»',
    uz: 'Soatlar yetmaydi: {granted}dan {used} band, koʻrsatuv esa {needed} davom etadi. «Meniki» boʻlimida keraksiz yozuvlarni oʻchiring',
  },
  recordings_storage: {
    status: 200,
    number: 635,
    ru: 'Новые записи пока не принимаются: на сервере заканчивается место. Попробуйте позже',
    uz: 'Hozircha yangi yozuvlar qabul qilinmaydi: serverda joy tugayapti. Keyinroq urinib koʻring',
  },
  recording_not_found: {
    status: 404,
    number: 636,
    ru: 'Этой записи уже нет. Обновите страницу',
    uz: 'Bu yozuv endi yoʻq. Sahifani yangilang',
  },
  recordings_too_many: {
    status: 200,
    number: 637,
    ru: 'Записей уже {limit}. Удалите лишние в разделе «Моё», чтобы сохранить новую',
    uz: 'Yozuvlar soni {limit} taga yetdi. Yangisini saqlash uchun «Meniki» boʻlimida keraksizlarini oʻchiring',
  },
} as const satisfies Record<string, FailureText>
